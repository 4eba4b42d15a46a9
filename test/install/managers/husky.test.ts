import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { STANDING_HOOKS } from '../../../src/core/hook-name.ts';
import { HUSKY } from '../../../src/install/managers/husky.ts';
import { createFolder, createRepository, repositoryAt } from '../../support/git-fixture.ts';
import { everythingIn } from '../scene.ts';
import { noting, type Rehearsal, rehearse } from './rehearsal.ts';

/** The program comes by PATH, so that npm has nothing to fetch. */
const MANIFEST = { name: 'app', scripts: { prepare: 'husky' } };

/** A repository whose team has hooks of each kind of file that husky runs. */
function scene(): Rehearsal {
  const repository = createRepository();
  repository.commit('first', {
    '.gitignore': 'node_modules\n',
    'package.json': `${JSON.stringify(MANIFEST, null, 2)}\n`,
    '.husky/pre-commit': noting('pre-commit'),
    '.husky/commit-msg': `#!/usr/bin/env sh\n${noting('commit-msg')}\n`,
    '.husky/pre-push': `#!/bin/sh\n\n${noting('pre-push')}\n`,
    '.husky/post-commit': '',
  });
  repository.git('init', '--quiet', '--bare', join(repository.path, '.git/origin'));
  repository.git('remote', 'add', 'origin', join(repository.path, '.git/origin'));
  return rehearse(repository);
}

function installed(): Rehearsal {
  const it = scene();
  expect(it.run('husky', []).status).toBe(0);
  it.init(HUSKY);
  return it;
}

const standing = ({ record }: { readonly record: readonly string[] }): readonly string[] => {
  const at = record.map((line) => line.startsWith('gate reference-transaction'));
  // With the lines of its input, up to the next call.
  return record.filter(
    (line, index) =>
      !at[index] &&
      !(line.startsWith('gate: ') && at[record.slice(0, index).findLastIndex((other) => !other.startsWith('gate: '))]),
  );
};

const COMMIT = ['commit', '--quiet', '--allow-empty', '--message', 'empty'] as const;
const COMMITTED = [
  'gate pre-commit',
  'user pre-commit',
  'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
  'gate commit-msg <.git/COMMIT_EDITMSG>',
  'user commit-msg <.git/COMMIT_EDITMSG>',
];

