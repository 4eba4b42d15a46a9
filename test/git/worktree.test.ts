import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { branchOf, findWorktree } from '../../src/git/worktree.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

function begun(): TestRepository {
  const repository = createRepository();
  repository.commit('Begin', { 'src/a': 'one\n' });
  return repository;
}

/** What git itself says, so that both are compared and not only ours is believed. */
function asked(repository: TestRepository, cwd = repository.path): unknown {
  const [top, gitDir, commonDir] = repository
    .gitWith({ cwd }, 'rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir')
    .toString()
    .split('\n');
  return { top, gitDir, commonDir };
}

describe('the worktree', () => {
  test('of a repository is found from its top and from below', () => {
    const repository = begun();

    for (const cwd of [repository.path, join(repository.path, 'src')]) {
      expect(findWorktree(cwd, {})).toEqual(asked(repository, cwd));
    }
  });

  test('that is linked shares the common directory', () => {
    const repository = begun();
    const linked = join(createFolder(), 'linked');
    repository.git('worktree', 'add', '--quiet', linked, '-b', 'spike/linked');
    const found = findWorktree(linked, {});

    expect(found).toEqual(asked(repository, linked));
    expect(found?.commonDir).toBe(join(repository.path, '.git'));
    expect(found && branchOf(found)).toBe('spike/linked');
  });

  test('of a bare repository is the linked one alone', () => {
    const bare = createRepository({ bare: true });
    const work = begun();
    work.git('push', '--quiet', bare.path, 'main');
    const linked = join(createFolder(), 'linked');
    bare.git('worktree', 'add', '--quiet', linked, 'main');

    expect(findWorktree(bare.path, {})).toBeUndefined();
    expect(findWorktree(linked, {})).toEqual(asked(bare, linked));
  });

  test('of a submodule is its own', () => {
    const inner = begun();
    const outer = begun();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'inner');
    const cwd = join(outer.path, 'inner');

    expect(findWorktree(cwd, {})).toEqual(asked(outer, cwd));
  });

  test('is the real folder, whatever link led there', () => {
    const repository = begun();
    const link = join(createFolder(), 'link');
    symlinkSync(repository.path, link);

    expect(findWorktree(link, {})?.top).toBe(repository.path);
  });

  test.each([
    [
      'core.worktree',
      (repository: TestRepository) => repository.git('config', 'core.worktree', mkdir(repository.path, 'elsewhere')),
    ],
    [
      'a setting of this worktree alone',
      (repository: TestRepository) => {
        repository.git('config', 'extensions.worktreeConfig', 'true');
        repository.git('config', '--worktree', 'core.worktree', mkdir(repository.path, 'elsewhere'));
      },
    ],
  ])('that %s moves is what git says', (_name, move) => {
    const repository = begun();
    move(repository);
    const cwd = join(repository.path, 'elsewhere');

    expect(findWorktree(cwd, {})).toEqual(asked(repository, cwd));
    expect(findWorktree(cwd, {})?.top).toBe(cwd);
  });

  test('with per-worktree settings that say nothing of it is found as ever', () => {
    const repository = begun();
    repository.git('config', 'extensions.worktreeConfig', 'true');
    repository.git('config', '--worktree', 'core.sparseCheckout', 'true');

    expect(findWorktree(repository.path, {})).toEqual(asked(repository));
  });

  test('that the environment names is that one, as in a hook', () => {
    const repository = begun();
    const elsewhere = createFolder();
    const gitDir = join(repository.path, '.git');

    expect(
      findWorktree(elsewhere, { GIT_DIR: gitDir, GIT_WORK_TREE: repository.path, PATH: process.env['PATH'] }),
    ).toMatchObject({ top: repository.path, gitDir });
    expect(findWorktree(repository.path, { GIT_DIR: '.git', PATH: process.env['PATH'] })).toMatchObject({
      top: repository.path,
      gitDir,
    });
    expect(findWorktree(repository.path, { GIT_DIR: elsewhere, PATH: process.env['PATH'] })).toBeUndefined();
  });

  test.each([
    ['outside of any repository', () => createFolder()],
    ['in a git directory', () => join(begun().path, '.git', 'refs')],
    [
      'where core.bare says there is none',
      () => {
        const repository = begun();
        repository.git('config', 'core.bare', 'true');
        return repository.path;
      },
    ],
  ])('is not found %s', (_name, place) => {
    expect(findWorktree(place(), {})).toBeUndefined();
  });

  test('is not looked for above a ceiling', () => {
    const repository = begun();
    const cwd = mkdir(repository.path, 'a/b');
    const within = (ceilings: string) => findWorktree(cwd, { GIT_CEILING_DIRECTORIES: ceilings })?.top;

    expect(within(join(repository.path, '..'))).toBe(repository.path);
    expect(within('relative')).toBe(repository.path);
    expect(within(`relative:${repository.path}`)).toBeUndefined();
    expect(within(join(repository.path, 'a'))).toBeUndefined();
  });

  test('is passed over where .git is no repository', () => {
    const repository = begun();
    const cwd = mkdir(repository.path, 'vendor/.git');

    expect(findWorktree(join(cwd, '..'), {})).toEqual(asked(repository, join(cwd, '..')));
  });
});

function mkdir(...parts: readonly string[]): string {
  const folder = join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe('the branch', () => {
  const branchIn = (repository: TestRepository): string | undefined => {
    const worktree = findWorktree(repository.path, {});
    if (worktree === undefined) throw new Error('expected a worktree');
    return branchOf(worktree);
  };

  test('is what HEAD names, born or not', () => {
    const repository = createRepository();
    expect(branchIn(repository)).toBe('main');

    repository.commit('Begin');
    repository.branch('spike/users-email');
    expect(branchIn(repository)).toBe('spike/users-email');
    repository.git('pack-refs', '--all');
    expect(branchIn(repository)).toBe('spike/users-email');
  });

  test('is none on a detached HEAD', () => {
    const repository = begun();
    repository.git('switch', '--quiet', '--detach');

    expect(branchIn(repository)).toBeUndefined();
  });

  test('is found where HEAD is a symbolic link', () => {
    const repository = begun();
    repository.git('config', 'core.preferSymlinkRefs', 'true');
    repository.branch('spike/linked');

    expect(branchIn(repository)).toBe('spike/linked');
  });

  test.each([[['--merge']], [['--apply']]])('is the one that is being rebased with %j', (flags) => {
    const repository = begun();
    repository.branch('spike/a');
    repository.commit('Change', { 'src/a': 'spike\n' });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Other change', { 'src/a': 'main\n' });
    repository.git('switch', '--quiet', 'spike/a');
    expect(() => repository.git('rebase', '--quiet', ...flags, 'main')).toThrow();

    expect(repository.git('branch', '--show-current')).toBe('');
    expect(branchIn(repository)).toBe('spike/a');
  });

  test('is asked of git where HEAD stands in a reftable', () => {
    const repository = begun();
    const worktree = findWorktree(repository.path, {});
    writeFileSync(join(repository.path, '.git/HEAD'), 'ref: refs/heads/.invalid\n');
    // Not every git knows reftables, so a program in its place answers as one that does.
    const programs = repositoryAt(createFolder());
    programs.write('git', '#!/bin/sh\necho refs/heads/spike/in-a-table\n', 0o755);
    vi.stubEnv('PATH', `${programs.path}:${process.env['PATH']}`);

    expect(worktree && branchOf(worktree)).toBe('spike/in-a-table');
  });
});
