import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordHash, Slug } from '../../src/core/brand.ts';
import { isSlug } from '../../src/core/slug.ts';
import { parseTrailer, renderTrailer, TRAILER_KEY, trailerHead } from '../../src/core/trailer.ts';

const TRAILER = { spike: 'users-email' as Slug, attempt: 2, seq: 17, head: '0123456789ab' };
const VALUE = 'users-email/2 17:0123456789ab';

test('it names the spike, the attempt, and the newest record with its hash', () => {
  expect(TRAILER_KEY).toBe('Spike');
  expect(trailerHead(`0123456789ab${'c'.repeat(52)}` as RecordHash)).toBe('0123456789ab');
  expect(renderTrailer(TRAILER)).toBe(VALUE);
  expect(parseTrailer(VALUE)).toEqual(TRAILER);
});

test('blanks around it do not matter, as git leaves them', () => {
  expect(parseTrailer(`  ${VALUE}\r\n`)).toEqual(TRAILER);
});

test('what is rendered is what is read', () => {
  const trailers = fc.record({
    spike: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).filter(isSlug),
    attempt: fc.integer({ min: 1, max: 999_999 }),
    seq: fc.integer({ min: 0, max: 999_999_999_999_999 }),
    head: fc.stringMatching(/^[0-9a-f]{12}$/),
  });
  const property = fc.property(trailers, (trailer) => {
    expect(parseTrailer(renderTrailer(trailer))).toEqual(trailer);
  });

  expect(() => fc.assert(property)).not.toThrow();
});

test('what is read is what was written', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[A-Za-z0-9._/-]{1,70}\/[0-9]{1,7} [0-9]{1,16}:[0-9a-f]{11,13}$/),
  );
  const property = fc.property(texts, (text) => {
    const trailer = parseTrailer(text);
    return trailer === undefined || renderTrailer(trailer) === text.trim();
  });

  expect(() => fc.assert(property, { numRuns: 1000 })).not.toThrow();
});

describe('another value is none of ours', () => {
  test.each([
    '',
    'users-email',
    'users-email/2',
    'users-email/2 17',
    'users-email 17:0123456789ab',
    'users-email/0 17:0123456789ab',
    'users-email/02 17:0123456789ab',
    'users-email/1000000 17:0123456789ab',
    'users-email/2 017:0123456789ab',
    'users-email/2 -1:0123456789ab',
    'users-email/2 1e3:0123456789ab',
    'users-email/2  17:0123456789ab',
    'users-email/2 17:0123456789a',
    'users-email/2 17:0123456789abc',
    'users-email/2 17:0123456789AB',
    'users-email/2 17:0123456789ab more',
    'a b/2 17:0123456789ab',
    'a/b/2 17:0123456789ab',
    '../2 17:0123456789ab',
    'a..b/2 17:0123456789ab',
    'a.lock/2 17:0123456789ab',
    '-a/2 17:0123456789ab',
    `${'a'.repeat(65)}/2 17:0123456789ab`,
    'users-email/2 17:0123456789ab\nusers-email/2 17:0123456789ab',
  ])('%j', (value) => {
    expect(parseTrailer(value)).toBeUndefined();
  });
});
