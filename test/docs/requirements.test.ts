import { describe, expect, test } from 'vitest';
import { proseOf, readPage, readVectors } from './documents.ts';

/** `**L1** text`, up to the next one or the end of its list. */
const ITEM = /^\* \*\*([A-Z]\d+)\*\* ([\s\S]*?)(?=^\* |^\S|(?![\s\S]))/gm;

const page = proseOf(readPage('SPEC.md'));
const items = [...page.matchAll(ITEM)].map(([, number = '', text = '']) => ({ number, text }));
const numbers = items.map(({ number }) => number);

describe('the requirements of SPEC.md', () => {
  test('have numbers of their own, counted without a gap in each letter', () => {
    const letters = [...new Set(numbers.map((number) => number.slice(0, 1)))];
    const expected = letters.flatMap((letter) => {
      const count = numbers.filter((number) => number.startsWith(letter)).length;
      return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
    });

    expect(letters).toEqual(['P', 'H', 'C', 'L', 'B', 'E', 'T', 'G', 'X', 'J']);
    expect(numbers).toEqual(expected);
  });

  test('say MUST, and nothing else in the page does', () => {
    expect(items.filter(({ text }) => countMust(text) === 0).map(({ number }) => number)).toEqual([]);
    const inItems = items.reduce((sum, { text }) => sum + countMust(text), 0);
    const introduction = countMust(page.slice(0, page.indexOf('## Words')));

    expect(countMust(page)).toBe(inItems + introduction);
  });

  test('that are named in the page or by a vector exist', () => {
    const named = [...page.matchAll(/\(([A-Z]\d+)\)| of ([A-Z]\d+)\b/g)].map(([, one, other]) => one ?? other ?? '');
    const files = ['ledger-rejected.jsonl', 'hypothesis-refused.jsonl', 'configuration.jsonl'];
    const broken = files.flatMap((name) => readVectors(name)).flatMap(mustOf);

    expect(broken.length).toBeGreaterThan(0);
    expect([...named, ...broken].filter((number) => !numbers.includes(number))).toEqual([]);
  });
});

function countMust(text: string): number {
  return text.match(/\bMUST\b/g)?.length ?? 0;
}

function mustOf(vector: unknown): readonly string[] {
  return typeof vector === 'object' && vector !== null && 'must' in vector ? [String(vector.must)] : [];
}
