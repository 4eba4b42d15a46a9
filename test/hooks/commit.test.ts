import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';
import { attempt, barePath, hookedRepository, install, programIn, programOf, userHook } from './hooked-repository.ts';

const REFUSES = 1;

function hooksAsked(program: { asked: () => readonly { argv: readonly string[] }[] }): readonly string[] {
  return program.asked().map(({ argv }) => argv.slice(0, 2).join(' '));
}

describe('off a spike branch', () => {
  test('a commit and a push ask nobody', () => {
    const repository = hookedRepository();
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'on main']).status).toBe(0);
    repository.branch('feature/spike');
    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'elsewhere']).status).toBe(0);
    repository.git('switch', '--quiet', '--detach');
    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'detached']).status).toBe(0);
    expect(program.asked()).toEqual([]);
  });

  test('an existing hook runs with its arguments, and its exit status counts', () => {
    const repository = hookedRepository();
    userHook(repository, 'pre-commit.before-spike-gate', 'echo "ran $# $0"; exit 7');

    const { status, stderr } = attempt(repository.path, ['commit', '--allow-empty', '-m', 'refused by its own hook']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('ran 0 .git/hooks/pre-commit.before-spike-gate');
    expect(attempt(repository.path, ['log', '--format=%s']).stdout).toBe('first\n');
  });
});

