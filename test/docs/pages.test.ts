import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, headingsOf, PAGES, proseOf, readPage, TOP } from './documents.ts';

/** As GitHub makes them. */
function anchorsOf(page: string): readonly string[] {
  return headingsOf(page).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function linksOf(name: string): readonly string[] {
  return [...proseOf(readPage(name)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
}

function isBroken(from: string, to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(TOP, target))) return true;
  return anchor !== undefined && !anchorsOf(readPage(target)).includes(anchor);
}

describe.each(PAGES)('%s', (name) => {
  test('links to files and headings that are there', () => {
    const local = linksOf(name).filter((to) => !/^https:/.test(to));
    expect(local.filter((to) => isBroken(name, to))).toEqual([]);
  });

  test('shows what is typed and printed in 80 columns', () => {
    const lines = blocksOf(readPage(name))
      .filter(({ language }) => language === 'console' || language === 'sh')
      .flatMap((block) => block.lines);
    expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
  });

  test('ends every line without blanks, and itself with a line feed', () => {
    const lines = readPage(name).split('\n');
    expect(lines.at(-1)).toBe('');
    expect(lines.filter((line) => /\s$/.test(line))).toEqual([]);
  });
});

test('every section of SPEC.md that the sources name is there', () => {
  const sources = readdirSync(join(TOP, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(TOP, 'src', path), 'utf8'));
  const named = new Set(
    sources.flatMap((text) => [...text.matchAll(/SPEC\.md, "([^"]+)"/g)].map(([, section]) => section)),
  );
  const headings = headingsOf(readPage('SPEC.md'));

  expect(named.size).toBeGreaterThan(0);
  expect([...named].filter((section) => section === undefined || !headings.includes(section))).toEqual([]);
});