describe('beside husky', () => {
  test('the gate is asked first, and a person’s hooks have their arguments and their input', () => {
    const it = installed();
    const url = join(it.repository.path, '.git/origin');

    expect(standing(it.git(...COMMIT))).toEqual(COMMITTED);
    const head = it.repository.git('rev-parse', 'HEAD');
    const zeros = '0'.repeat(40);
    const refs = [
      `refs/heads/main ${head} refs/heads/main ${zeros}`,
      `refs/heads/main ${head} refs/heads/other ${zeros}`,
    ];
    expect(standing(it.git('push', '--quiet', 'origin', 'main', 'main:other'))).toEqual([
      `gate pre-push <origin> <${url}>`,
      ...refs.map((line) => `gate: ${line}`),
      `user pre-push <origin> <${url}>`,
      ...refs.map((line) => `user: ${line}`),
    ]);
    expect(standing(it.git('push', '--quiet', 'origin', 'main'))).toEqual([
      `gate pre-push <origin> <${url}>`,
      `user pre-push <origin> <${url}>`,
    ]);
  });

  test('every standing hook asks, and the armed one of every ref', () => {
    const it = installed();
    it.git('add', '--all');
    it.git(...COMMIT);
    const on = (branch: string, ...args: readonly string[]): readonly string[] => {
      it.repository.git('-c', 'core.hooksPath=/dev/null', 'switch', '--quiet', branch);
      return standing(it.git(...args)).flatMap((line) => /^gate (\S+)/.exec(line)?.[1] ?? []);
    };
    const commit = (message: string): readonly string[] => ['commit', '--quiet', '--allow-empty', '--message', message];

    expect(it.git('branch', 'topic').record).toContain('gate reference-transaction <prepared>');
    expect(on('topic', ...commit('one'))).toEqual(['pre-commit', 'prepare-commit-msg', 'commit-msg']);
    expect(on('main', ...commit('two'))).toEqual(['pre-commit', 'prepare-commit-msg', 'commit-msg']);
    expect(on('topic', 'rebase', '--quiet', '--keep-empty', 'main')[0]).toBe('pre-rebase');
    on('main', ...commit('three'));
    expect(on('main', 'merge', '--quiet', '--no-edit', 'topic')).toEqual([
      'pre-merge-commit',
      'prepare-commit-msg',
      'commit-msg',
    ]);
  });

  test('a refusal stops git before a person’s hooks run', () => {
    const it = installed();
    it.git(...COMMIT);
    const refs = it.repository.git('for-each-ref');
    it.refuse(true);

    for (const args of [COMMIT, ['push', '--quiet', 'origin', 'main'], ['branch', 'x'], [...COMMIT, '--no-verify']]) {
      const { status, record } = it.git(...args);
      expect(status).not.toBe(0);
      expect(record.filter((line) => line.startsWith('user'))).toEqual([]);
    }
    expect(it.repository.git('for-each-ref')).toBe(refs);
    expect(it.repository.git('ls-remote', 'origin')).toBe('');
  });

  test('husky and npm install change nothing about it', () => {
    const it = installed();
    const before = everythingIn(join(it.repository.path, '.husky'));
    const cache = createFolder();

    expect(it.run('husky', []).status).toBe(0);
    const npm = it.run('npm', ['install', '--offline', '--no-package-lock', '--omit=dev', '--ignore-scripts=false'], {
      npm_config_cache: cache,
    });
    expect(npm).toMatchObject({ status: 0 });
    expect(everythingIn(join(it.repository.path, '.husky'))).toEqual(before);
    expect(it.git(...COMMIT).record).toEqual(
      expect.arrayContaining([...COMMITTED, 'gate reference-transaction <prepared>']),
    );
    it.init(HUSKY);
    expect(everythingIn(join(it.repository.path, '.husky'))).toEqual(before);
  });

  test('all is as it was when it is gone', () => {
    const it = scene();
    it.run('husky', []);
    const before = everythingIn(join(it.repository.path, '.husky'));
    it.init(HUSKY);
    expect(it.text('.husky/pre-rebase')).toContain('gate.sh');
    it.run('husky', []);
    it.uninstall(HUSKY);

    expect(everythingIn(join(it.repository.path, '.husky'))).toEqual(before);
    expect(it.git(...COMMIT)).toMatchObject({
      status: 0,
      record: ['user pre-commit', 'user commit-msg <.git/COMMIT_EDITMSG>'],
    });
  });

  test('what a person wrote into a file that it made stays', () => {
    const it = installed();
    it.repository.write('.husky/pre-rebase', `${it.text('.husky/pre-rebase')}echo mine\n`);
    it.uninstall(HUSKY);

    expect(it.text('.husky/pre-rebase')).toBe('echo mine\n');
    expect(it.text('.husky/pre-merge-commit')).toBeUndefined();
  });

  test('in a clone without spike init a person’s hooks are all that runs', () => {
    const it = installed();
    rmSync(join(it.repository.path, '.git/spike-gate/gate.sh'));
    rmSync(join(it.repository.path, '.husky/_/reference-transaction'));

    expect(it.git(...COMMIT)).toMatchObject({
      status: 0,
      record: ['user pre-commit', 'user commit-msg <.git/COMMIT_EDITMSG>'],
    });
  });
});

