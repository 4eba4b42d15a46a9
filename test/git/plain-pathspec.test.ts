import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathBytes } from '../../src/core/path-bytes.ts';
import { foldedPathspec, globPathspec } from '../../src/git/pathspec.ts';
import { plainMatcher } from '../../src/git/plain-pathspec.ts';
import { createRepository } from '../support/git-fixture.ts';

const PATHS = [
  'app',
  'APP/x',
  'application/x',
  'db/migrations/1.sql',
  'db/migrations',
  'db/migrations.txt',
  'db/Migrations/1.sql',
  '.github/workflows/a.yml',
  '.GitHub/b',
  '.github',
  'a b/c d',
  'a b/c',
  'sp\u00e4\u00dfe/x',
  ':(top)x/y',
  '!x',
  'x/.github/a',
  'SPIKES/other/a',
  '-x/y',
  'a/b/c/d',
  'a/b/c',
];

/** Names a path as often as something that is nearly one. */
const pattern = fc
  .tuple(
    fc.constantFrom(...PATHS, ...PATHS.map((path) => path.split('/')[0] ?? ''), 'a/b', 'db', 'a//b', './app', 'a/../a'),
    fc.constantFrom('', '', '/', '/**', '/*', '*', '?'),
  )
  .map(([path, end]) => path + end);

test('what is matched without git is what git matches', () => {
  const repository = createRepository();
  const blob = repository.gitWith({ input: '' }, 'hash-object', '--stdin').toString().trim();
  // An index each, since some names exclude each other.
  const indexes = PATHS.map((path, at) => {
    const env = { GIT_INDEX_FILE: `${repository.path}/.git/index-${at}` };
    repository.gitWith({ env, input: `100644 ${blob}\t${path}\0` }, 'update-index', '-z', '--index-info');
    return { path, env };
  });
  let plain = 0;

  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 2 }), fc.boolean(), (patterns, folded) => {
      const matches = plainMatcher(patterns, { folded });
      if (matches === undefined) return;
      plain += 1;
      const specs = patterns.map(folded ? foldedPathspec : globPathspec);
      const byGit = indexes.filter(
        ({ env }) => repository.gitWith({ env }, 'ls-files', '-z', '--', ...specs).length > 0,
      );
      const byUs = indexes.filter(({ path }) => matches(pathBytes(Buffer.from(path))));
      expect({ patterns, folded, matched: byUs.map(({ path }) => path) }).toEqual({
        patterns,
        folded,
        matched: byGit.map(({ path }) => path),
      });
    }),
    { numRuns: 60 },
  );
  expect(plain).toBeGreaterThan(10);
});

test.each([
  '*.ts',
  'a/*/b',
  'a?',
  'a[b]',
  'a\\b',
  'a/**/b',
  '/a',
  './a',
  'a/./b',
  'a/../b',
  'a//b',
  '**',
  'sp\u00e4\u00dfe/',
  '',
])('the pattern %j is left to git', (special) => {
  expect(plainMatcher(['app/', special])).toBeUndefined();
});

test('no pattern matches nothing', () => {
  expect(plainMatcher([])?.(pathBytes(Buffer.from('a')))).toBe(false);
});
