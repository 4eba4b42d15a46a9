import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { snapshotTree } from '../../src/git/snapshot.ts';
import { findWorktree } from '../../src/git/worktree.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

function snapshot(
  { path }: TestRepository,
  { env = process.env, objects = createFolder() }: { env?: NodeJS.ProcessEnv; objects?: string } = {},
): string | undefined {
  const worktree = findWorktree(path, {});
  if (worktree === undefined) throw new Error('expected a worktree');
  return snapshotTree(worktree, { env, objects });
}

/** The tree that `git add --all` and a commit would make. */
function committed(repository: TestRepository): string {
  repository.commit('Everything');
  return repository.git('rev-parse', 'HEAD^{tree}');
}

function begun(options = {}): TestRepository {
  const repository = createRepository(options);
  repository.commit('Begin', { '.gitignore': 'build/\n', 'src/a': 'one\n', 'src/b': 'two\n' });
  return repository;
}

describe('a snapshot is the tree that a commit of everything would have', () => {
  test.each([{ objectFormat: 'sha1' }, { objectFormat: 'sha256' }])('in a repository of %o', (options) => {
    const repository = begun(options);
    repository.write('src/a', 'changed\n');
    repository.write('new file', 'x');
    repository.write('bin/tool', '#!/bin/sh\n', 0o755);
    repository.write('build/out', 'ignored');
    repository.link('link', 'src/a');
    repository.remove('src/b');
    const found = snapshot(repository);

    expect(found).toBe(committed(repository));
  });

  test('before the first commit', () => {
    const repository = createRepository();
    repository.write('a', 'x');

    expect(snapshot(repository)).toBe(committed(repository));
  });

  test('whatever stands in the index', () => {
    const repository = begun();
    repository.write('src/a', 'staged\n');
    repository.git('add', 'src/a');
    repository.write('src/a', 'in the working tree\n');
    repository.git('rm', '--quiet', '--cached', 'src/b');
    repository.git('update-index', '--assume-unchanged', 'src/a');
    const found = snapshot(repository);
    repository.git('update-index', '--no-assume-unchanged', 'src/a');

    expect(found).toBe(committed(repository));
  });

  test('with line endings that are converted', () => {
    const repository = begun();
    repository.git('config', 'core.autocrlf', 'true');
    repository.git('config', 'core.safecrlf', 'true');
    repository.write('crlf.txt', 'one\r\ntwo\r\n');
    const found = snapshot(repository);
    repository.git('config', 'core.safecrlf', 'false');

    expect(found).toBe(committed(repository));
  });

  test('with a submodule at another commit, though its changes are to be ignored', () => {
    const inner = begun();
    const outer = begun();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'inner');
    outer.git('config', '--file', '.gitmodules', 'submodule.inner.ignore', 'all');
    outer.commit('Add a submodule');
    const before = snapshot(outer);
    const within = repositoryAt(join(outer.path, 'inner'));
    within.git('config', 'user.name', 'Test Person');
    within.git('config', 'user.email', 'person@test.invalid');
    within.commit('Go on', { 'src/a': 'further\n' });
    const found = snapshot(outer);

    expect(before).toBe(outer.git('rev-parse', 'HEAD^{tree}'));
    expect(found).not.toBe(before);
    outer.git('update-index', '--cacheinfo', `160000,${within.git('rev-parse', 'HEAD')},inner`);
    expect(found).toBe(outer.git('write-tree'));
  });

  test('with part of the files checked out', () => {
    const repository = begun();
    repository.commit('More', { 'docs/c': 'three\n', 'docs/d/e': 'four\n' });
    repository.git('sparse-checkout', 'set', 'src');
    expect(existsSync(join(repository.path, 'docs'))).toBe(false);

    expect(snapshot(repository)).toBe(repository.git('rev-parse', 'HEAD^{tree}'));
    repository.write('src/a', 'changed\n');
    expect(snapshot(repository)).toBe(committed(repository));
  });

  test('from a linked worktree', () => {
    const repository = begun();
    const linked = join(createFolder(), 'linked');
    repository.git('worktree', 'add', '--quiet', linked, '-b', 'other');
    const other = repositoryAt(linked);
    other.write('src/a', 'there\n');

    expect(snapshot(other)).toBe(committed(other));
  });

  test('of a clone that borrows its objects', () => {
    const origin = begun();
    const path = join(createFolder(), 'clone');
    origin.git('clone', '--quiet', '--shared', origin.path, path);
    const clone = repositoryAt(path);

    expect(snapshot(clone)).toBe(origin.git('rev-parse', 'HEAD^{tree}'));
  });

  test('in a folder whose name would be quoted', () => {
    const path = join(createFolder(), 'a:b "c" \\d');
    mkdirSync(path);
    const repository = repositoryAt(path);
    repository.git('init', '--quiet', '--initial-branch=main');
    repository.write('a', 'x');
    repository.git('add', 'a');
    const tree = repository.git('write-tree');

    expect(snapshot(repository, { objects: join(createFolder(), 'o:"p"') })).toBe(tree);
  });
});

