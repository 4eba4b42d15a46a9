import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listWorktrees, parseWorktreeList } from '../../src/git/worktree-list.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';

test('every worktree is listed, but none whose folder is gone', () => {
  const repository = createRepository();
  repository.commit('first');
  const folder = createFolder();
  for (const name of ['a b', 'ü', 'gone']) {
    repository.git('worktree', 'add', '--quiet', '--detach', join(folder, name));
  }
  repository.git('worktree', 'lock', '--reason', 'bare', join(folder, 'ü'));
  rmSync(join(folder, 'gone'), { recursive: true });

  expect(listWorktrees(repository.path)).toEqual([repository.path, join(folder, 'a b'), join(folder, 'ü')]);
});

test('a bare repository is none', () => {
  const text = 'worktree /srv/shop.git\nbare\n\nworktree /work/shop\nHEAD 1\nbranch refs/heads/main\n\n';

  expect(parseWorktreeList(text)).toEqual(['/work/shop']);
});
