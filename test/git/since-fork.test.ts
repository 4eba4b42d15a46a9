import { expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { changedEntriesOfIndex } from '../../src/git/diff.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

function pathsSince(repository: TestRepository, tip: string): readonly string[] {
  const entries = changedEntriesOfIndex(repository.path, parseCommitId(tip), { sinceFork: true });
  return entries.map(({ path }) => Buffer.from(path).toString());
}

test('the index is compared with where HEAD left the target, not with its tip', () => {
  const repository = createRepository();
  repository.commit('base', { a: '1' });
  repository.branch('spike');
  repository.commit('spike', { b: '1' });
  repository.git('switch', '--quiet', 'main');
  const tip = repository.commit('main', { c: '1' });
  repository.git('switch', '--quiet', 'spike');
  repository.write('d', '1');
  repository.git('add', 'd');

  expect(pathsSince(repository, tip)).toEqual(['b', 'd']);
});

test('with several merge bases, or none, it fails', () => {
  const repository = createRepository();
  repository.commit('base', { a: '1' });
  repository.branch('one');
  repository.commit('one', { one: '1' });
  repository.branch('two', 'main');
  repository.commit('two', { two: '1' });
  repository.git('switch', '--quiet', 'one');
  repository.git('branch', 'before');
  repository.git('merge', '--quiet', '--no-edit', 'two');
  repository.git('switch', '--quiet', 'two');
  repository.git('merge', '--quiet', '--no-edit', 'before');
  expect(repository.git('merge-base', '--all', 'one', 'two').split('\n')).toHaveLength(2);

  const failed = expect.objectContaining({ code: 'git-failed' });
  expect(() => pathsSince(repository, repository.git('rev-parse', 'one'))).toThrow(failed);

  repository.git('switch', '--quiet', '--orphan', 'apart');
  repository.commit('apart');
  expect(() => pathsSince(repository, repository.git('rev-parse', 'one'))).toThrow(failed);
});
