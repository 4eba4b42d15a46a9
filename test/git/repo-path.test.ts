import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathBytes } from '../../src/core/path-bytes.ts';
import { repoPath, repoPaths } from '../../src/git/repo-path.ts';

test.each([
  ['plain', Buffer.from('src/a.ts'), 'src/a.ts'],
  ['letters beyond ASCII', Buffer.from('src/größe/日本/😀'), 'src/größe/日本/😀'],
  ['quotes, tabs and line feeds as they are', Buffer.from('a"b\tc\nd'), 'a"b\tc\nd'],
  ['a byte that is not UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\\xffb'],
  ['a character cut off at the end', Buffer.from([0x61, 0xe6, 0x97]), 'a\\xe6\\x97'],
  ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0x80]), '\\xed\\xa0\\x80'],
  ['an overlong slash', Buffer.from([0xc0, 0xaf]), '\\xc0\\xaf'],
  ['good characters around bad bytes', Buffer.from([0xc3, 0xb6, 0x80, 0xc3, 0xb6]), 'ö\\x80ö'],
])('a path as text: %s', (_name, bytes, text) => {
  expect(repoPath(bytes)).toBe(text);
});

test('every text comes back as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(repoPath(Buffer.from(text))).toBe(text);
    }),
  );
});

test('different bytes never look alike unless a backslash was there before', () => {
  const bytes = fc.uint8Array({ maxLength: 12 }).filter((path) => !path.includes(0x5c));
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(repoPath(one) === repoPath(other)).toBe(Buffer.compare(one, other) === 0);
    }),
  );
});

test('paths are sorted by bytes, not by what they look like', () => {
  const paths = [
    Buffer.from('b'),
    Buffer.from('ä'),
    Buffer.from([0xff]),
    Buffer.from('B'),
    Buffer.from('a/b'),
    Buffer.from('a-b'),
  ];

  expect(repoPaths(paths.map(pathBytes))).toEqual(['B', 'a-b', 'a/b', 'b', 'ä', '\\xff']);
});
