import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { endsBefore, isAncestor, mergeBase, mergeHeads } from '../../src/git/merge-base.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

function tip(repository: TestRepository, name: string) {
  return parseCommitId(repository.git('rev-parse', name));
}

/** `main` and `spike` have each merged the other's first commit. */
function createCrissCross(): TestRepository {
  const repository = createRepository();
  repository.commit('root', { root: '' });
  repository.branch('spike');
  repository.commit('on spike', { s: '' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('on main', { m: '' });
  repository.git('branch', 'main-1');
  repository.git('merge', '--quiet', '--no-edit', 'spike');
  repository.git('switch', '--quiet', 'spike');
  repository.git('merge', '--quiet', '--no-edit', 'main-1');
  return repository;
}

test('one merge base', () => {
  const repository = createRepository();
  const base = repository.commit('base');
  repository.branch('spike');
  repository.commit('on spike');
  repository.git('switch', '--quiet', 'main');
  repository.commit('on main');

  expect(mergeBase(repository.path, tip(repository, 'main'), [tip(repository, 'spike')])).toEqual({
    kind: 'one',
    base,
  });
});

test('none between unrelated histories', () => {
  const repository = createRepository();
  repository.commit('base');
  repository.git('switch', '--quiet', '--orphan', 'other');
  repository.commit('unrelated');

  expect(mergeBase(repository.path, tip(repository, 'main'), [tip(repository, 'other')])).toEqual({ kind: 'none' });
});

test('several after merges in both directions', () => {
  const repository = createCrissCross();
  const expected = [repository.git('rev-parse', 'main-1'), repository.git('rev-parse', 'spike~')];

  const found = mergeBase(repository.path, tip(repository, 'main'), [tip(repository, 'spike')]);

  expect(found.kind).toBe('several');
  expect(found.kind === 'several' && [...found.bases].sort()).toEqual(expected.sort());
});

test('while the target is being merged in, its commits count as merged', () => {
  const repository = createRepository();
  repository.commit('base');
  repository.branch('spike');
  repository.commit('on spike', { s: '' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('on main', { m: '' });
  repository.git('switch', '--quiet', 'spike');
  repository.git('merge', '--quiet', '--no-commit', '--no-ff', 'main');

  const heads = [tip(repository, 'HEAD'), ...mergeHeads(`${repository.path}/.git`)];

  expect(heads).toHaveLength(2);
  expect(mergeBase(repository.path, tip(repository, 'main'), heads)).toEqual({
    kind: 'one',
    base: tip(repository, 'main'),
  });
});

test('without a merge in progress there are no merge heads', () => {
  const repository = createRepository();
  repository.commit('base');

  expect(mergeHeads(`${repository.path}/.git`)).toEqual([]);
});

test('what contains what, and a commit that is not here is no answer', () => {
  const repository = createRepository();
  const first = parseCommitId(repository.commit('first'));
  const second = parseCommitId(repository.commit('second'));
  const gone = parseCommitId('1'.repeat(40));

  expect(isAncestor(repository.path, first, second)).toBe(true);
  expect(isAncestor(repository.path, first, first)).toBe(true);
  expect(isAncestor(repository.path, second, first)).toBe(false);
  expect(() => isAncestor(repository.path, gone, second)).toThrow(expect.objectContaining({ code: 'git-failed' }));
  expect(() => mergeBase(repository.path, gone, [second])).toThrow(expect.objectContaining({ code: 'git-failed' }));
});

describe('a shallow clone', () => {
  function shallow(origin: TestRepository, depth: number): TestRepository {
    const folder = createFolder();
    origin.git(
      'clone',
      '--quiet',
      '--no-single-branch',
      `--depth=${depth}`,
      pathToFileURL(origin.path).href,
      `${folder}/clone`,
    );
    return repositoryAt(`${folder}/clone`);
  }

  test('that hides one of two merge bases is said to end too early', () => {
    const origin = createRepository();
    origin.commit('root');
    origin.branch('side');
    const near = origin.commit('near', { near: '' });
    origin.git('switch', '--quiet', 'main');
    const far = origin.commit('far', { far: '' });
    origin.branch('spike');
    for (const branch of ['main', 'spike']) {
      origin.git('switch', '--quiet', branch);
      for (const message of ['1', '2', '3']) origin.commit(`${branch} ${message}`);
      origin.git('merge', '--quiet', '--no-edit', 'side');
    }
    const [main, spike] = [tip(origin, 'main'), tip(origin, 'spike')];
    const clone = shallow(origin, 3);

    const whole = mergeBase(origin.path, main, [spike]);
    expect(whole.kind === 'several' && [...whole.bases].sort()).toEqual([near, far].sort());
    expect(mergeBase(clone.path, main, [spike])).toEqual({ kind: 'one', base: near });
    expect(endsBefore(clone.path, { tips: [main, spike], base: parseCommitId(near) })).toBe(true);
  });

  test('that reaches beyond the merge base is deep enough', () => {
    const origin = createRepository();
    for (const message of ['1', '2', '3', '4']) origin.commit(message);
    const base = tip(origin, 'main');
    origin.branch('spike');
    origin.commit('on spike');
    const clone = shallow(origin, 2);

    expect(endsBefore(clone.path, { tips: [base, tip(origin, 'spike')], base })).toBe(false);
  });

  test('and a whole one', () => {
    const repository = createRepository();
    const base = parseCommitId(repository.commit('base'));

    expect(endsBefore(repository.path, { tips: [base], base })).toBe(false);
  });
});
