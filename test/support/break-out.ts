/** Sees where text that somebody else wrote leaves its place in Markdown, whatever escaped it. */

import { type HtmlToken, readTokens } from './html.ts';
import type { MarkdownParser } from './markdown-parsers.ts';

/** A place in a text of ours, and how something hostile gets there. */
export interface MarkdownPlace {
  readonly name: string;
  /** The Markdown around the text, which is dressed as the product dresses it. */
  readonly put: (text: string) => string;
  /** What a reader must then see of it. Undefined where only a part may be shown. */
  readonly seen?: (text: string) => string;
}

export interface Reading {
  /** Tags and comments, one a line, but for those that escaping writes itself. */
  readonly structure: string;
  readonly text: string;
  /** What a host would look for names, references and formulas in. */
  readonly outsideCode: readonly string[];
  /** Of these, what a paragraph or an item begins with. */
  readonly beginnings: readonly string[];
}

export function readHtmlOf(html: string): Reading {
  const tokens = readTokens(html);
  const texts: Placed[] = [];
  let depth = 0;
  let begins = false;
  for (const token of tokens) {
    if (token.kind === 'text') {
      texts.push({ text: token.text, inCode: depth > 0, begins });
      begins &&= token.text.trim() === '';
      continue;
    }
    begins = /^<(?:p|li)>$/.test(token.text);
    if (/^<(?:code|pre)\b/.test(token.text)) depth += 1;
    if (/^<\/(?:code|pre)>$/.test(token.text)) depth -= 1;
  }
  const outside = texts.filter(({ inCode }) => !inCode);
  return {
    structure: tokens.flatMap((token) => (token.kind === 'text' || isOwn(token) ? [] : [token.text])).join('\n'),
    text: tokens.map(read).join(''),
    outsideCode: outside.map(({ text }) => text),
    beginnings: outside.filter((one) => one.begins).map(({ text }) => text),
  };
}

interface Placed {
  readonly text: string;
  readonly inCode: boolean;
  readonly begins: boolean;
}

/** Inline code, line breaks, and marks of where a word may be broken: what escaping writes, and nothing can come of. */
function isOwn({ text }: HtmlToken): boolean {
  return /^<\/?(?:code|br|wbr)(?: \/)?>$/.test(text);
}

function read(token: HtmlToken): string {
  if (token.kind === 'text') return token.text;
  return /^<br(?: \/)?>$/.test(token.text) ? '\n' : '';
}

/** What GitHub makes of plain text by itself, after Markdown: it notifies, links, or draws. */
const REFERENCES: Readonly<Record<string, RegExp>> = {
  mention: /@[A-Za-z0-9]/,
  reference: /#\d|\bGH-\d/i,
  key: /\b[A-Z][A-Z0-9]+-\d/,
  commit: /(?<![A-Za-z0-9])[0-9a-f]{7,40}(?![A-Za-z0-9])/,
  address: /[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S/i,
  'e-mail': /[\w.+-]@[\w-]/,
  emoji: /:[\w+-]+:/,
  formula: /\$/,
};

/** What it makes of the beginning of a quote or an item. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  alert: /^\s*\[![a-z]+\]/i,
  task: /^\s*\[[ x]\]/i,
};

export function findReferences({ outsideCode, beginnings }: Reading): readonly string[] {
  return [...search(outsideCode, REFERENCES), ...search(beginnings, BEGINNINGS)];
}

function search(texts: readonly string[], patterns: Readonly<Record<string, RegExp>>): readonly string[] {
  return texts.flatMap((text) =>
    Object.entries(patterns)
      .filter(([, pattern]) => pattern.test(text))
      .map(([name]) => `${name} in ${JSON.stringify(text)}`),
  );
}

/** What nobody sees, turns text around, or is a blank that is none. */
export const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** A host's own comment, which no text of ours writes like this. */
const SEPARATOR = '<hr id="next">';
const STAND_IN = 'Qq';
const MOST_TOLD = 5;

/** Each way in which one of the texts leaves the place; empty where none does. */
export function findBreakOuts(
  place: MarkdownPlace,
  texts: readonly string[],
  parser: MarkdownParser,
): readonly string[] {
  const plain = readHtmlOf(parser.parse(place.put(STAND_IN)));
  const found: string[] = [];
  for (let from = 0; from < texts.length && found.length < MOST_TOLD; from += parser.atOnce) {
    const some = texts.slice(from, from + parser.atOnce);
    const html = parser.parse(some.map(place.put).join(`\n\n${SEPARATOR}\n\n`));
    const parts = html.split(SEPARATOR);
    if (parts.length !== some.length) {
      found.push(`${parser.name}, ${place.name}: ${describeSwallowed(parts, some)}`);
      continue;
    }
    for (const [index, part] of parts.entries()) {
      const text = some[index] ?? '';
      const wrong = judge(readHtmlOf(part), plain, place.seen?.(text));
      if (wrong !== undefined) found.push(`${parser.name}, ${place.name}: ${JSON.stringify(text)} ${wrong}`);
    }
  }
  return found.slice(0, MOST_TOLD);
}

function describeSwallowed(parts: readonly string[], texts: readonly string[]): string {
  const [longest] = [...parts].sort((one, other) => other.length - one.length);
  return `expected ${texts.length} cases apart, found ${parts.length}, among them ${JSON.stringify(longest?.slice(0, 500))}`;
}

function judge(read: Reading, plain: Reading, seen: string | undefined): string | undefined {
  if (read.structure !== plain.structure) return `gives ${JSON.stringify(read.structure)}`;
  const references = findReferences(read);
  if (references.length > 0) return `leaves ${references.join(', ')}`;
  if (UNSEEN.test(read.text)) return `hides something in ${JSON.stringify(read.text)}`;
  if (seen === undefined) return undefined;
  const expected = plain.text.replaceAll(STAND_IN, () => seen);
  return squash(read.text) === squash(expected) ? undefined : `reads as ${JSON.stringify(read.text)}`;
}

/** Blanks at the ends of lines and beside each other are the same to a browser. */
function squash(text: string): string {
  return text
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
