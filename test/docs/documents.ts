/** The project's own pages as data: headings, tables, blocks and spans of code. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const TOP = join(import.meta.dirname, '../..');

export const PAGES = ['README.md', 'HOOKS.md', 'SPEC.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'] as const;

export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
  /** What the comment on the line above says, `<!-- like this -->`. */
  readonly mark: string;
}

export function readPage(name: string): string {
  return readFileSync(join(TOP, name), 'utf8');
}

/** Blocks of code between fences. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = page.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const language = /^```(\w+)?$/.exec(lines[at] ?? '');
    if (language === null) continue;
    const end = lines.indexOf('```', at + 1);
    const mark = /^<!-- (.*) -->$/.exec(lines[at - 1] ?? '')?.[1] ?? '';
    blocks.push({ language: language[1] ?? '', lines: lines.slice(at + 1, end), mark });
    at = end;
  }
  return blocks;
}

/** The page without its blocks of code. */
export function proseOf(page: string): string {
  return page.replace(/^```\w*\n[\s\S]*?^```$/gm, '');
}

/** What stands in back quotes, line breaks as blanks. */
export function spansOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, text = '']) => text.replace(/\s+/g, ' '));
}

export function headingsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, text = '']) => text.replaceAll('`', ''));
}

/** The rows of the table whose head begins with `before`, or of the first one after such a line; back quotes around a whole cell are taken away. */
export function tableAfter(page: string, before: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith(before));
  if (from === -1) throw new Error(`expected a line that begins with ${before}, found none`);
  const rows: string[][] = [];
  for (const line of lines.slice(before.startsWith('|') ? from : from + 1)) {
    if (line.startsWith('|')) rows.push(cellsOf(line));
    else if (rows.length > 0) break;
  }
  if (rows.length < 3) throw new Error(`expected a table after ${before}, found none`);
  return rows.slice(2);
}

/** The first column of such a table. */
export function keysAfter(page: string, before: string): readonly string[] {
  return tableAfter(page, before).map(([key = '']) => key);
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}

/** Objects of a file of vectors, one a line. */
export function readVectors(name: string): readonly unknown[] {
  const lines = readFileSync(join(TOP, 'test/vectors', name), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}

export function readVectorFile(name: string): Buffer {
  return readFileSync(join(TOP, 'test/vectors', name));
}
