import { expect, test } from 'vitest';
import { defaultTarget, targetTip } from '../../src/git/target.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

/** `main` here, and `origin/main` where `origin` says. */
function createScene(): { repository: TestRepository; first: string; second: string } {
  const repository = createRepository();
  const first = repository.commit('first');
  const second = repository.commit('second');
  return { repository, first, second };
}

test('the local branch where it is ahead of what was fetched', () => {
  const { repository, first, second } = createScene();
  repository.git('update-ref', 'refs/remotes/origin/main', first);

  expect(targetTip(repository.path, 'main')).toBe(second);
});

test('what was fetched where the local branch is behind', () => {
  const { repository, first, second } = createScene();
  repository.git('update-ref', 'refs/remotes/origin/main', second);
  repository.git('reset', '--quiet', '--hard', first);

  expect(targetTip(repository.path, 'main')).toBe(second);
});

test('what was fetched where the two have diverged', () => {
  const { repository, first, second } = createScene();
  repository.git('update-ref', 'refs/remotes/origin/main', second);
  repository.git('reset', '--quiet', '--hard', first);
  repository.commit('diverged');

  expect(targetTip(repository.path, 'main')).toBe(second);
});

test('the only one there is', () => {
  const { repository, first, second } = createScene();
  repository.git('update-ref', 'refs/remotes/origin/develop', first);

  expect(targetTip(repository.path, 'main')).toBe(second);
  expect(targetTip(repository.path, 'develop')).toBe(first);
});

test('a tag or a folder of that name is not the branch', () => {
  const { repository, first, second } = createScene();
  repository.git('tag', 'main', first);

  expect(targetTip(repository.path, 'main')).toBe(second);
});

test('neither is an error with the next command', () => {
  const { repository } = createScene();

  expect(() => targetTip(repository.path, 'trunk')).toThrow(
    expect.objectContaining({ code: 'git-failed', hint: expect.stringContaining('git fetch origin trunk') }),
  );
});

test("the default target is origin's, else main, else master", () => {
  const { repository, first } = createScene();
  expect(defaultTarget(repository.path)).toBe('main');

  repository.git('branch', '--move', 'main', 'master');
  expect(defaultTarget(repository.path)).toBe('master');

  repository.git('update-ref', 'refs/remotes/origin/main', first);
  expect(defaultTarget(repository.path)).toBe('main');

  repository.git('update-ref', 'refs/remotes/origin/release/next', first);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/next');
  expect(defaultTarget(repository.path)).toBe('release/next');
});

test('no default target is an error that says how to name one', () => {
  const { repository } = createScene();
  repository.git('branch', '--move', 'main', 'trunk');

  expect(() => defaultTarget(repository.path)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('--target') }),
  );
});