describe('a snapshot touches nothing', () => {
  test('of the index, the objects, the references or the temporary folder', () => {
    const repository = begun();
    repository.write('src/a', 'changed\n');
    const look = () => ({
      index: readFileSync(join(repository.path, '.git/index')),
      objects: repository.git('count-objects', '-v'),
      refs: repository.git('for-each-ref'),
      head: repository.git('rev-parse', 'HEAD'),
    });
    const before = look();
    const folder = createFolder();
    snapshot(repository, { env: { ...process.env, TMPDIR: folder } });

    expect(look()).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('and keeps its objects where it was told, so that they can be read', () => {
    const repository = begun();
    repository.write('src/a', 'changed\n');
    const objects = join(createFolder(), 'objects');
    const tree = snapshot(repository, { objects });
    const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };

    expect(repository.gitWith({ env }, 'show', `${tree}:src/a`).toString()).toBe('changed\n');
    expect(readdirSync(objects).filter((name) => name.startsWith('index'))).toEqual([]);
  });

  test('and runs no hook and no program that the settings name', () => {
    const repository = begun();
    const proof = join(createFolder(), 'ran');
    const program = repository.write('.git/program', `#!/bin/sh\ntouch '${proof}'\n`, 0o755);
    for (const hook of ['post-index-change', 'pre-commit', 'post-commit', 'reference-transaction'])
      repository.write(`.git/hooks/${hook}`, `#!/bin/sh\n'${program}'\n`, 0o755);
    repository.git('config', 'core.fsmonitor', program);
    repository.git('config', 'commit.gpgsign', 'true');
    repository.git('config', 'gpg.program', program);
    rmSync(proof, { force: true });
    repository.write('src/a', 'changed\n');

    expect(snapshot(repository)).toBeDefined();
    expect(existsSync(proof)).toBe(false);
  });
});

test('in a hook, the index that git names there is neither read nor written', () => {
  const repository = begun();
  repository.write('src/a', 'changed\n');
  const index = join(createFolder(), 'index');
  writeFileSync(index, 'not an index');
  const found = snapshot(repository, {
    env: { ...process.env, GIT_INDEX_FILE: index, GIT_DIR: '.git', GIT_PREFIX: 'src/' },
  });

  expect(found).toBe(committed(repository));
  expect(readFileSync(index, 'utf8')).toBe('not an index');
});

test('there is none where git cannot read everything', () => {
  const repository = begun();
  const inner = join(repository.path, 'unborn');
  mkdirSync(inner);
  repositoryAt(inner).git('init', '--quiet');
  symlinkSync('nowhere', join(inner, 'link'));

  expect(snapshot(repository)).toBeUndefined();
});