describe('on a spike branch', () => {
  test('each hook hands its name, its arguments and its index to the program', () => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    repository.write('a.txt', 'b\n');

    expect(attempt(repository.path, ['commit', '--quiet', '-a', '-m', 'all']).stderr).toBe('');
    const [before, message, ...more] = program.asked();
    expect(before?.argv).toEqual(['hook', 'pre-commit']);
    expect(before?.index).toMatch(/index\.lock$/);
    expect(message?.argv).toEqual(['hook', 'prepare-commit-msg', '.git/COMMIT_EDITMSG', 'message']);
    expect(more.map(({ argv }) => argv)).toEqual([['hook', 'commit-msg', '.git/COMMIT_EDITMSG']]);
  });

  test('a message that has its trailer already, and no editor, is not asked about again', () => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    const args = ['commit', '--allow-empty', '-m', 'one\n\nSpike: one/1 2:0123456789ab'];

    expect(attempt(repository.path, args, { GIT_EDITOR: 'false' }).status).toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg']);
  });

  test.each([
    ['typed in an editor', [], 'no hook'],
    ['given and then changed in an editor', ['--edit', '-m', 'subject'], 'no hook'],
    ['that another hook may have changed since', ['-m', 'one\n\nSpike: one/1 2:0123456789ab'], 'commit-msg'],
    ['that the hook before never saw', ['-m', 'one\n\nSpike: one/1 2:0123456789ab'], 'prepare-commit-msg'],
  ])('a line that looks like a trailer, in a message %s, is judged', (_, args, other) => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    const editor = `printf 'typed\\n\\nSpike: foo/1 0:aaaaaaaaaaaa\\n' >`;
    if (other === 'commit-msg') userHook(repository, 'commit-msg.before-spike-gate', 'exit 0');
    if (other === 'prepare-commit-msg') rmSync(join(repository.path, '.git/hooks/prepare-commit-msg'));

    expect(
      attempt(repository.path, ['commit', '--allow-empty', ...args], { GIT_EDITOR: `f() { ${editor} "$1"; }; f` })
        .status,
    ).toBe(0);
    expect(hooksAsked(program)).toContain('hook commit-msg');
    expect(repository.git('log', '-1', '--format=%B')).toContain('Spike: ');
  });

  test('a commit of named files is judged by the index that git made for it', () => {
    const repository = hookedRepository();
    repository.branch('spike/one');
    const program = programOf(repository.path);
    repository.write('a.txt', 'b\n');

    expect(attempt(repository.path, ['commit', '-m', 'one file', '--', 'a.txt']).status).toBe(0);
    expect(program.asked()[0]?.index).toMatch(/next-index-[0-9]+\.lock$/);
  });

  test('a refusal by the program refuses the commit', () => {
    const repository = hookedRepository();
    repository.branch('spike/one');
    const program = programOf(repository.path, REFUSES);
    const head = repository.git('rev-parse', 'HEAD');

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit']);
    expect(attempt(repository.path, ['commit', '--no-verify', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook prepare-commit-msg']);
    expect(repository.git('rev-parse', 'HEAD')).toBe(head);
  });

  test('an existing hook runs first, and the program is not asked when it refuses', () => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    userHook(repository, 'prepare-commit-msg.before-spike-gate', 'echo "by $2" >>"$1"; exit 0');

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'subject']).status).toBe(0);
    expect(repository.git('log', '-1', '--format=%B').trimEnd()).toBe('subject\nby message');
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);

    userHook(repository, 'pre-commit.before-spike-gate', 'exit 3');
    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(program.asked()).toEqual([]);
  });

  test('a hook of ours in the place of an existing one runs once, and comes to an end', () => {
    const repository = hookedRepository({ armed: true });
    const hooks = join(repository.path, '.git/hooks');
    for (const name of ['pre-commit', 'prepare-commit-msg', 'commit-msg'])
      cpSync(join(hooks, name), join(hooks, `${name}.before-spike-gate`));

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'on main'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'one'])).toMatchObject({ status: 0, stderr: '' });
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);
  });

  test('lines of a shared hook that was moved aside ask nobody a second time', () => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const program = programOf(repository.path);
    userHook(
      repository,
      'pre-commit.before-spike-gate',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell.
      'gate=$(git rev-parse --git-common-dir)/spike-gate/gate.sh\n[ ! -r "$gate" ] || sh "$gate" "$gate" "${0##*/}" "$@" || exit',
    );

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'one'])).toMatchObject({ status: 0, stderr: '' });
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);
  });

  test('an existing hook that is not executable stays unused, as git has it', () => {
    const repository = hookedRepository();
    repository.write('.git/hooks/pre-commit.before-spike-gate', '#!/bin/sh\nexit 1\n', 0o644);

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'more']).status).toBe(0);
  });

  test('the branches are those of the patterns, and spike/* where there are none', () => {
    const repository = hookedRepository({ armed: true });
    const program = programOf(repository.path);
    repository.write('.git/spike-gate/patterns', 'try-*\nteam/[x]/*');
    repository.branch('try-this');
    repository.commit('under the first pattern');
    repository.branch('team/x/thing');
    repository.commit('no range is meant by the brackets');
    repository.branch('spike/one');
    repository.commit('no pattern names this one');
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);

    repository.write('.git/spike-gate/patterns', '');
    repository.commit('no pattern at all');
    rmSync(join(repository.path, '.git/spike-gate/patterns'));
    repository.commit('no file');
    expect(hooksAsked(program)).toHaveLength(6);
  });

  test('a branch whose name looks like a file of a rebase is judged', () => {
    const repository = hookedRepository();
    repository.branch('spike/head-name');
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(program.asked()).toHaveLength(1);
  });

  test.each(['--merge', '--apply'])('a commit in a rebase (%s) belongs to the branch that is rebased', (backend) => {
    const repository = hookedRepository();
    repository.branch('spike/one');
    repository.write('a.txt', 'spike\n');
    repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '-a', '-m', 'on the spike');
    repository.git('switch', '--quiet', 'main');
    repository.write('a.txt', 'main\n');
    repository.git('commit', '--quiet', '-a', '-m', 'on main');
    repository.git('switch', '--quiet', 'spike/one');
    const before = programOf(repository.path);

    expect(attempt(repository.path, ['rebase', backend, 'main']).status).not.toBe(0);
    expect(hooksAsked(before)[0]).toBe('hook pre-rebase');
    const program = programOf(repository.path, REFUSES);
    repository.write('a.txt', 'both\n');
    repository.git('add', 'a.txt');
    expect(attempt(repository.path, ['symbolic-ref', '--quiet', 'HEAD']).status).toBe(1);
    program.asked();
    expect(attempt(repository.path, ['commit', '-m', 'joined']).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit']);
  });

  test('a rebase of another branch asks nobody', () => {
    const repository = hookedRepository();
    repository.branch('feature');
    repository.commit('to be rebased', { 'b.txt': 'b\n' });
    repository.git('switch', '--quiet', 'main');
    repository.commit('moved on', { 'c.txt': 'c\n' });
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['rebase', 'main', 'feature']).status).toBe(0);
    expect(program.asked()).toEqual([]);
  });
});

