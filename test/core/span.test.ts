import fc from 'fast-check';
import { expect, test } from 'vitest';
import { count, renderSpan } from '../../src/core/span.ts';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [1.9, '1 second'],
  [60, '60 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [179, '2 minutes'],
  [59 * 60 + 59, '59 minutes'],
  [3600, '1 hour'],
  [3659, '1 hour'],
  [3660, '1 hour 1 minute'],
  [5400, '1 hour 30 minutes'],
  [7200, '2 hours'],
  [100 * 3600 + 61 * 60, '101 hours 1 minute'],
  [-1, '0 seconds'],
  [-5400, '0 seconds'],
])('%d seconds is %s', (seconds, words) => {
  expect(renderSpan(seconds)).toBe(words);
});

test('a span never says more than it is, and lacks less than a minute', () => {
  const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 };
  const read = (words: string): number =>
    [...words.matchAll(/(\d+) ([a-z]+?)s?\b/g)].reduce(
      (sum, [, number, unit = '']) => sum + Number(number) * (UNITS[unit] ?? Number.NaN),
      0,
    );
  const property = fc.property(fc.nat(10_000_000), (seconds) => {
    const lost = seconds - read(renderSpan(seconds));
    return lost >= 0 && lost < (seconds < 120 ? 1 : 60);
  });

  expect(() => fc.assert(property)).not.toThrow();
});

test('one is one', () => {
  expect([0, 1, 2].map((number) => count(number, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
});