describe('where husky is', () => {
  test('is told by core.hooksPath', () => {
    const it = scene();
    it.repository.remove('package.json');
    expect(HUSKY.recognise(it.scenery())).toBe(false);

    it.repository.git('config', 'core.hooksPath', '.githooks/_');
    expect(HUSKY.recognise(it.scenery())).toBe(false);
    it.run('husky', ['app/hooks']);
    expect(HUSKY.recognise(it.scenery())).toBe(true);
    expect(HUSKY.edits(it.scenery()).map(({ path }) => path)).toContain('app/hooks/pre-push');
    expect(HUSKY.hookFile('reference-transaction', it.scenery())).toBe(
      join(it.repository.path, 'app/hooks/_/reference-transaction'),
    );
    expect(HUSKY.obstacles(it.scenery())).toEqual([]);
  });

  test.each(['9.1.7', '^9', '~10.0.1', 'latest'])('is told by package.json with %s before it has run', (version) => {
    const it = scene();
    it.repository.write('package.json', JSON.stringify({ devDependencies: { husky: version } }));

    expect(HUSKY.recognise(it.scenery())).toBe(true);
    expect(HUSKY.edits(it.scenery())).toHaveLength(STANDING_HOOKS.length + 1);
    expect(HUSKY.hookFile('pre-commit', it.scenery())).toBe(join(it.scenery().folder, 'pre-commit'));
    expect(HUSKY.obstacles(it.scenery())).toMatchObject([{ hint: [expect.stringContaining('npm install')] }]);
  });

  test.each(['^8.0.3', '4.3.8', '', '{'])('is not told by package.json with %s', (version) => {
    const it = scene();
    it.repository.write(
      'package.json',
      version.startsWith('{') ? version : JSON.stringify({ devDependencies: version === '' ? {} : { husky: version } }),
    );

    expect(HUSKY.recognise(it.scenery())).toBe(false);
  });

  test('a linked worktree without npm install runs no hook, and is told what mends it', () => {
    const it = installed();
    it.git('add', '--all');
    it.git(...COMMIT);
    const path = join(createFolder(), "it's linked");
    it.git('worktree', 'add', '--quiet', '-b', 'linked', path);
    const linked = rehearse(repositoryAt(path));

    expect(linked.git(...COMMIT)).toMatchObject({ status: 0, record: [] });
    expect(HUSKY.recognise(linked.scenery())).toBe(true);
    expect(HUSKY.hookFile('reference-transaction', linked.scenery())).toBeUndefined();
    expect(HUSKY.obstacles(linked.scenery())).toEqual([
      {
        message: `expected the folder that husky generates, found no ${path}/.husky/_: git runs no hook in this worktree`,
        hint: ['npm install, or what else runs husky here, then spike init'],
      },
    ]);

    linked.run('husky', []);
    expect(linked.repository.git('status', '--porcelain')).toBe('');
  });

  test('a linked worktree in which husky has run asks the same gate', () => {
    const it = installed();
    it.git('add', '--all');
    it.git(...COMMIT);
    const path = join(createFolder(), "it's linked");
    it.git('worktree', 'add', '--quiet', '-b', 'linked', path);
    const linked = rehearse(repositoryAt(path));
    // In a linked worktree `.git` is a file, which husky is content with.
    linked.run('husky', []);
    linked.init(HUSKY);

    expect(HUSKY.obstacles(linked.scenery())).toEqual([]);
    expect(standing(linked.git(...COMMIT)).filter((line) => line.startsWith('gate '))).toHaveLength(3);
    expect(linked.repository.git('status', '--porcelain')).toBe('');
    linked.refuse(true);
    expect(linked.git(...COMMIT).status).not.toBe(0);
  });

  test('outside the worktree is another worktree’s to change', () => {
    const it = installed();
    const path = join(createFolder(), 'linked');
    it.git('worktree', 'add', '--quiet', '-b', 'linked', path);
    it.git('config', 'core.hooksPath', join(it.repository.path, '.husky/_'));
    const linked = rehearse(repositoryAt(path));

    expect(HUSKY.recognise(linked.scenery())).toBe(true);
    expect(HUSKY.edits(linked.scenery())).toEqual([]);
    expect(HUSKY.hookFile('reference-transaction', linked.scenery())).toBeUndefined();
    expect(HUSKY.obstacles(linked.scenery())).toEqual([]);
    expect(standing(linked.git(...COMMIT)).filter((line) => line.startsWith('gate '))).toHaveLength(3);
    it.uninstall(HUSKY);
    expect(HUSKY.obstacles(linked.scenery())).toMatchObject([
      { hint: [expect.stringContaining('core.hooksPath .husky/_')] },
    ]);
    expect(existsSync(join(path, '.husky/_'))).toBe(false);
  });
});
