import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { FIRST_PREV } from '../../src/core/codec.ts';
import { landscapeOf } from '../../src/gate/landscape.ts';
import type { OpenDraft } from '../../src/ledger/store.ts';
import { createFolder } from '../support/git-fixture.ts';
import { openDraft } from '../support/spike-fixture.ts';

function landscape(over: Partial<OpenDraft>, commonDir = createFolder()) {
  const draft = openDraft({ deadline: 2, boot: 'b', up: 1, ...over });
  return landscapeOf(commonDir, { v: 1, seq: 0, prev: FIRST_PREV, ts: 1, ...draft }, 'c'.repeat(40) as CommitId);
}

test('a move of the target shows here, as it was fetched, and packed', () => {
  expect(landscape({ target: 'release/1' }).targetFiles).toEqual([
    'refs/heads/release/1',
    'refs/remotes/origin/release/1',
    'packed-refs',
  ]);
});

test.each<readonly [readonly string[], readonly string[], boolean]>([
  [['src/', 'a.txt'], [], true],
  [['src/'], ['docs/'], true],
  [['src/'], ['src/generated/'], false],
  [['src/generated/x'], ['src/'], false],
  [['SRC/'], ['src'], false],
  [['srcs/'], ['src/x/'], true],
  [['SPIKES/'], [], false],
  [['.github'], [], false],
  [['**/x'], [], false],
  [['src/', '.spike/x'], [], false],
  [['src'], ['src/'], false],
  [['src/'], ['**/secret'], false],
  [['*.md'], [], false],
  [['.github/'], [], false],
  [['.spike.yml'], [], false],
  [['spikes/x'], [], false],
  [['[s]pikes/'], [], false],
  [['s\\rc/'], ['src/'], false],
])('of %j and the protected %j git is plainly asked once: %j', (paths, configured, plain) => {
  const { undeclared, guarded } = landscape({ paths, policy: { protected: [...configured] } });
  expect(undeclared).toHaveLength(paths.length);
  expect(guarded.length === 0).toBe(plain);
});

test('what is declared is left out, and all that is protected is guarded, in every case of its letters', () => {
  const { undeclared, guarded } = landscape({
    paths: ['src/', '*.md'],
    policy: { protected: ['docs/', 'a?'], bundle: 'tri[a]ls' },
  });
  expect(undeclared).toEqual([':(top,glob,exclude)src/**', ':(top,glob,exclude)*.md']);
  expect(guarded).toEqual([
    ':(top,glob,icase).github/**',
    ':(top,glob,icase).github',
    ':(top,glob,icase).spike.yml',
    ':(top,glob,icase).spike/**',
    ':(top,glob,icase).spike',
    ':(top,glob,icase)docs/**',
    ':(top,glob,icase)docs',
    ':(top,glob,icase)a?',
    ':(top,glob,icase)tri\\[a]ls/**',
    ':(top,glob,icase)tri\\[a]ls',
  ]);
});

test('a repository of reftables shows no moves', () => {
  const commonDir = createFolder();
  mkdirSync(join(commonDir, 'reftable'));
  expect(landscape({}, commonDir).undeclared).toEqual([]);
});
