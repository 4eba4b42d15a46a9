import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { type Refused, restoringCommand } from '../../src/git/under-way.ts';
import { findWorktree } from '../../src/git/worktree.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

function restoring({ path }: TestRepository, refused: Partial<Refused> = {}): string | undefined {
  const worktree = findWorktree(path, {});
  if (worktree === undefined) throw new Error('expected a worktree');
  const unknown = { hook: 'reference-transaction', branch: 'main', command: undefined, to: undefined };
  return restoringCommand(worktree, { ...unknown, ...refused });
}

function repository(): TestRepository {
  const here = createRepository();
  here.commit('first', { 'a.txt': 'a\n' });
  return here;
}

describe('by what git keeps of it', () => {
  test.each([
    ['rebase-merge/head-name', 'rebase', 'git rebase --abort'],
    ['rebase-merge/autostash', 'pull', 'git rebase --quit && git stash pop --index'],
    ['rebase-apply/autostash', 'rebase', 'git rebase --quit && git stash pop --index'],
    ['rebase-apply/head-name', 'rebase', 'git rebase --abort'],
    ['rebase-apply/applying', 'am', 'git am --abort'],
    ['rebase-apply/next', 'am', 'git rebase --quit && git switch main'],
    ['MERGE_HEAD', 'merge', 'git merge --abort'],
    ['sequencer/todo', 'cherry-pick', 'git cherry-pick --abort'],
    ['sequencer/todo', 'revert', 'git revert --abort'],
    ['CHERRY_PICK_HEAD', 'cherry-pick', 'git cherry-pick --abort'],
  ])('%s of %s: %s', (file, name, command) => {
    const here = repository();
    here.write(`.git/${file}`, '');

    expect(restoring(here, { hook: 'prepare-commit-msg', command: { name, args: [] } })).toBe(command);
    expect(restoring(here, { hook: 'pre-push', command: { name: 'push', args: [] } })).toBeUndefined();
  });
});

test('a merge is known before git has written a word of it, and a revert of which it keeps nothing', () => {
  const here = repository();

  expect(restoring(here, { hook: 'pre-merge-commit' })).toBe('git merge --abort');
  expect(restoring(here, { hook: 'prepare-commit-msg', command: { name: 'revert', args: ['HEAD'] } })).toBe(
    'git reset --merge',
  );
  expect(restoring(here, { hook: 'pre-commit', command: { name: 'commit', args: [] } })).toBeUndefined();
});

test.each([
  ['commit', []],
  ['update-ref', ['refs/heads/main', 'HEAD']],
] as const)(
  'git %s leaves what was under way as it was: what a person has begun there is not to be thrown away',
  (name, args) => {
    const here = repository();
    for (const file of ['rebase-merge/head-name', 'MERGE_HEAD', 'CHERRY_PICK_HEAD']) here.write(`.git/${file}`, '');

    expect(restoring(here, { hook: 'prepare-commit-msg', command: { name, args } })).toBeUndefined();
  },
);

describe('after a move that was refused, the command puts index and files back', () => {
  const moves: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['a merge that is a fast-forward', ['merge', '--ff-only', 'ahead'], 'git reset --merge'],
    ['reset --hard', ['reset', '--hard', 'ahead'], 'git reset --merge'],
    ['reset', ['reset', 'ahead'], 'git reset'],
    ['reset --soft', ['reset', '--soft', 'ahead'], undefined],
    ['switch -C', ['switch', '-C', 'main', 'ahead'], 'git reset --merge'],
    ['update-ref', ['update-ref', 'HEAD', 'ahead'], undefined],
  ];

  test.each(moves)('%s', (_, [name = '', ...args], command) => {
    const here = repository();
    here.branch('ahead');
    const to = here.commit('second', { 'a.txt': 'b\n', 'new.txt': 'n\n' }) as CommitId;
    here.git('switch', '--quiet', 'main');
    const before = here.git('status', '--porcelain');
    here.write('.git/hooks/reference-transaction', '#!/bin/sh\n[ "$1" != prepared ] || ! grep -q main\n', 0o755);
    expect(() => here.git(name, ...args)).toThrow();

    const found = restoring(here, { command: { name, args }, to });
    expect(found).toBe(command);
    here.remove('.git/hooks/reference-transaction');
    if (found !== undefined) here.git(...found.split(' ').slice(1));
    expect(here.git('status', '--porcelain')).toBe(before);
  });
});
