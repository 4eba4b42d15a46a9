import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listWorktrees, parseWorktreeList } from '../../src/git/worktree-list.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';

test('every worktree is listed, but none whose folder is gone', () => {
  const repository = createRepository();
  repository.commit('first');
  const folder = createFolder();
  for (const name of ['a b', 'ü', 'line\nfeed', 'gone']) {
    repository.git('worktree', 'add', '--quiet', '--detach', join(folder, name));
  }
  repository.git('worktree', 'lock', '--reason', 'bare', join(folder, 'ü'));
  rmSync(join(folder, 'gone'), { recursive: true });

  expect(listWorktrees(repository.path)).toEqual([
    repository.path,
    ...['a b', 'line\nfeed', 'ü'].map((name) => join(folder, name)),
  ]);
});

test('a bare repository is none', () => {
  const text = 'worktree /srv/shop.git\0bare\0\0worktree /srv/shop-one\0HEAD 1\0branch refs/heads/main\0\0';

  expect(parseWorktreeList(text)).toEqual(['/srv/shop-one']);
});
