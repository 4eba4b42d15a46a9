import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { snapshotTree } from '../../src/git/snapshot.ts';
import { findWorktree } from '../../src/git/worktree.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

function snapshot({ path }: TestRepository, objects = createFolder(), env = process.env): string | undefined {
  const worktree = findWorktree(path, env);
  if (worktree === undefined) throw new Error('expected a worktree');
  return snapshotTree(worktree, { env, objects });
}

function begun(): TestRepository {
  const repository = createRepository();
  repository.commit('Begin', { 'src/a': 'one\n', 'other/b': 'two\n', 'check.sh': 'exit 1\n' });
  return repository;
}

describe('where part of the files is checked out', () => {
  test.each([true, false])(
    'a file that stands there all the same is taken as it is (expected there: %s)',
    (expected) => {
      const repository = begun();
      repository.git('config', 'core.sparseCheckout', 'true');
      repository.git('config', 'sparse.expectFilesOutsideOfPatterns', String(expected));
      repository.write('.git/info/sparse-checkout', '/*\n!/check.sh\n');
      repository.git('read-tree', '-mu', 'HEAD');
      const before = snapshot(repository);
      expect(before).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
      repository.write('check.sh', 'exit 0\n');
      const objects = createFolder();
      const tree = snapshot(repository, objects);

      const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
      expect(repository.gitWith({ env }, 'show', `${tree}:check.sh`).toString()).toBe('exit 0\n');
    },
  );

  test('a new one as well', () => {
    const repository = begun();
    repository.git('sparse-checkout', 'set', '--cone', 'src');
    repository.write('other/new', 'x');
    const objects = createFolder();
    const tree = snapshot(repository, objects);

    const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
    const found = repository.gitWith({ env }, 'ls-tree', '-r', '--name-only', `${tree}`).toString();
    expect(found.trim().split('\n')).toEqual(['check.sh', 'other/b', 'other/new', 'src/a']);
  });
});

describe('a submodule', () => {
  function withSubmodule(): TestRepository {
    const inner = createRepository();
    inner.commit('Begin', { v: 'no\n' });
    const repository = begun();
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
    repository.git('config', '--file', '.gitmodules', 'submodule.sub.ignore', 'all');
    repository.git('add', '.gitmodules');
    repository.commit('With a submodule');
    return repository;
  }

  test('that is clean is its commit', () => {
    const repository = withSubmodule();

    expect(snapshot(repository)).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
  });

  test.each([
    ['changed file', 'sub/v'],
    ['new file', 'sub/new'],
  ])('with a %s has what no tree of this repository says', (_name, path) => {
    const repository = withSubmodule();
    repository.write(path, 'yes\n');

    expect(snapshot(repository)).toBeUndefined();
  });

  test('that is there by its commit alone is told as well', () => {
    const repository = begun();
    mkdirSync(join(repository.path, 'inner'));
    const inner = repositoryAt(join(repository.path, 'inner'));
    inner.git('init', '--quiet');
    inner.git('config', 'user.name', 'Test Person');
    inner.git('config', 'user.email', 'person@test.invalid');
    inner.commit('Begin', { v: 'no\n' });
    expect(snapshot(repository)).toBeDefined();
    inner.write('v', 'yes\n');

    expect(snapshot(repository)).toBeUndefined();
  });
});

test("the objects are this person's alone", () => {
  const repository = begun();
  repository.write('src/a', 'changed\n');
  const objects = join(createFolder(), 'objects');
  snapshot(repository, objects);
  const modes = readdirSync(objects, { recursive: true, encoding: 'utf8' }).map(
    (name) => lstatSync(join(objects, name)).mode & 0o077,
  );

  expect(modes.length).toBeGreaterThan(2);
  expect(new Set(modes)).toEqual(new Set([0]));
});

test('where the objects cannot be kept, the tree is known none the less', () => {
  const repository = begun();
  const file = repository.write('../objects-file', 'x');
  const tree = snapshot(repository, join(file, 'objects'));

  expect(tree).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
});

test("in another person's repository git decides, and refuses", () => {
  const repository = begun();
  const proof = join(createFolder(), 'ran');
  repository.git('config', 'filter.odd.clean', `touch '${proof}'; cat`);
  repository.write('.git/info/attributes', '* filter=odd\n');
  repository.write('src/a', 'changed\n');
  // For git's own tests: as if the repository belonged to another.
  const env = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

  expect(snapshot(repository, createFolder(), env)).toBeUndefined();
  expect(existsSync(proof)).toBe(false);
  chmodSync(repository.path, 0o755);
  expect(snapshot(repository, createFolder(), process.env)).toBeDefined();
});