describe('the program is found', () => {
  test('in the linked worktree, else in the main one, for worktrees made after init too', () => {
    const repository = hookedRepository({ armed: true });
    const inMain = programOf(repository.path);
    const linked = join(createFolder(), 'linked "worktree"');
    repository.git('worktree', 'add', '--quiet', '-b', 'spike/linked', linked);

    expect(attempt(linked, ['commit', '--allow-empty', '-m', 'one']).status).toBe(0);
    expect(hooksAsked(inMain)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);

    const inLinked = programOf(linked, REFUSES);
    expect(attempt(linked, ['commit', '--allow-empty', '-m', 'two']).status).not.toBe(0);
    expect(hooksAsked(inLinked)).toEqual(['hook pre-commit']);
    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'on main']).status).toBe(0);
    expect(inMain.asked()).toEqual([]);
  });

  test('on PATH where no worktree has it', () => {
    const repository = hookedRepository({ armed: true });
    repository.branch('spike/one');
    const folder = barePath();
    const program = programIn(folder);

    expect(attempt(repository.path, ['commit', '--allow-empty', '-m', 'one'], { PATH: folder }).status).toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit', 'hook prepare-commit-msg', 'hook commit-msg']);
  });

  test('or the commit is refused, and how to mend that is said', () => {
    const repository = hookedRepository();
    repository.branch('spike/one');

    const { status, stderr } = attempt(repository.path, ['commit', '--allow-empty', '-m', 'one'], { PATH: barePath() });
    expect(status).not.toBe(0);
    expect(stderr).toBe(
      'spike: error: expected spike-gate in node_modules or on PATH, to judge spike/one, found none\n' +
        'spike: hint: npm i -D spike-gate here, or npm i -g spike-gate, then run the same git command again\n',
    );
    expect(attempt(repository.path, ['log', '--format=%s']).stdout).toBe('first\n');
  });

  test('and where it does not run, that is said too', () => {
    const repository = hookedRepository();
    repository.branch('spike/one');
    repository.write('node_modules/.bin/spike-gate', '#!/usr/bin/env no-such-interpreter\n', 0o755);

    const { status, stderr } = attempt(repository.path, ['commit', '--allow-empty', '-m', 'one']);
    expect(status).not.toBe(0);
    expect(stderr).toContain(
      'spike: error: expected ./node_modules/.bin/spike-gate to judge spike/one, found that it does not run',
    );
    expect(stderr).toContain('spike: hint: npm i -D spike-gate');
  });

  test('a hook that lost its gate refuses, and says what puts it back', () => {
    const repository = hookedRepository();
    rmSync(join(repository.path, '.git/spike-gate/gate.sh'));

    const { status, stderr } = attempt(repository.path, ['commit', '--allow-empty', '-m', 'one']);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^spike: error: expected \S+\/gate\.sh, found no such file\nspike: hint: spike init\n$/);
  });
});

describe('in an odd repository', () => {
  test('a bare one with worktrees', () => {
    const bare = join(createFolder(), 'bare repository.git');
    mkdirSync(bare);
    const repository = repositoryAt(bare);
    repository.git('init', '--quiet', '--bare', '--initial-branch=main');
    repository.git('config', 'user.name', 'Test Person');
    repository.git('config', 'user.email', 'person@test.invalid');
    const tree = repository.git('mktree');
    repository.git('update-ref', 'refs/heads/main', repository.git('commit-tree', '-m', 'first', tree));
    const worktree = join(bare, 'spike tree');
    repository.git('worktree', 'add', '--quiet', '-b', 'spike/one', worktree);
    install(worktree);
    const program = programOf(worktree, REFUSES);

    expect(attempt(worktree, ['commit', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit']);
    const other = join(bare, 'other');
    repository.git('worktree', 'add', '--quiet', '-b', 'feature', other);
    expect(attempt(other, ['commit', '--allow-empty', '-m', 'more']).status).toBe(0);
  });

  test('a submodule', () => {
    const library = hookedRepository();
    const outer = hookedRepository();
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, 'library');
    const inner = repositoryAt(join(outer.path, 'library'));
    inner.git('config', 'user.name', 'Test Person');
    inner.git('config', 'user.email', 'person@test.invalid');
    inner.branch('spike/inner');
    install(inner.path);
    const program = programOf(inner.path, REFUSES);

    expect(attempt(inner.path, ['commit', '--allow-empty', '-m', 'more']).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit']);
    expect(attempt(outer.path, ['commit', '-m', 'the outer one']).status).toBe(0);
  });

  test('one that the caller names by GIT_DIR and GIT_WORK_TREE, from another folder', () => {
    const repository = hookedRepository();
    repository.branch('spike/one');
    const program = programOf(repository.path, REFUSES);
    const env = { GIT_DIR: join(repository.path, '.git'), GIT_WORK_TREE: repository.path };

    expect(attempt(createFolder(), ['commit', '--allow-empty', '-m', 'more'], env).status).not.toBe(0);
    expect(hooksAsked(program)).toEqual(['hook pre-commit']);
    repository.git('switch', '--quiet', 'main');
    const below = join(repository.path, 'below');
    mkdirSync(below);
    const relative = { GIT_DIR: '../.git', GIT_WORK_TREE: '..' };
    expect(attempt(below, ['commit', '--allow-empty', '-m', 'more'], relative).status).toBe(0);
    expect(program.asked()).toEqual([]);
  });
});
