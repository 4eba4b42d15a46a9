import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDuration, renderDuration } from '../../src/config/duration.ts';
import { refusalOf } from '../support/refusal.ts';

test.each([
  ['90m', 5400],
  ['1h30m', 5400],
  ['45s', 45],
  ['1h', 3600],
  ['1h0m5s', 3605],
  ['1h90m', 9000],
])('%s is %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each([
  '',
  '0',
  '90',
  '5400',
  '0m',
  '-5m',
  '1.5h',
  '90 m',
  '90M',
  'm',
  '30m1h',
  '1e3',
  '90min',
  '٣m',
  '9999999999999999',
  '1h30',
  '\n90m',
])('%j is refused, and the forms are said', (text) => {
  const refusal = refusalOf(() => parseDuration(text));
  expect(refusal.code).toBe('usage');
  expect(refusal.hint).toContain('1h30m');
});

test('a number without its unit is asked what it means', () => {
  expect(refusalOf(() => parseDuration('90')).hint).toBe(
    '90 of what? write 90m for minutes; other forms are 1h30m and 90s',
  );
});

test.each([
  [5400, '1h30m'],
  [60, '1m'],
  [45, '45s'],
  [3661, '1h1m1s'],
  [86_400, '24h'],
  [0, '0s'],
])('%i seconds is written %s', (seconds, text) => {
  expect(renderDuration(seconds)).toBe(text);
});

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
      expect(parseDuration(renderDuration(seconds))).toBe(seconds);
    }),
    { seed: 30 },
  );
});
