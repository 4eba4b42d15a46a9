import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STANDING_HOOKS } from '../../../src/core/hook-name.ts';
import { readExisting } from '../../../src/install/existing.ts';
import { LEFTHOOK } from '../../../src/install/managers/lefthook.ts';
import { rcEdit } from '../../../src/install/managers/lefthook-config.ts';
import { createFolder } from '../../support/git-fixture.ts';
import { managersBin } from '../../support/managers.ts';
import { NOTE, type StandIn, standIn } from './stand-in.ts';

const CONFIG = `# yaml-language-server: $schema=https://json.schemastore.org/lefthook.json

pre-commit:
  parallel: true
  jobs:
    - name: note
      run: ./note pre-commit
    - name: other
      run: "true"
commit-msg:
  commands:
    note:
      run: ./note commit-msg {1}
pre-push:
  parallel: true
  scripts:
    note-push:
      use_stdin: true
    note-again:
      use_stdin: true
`;

function scene(config = CONFIG): StandIn {
  const it = standIn({ PATH: `${managersBin()}:${process.env['PATH']}`, LEFTHOOK: undefined });
  it.repository.commit('first', { 'a.txt': 'a\n', 'lefthook.yml': config });
  it.repository.write('note', NOTE, 0o755);
  it.repository.write('.lefthook/pre-push/note-push', '#!/bin/sh\n./note pre-push "$@"\n', 0o755);
  it.repository.write('.lefthook/pre-push/note-again', '#!/bin/sh\nexit 0\n', 0o755);
  it.repository.commit('entries');
  return it;
}

/** Where lefthook was first, and `init` came then. */
function installed(config?: string): StandIn {
  const it = scene(config);
  it.run(['lefthook', 'install']);
  it.install(LEFTHOOK);
  return it;
}

function commitEverything(it: StandIn): void {
  it.repository.git('add', '--all');
  it.run(['git', 'commit', '--quiet', '--message', 'lefthook.yml asks the gate']);
}

const EMPTY_COMMIT = ['git', 'commit', '--quiet', '--allow-empty', '--message', 'empty'];

/** Every standing hook, as far as one line of git can bring it about, with what the gate was given. */
function everyEvent(it: StandIn): Readonly<Record<string, readonly string[]>> {
  const { git } = it.repository;
  const quietly = (...args: readonly string[]) => git('-c', 'core.hooksPath=/dev/null', ...args);
  const save = ['commit', '--quiet', '--all', '--allow-empty', '--message'];
  quietly(...save, 'on main');
  quietly('switch', '--quiet', '--create', 'side');
  quietly(...save, 'beside');
  quietly('switch', '--quiet', 'main');
  quietly(...save, 'on main');
  quietly('switch', '--quiet', 'side');
  const asked = (argv: readonly string[]) => it.noted(argv).filter((line) => line.startsWith('gate '));
  const merge = asked(['git', 'merge', '--quiet', '--no-edit', 'main']);
  const commit = asked(EMPTY_COMMIT);
  const rebase = asked(['git', 'rebase', '--quiet', 'main']);
  quietly('switch', '--quiet', 'main');
  quietly('branch', '--quiet', '-D', 'side');
  return { merge, commit, rebase };
}

const ALL_ASKED = {
  merge: [
    'gate pre-merge-commit',
    'gate prepare-commit-msg <.git/MERGE_MSG> <merge>',
    'gate commit-msg <.git/MERGE_MSG>',
  ],
  commit: [
    'gate pre-commit',
    'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
    'gate commit-msg <.git/COMMIT_EDITMSG>',
  ],
  rebase: expect.arrayContaining(['gate pre-rebase <main>']),
};

/** Two branches, one of them new, to a remote that is another repository. */
function push(it: StandIn, ...flags: readonly string[]): readonly string[] {
  const remote = createFolder();
  it.repository.git('init', '--quiet', '--bare', remote);
  return ['git', 'push', '--quiet', ...flags, remote, 'main', 'main:refs/heads/other'];
}

test('each hook asks the gate from the first one on, and the entries of a person run as before', () => {
  const it = installed();

  expect(LEFTHOOK.recognise(it.scenery)).toBe(true);
  expect(LEFTHOOK.obstacles(it.scenery)).toEqual([]);
  it.repository.write('a.txt', 'b\n');
  expect(it.noted(['git', 'commit', '--quiet', '--all', '--message', 'b'])).toEqual([
    'gate pre-commit',
    'user pre-commit',
    'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
    'gate commit-msg <.git/COMMIT_EDITMSG>',
    'user commit-msg <.git/COMMIT_EDITMSG>',
  ]);
  expect(everyEvent(it)).toEqual(ALL_ASKED);
});

test('a push hands the gate each ref, and the entry of a person gets the same standard input after it', () => {
  const it = installed();
  const argv = push(it);
  const remote = argv.at(3);
  const tip = it.repository.git('rev-parse', 'main');
  const zeros = '0'.repeat(40);
  const lines = [`refs/heads/main ${tip} refs/heads/main ${zeros}`, `refs/heads/main ${tip} refs/heads/other ${zeros}`];

  const noted = it.noted(argv);

  expect(noted.slice(0, 3)).toEqual([
    `gate pre-push <${remote}> <${remote}>`,
    ...lines.map((line) => `gate pre-push: ${line}`),
  ]);
  expect(noted).toContain(`user pre-push <${remote}> <${remote}>`);
});

test('the one entry that reads standard input gets it whole', () => {
  const config = 'pre-push:\n  scripts:\n    note-push:\n      use_stdin: true\n';
  const it = installed(config);

  const noted = it.noted(push(it));

  expect(noted.filter((line) => line.startsWith('user pre-push: refs/heads/main '))).toHaveLength(2);
  expect(noted.filter((line) => line.startsWith('gate pre-push: refs/heads/main '))).toHaveLength(2);
});

test('a refusal stops git and is readable, with and without staged files, and whatever lefthook is told to skip', () => {
  const it = installed(`${CONFIG}prepare-commit-msg:\n  skip: true\n  jobs:\n    - run: "true"\n`);
  const before = it.repository.git('rev-parse', 'HEAD');
  it.refuse(true);
  it.repository.write('a.txt', 'b\n');

  const tries = [
    ['git', 'commit', '--quiet', '--all', '--message', 'b'],
    EMPTY_COMMIT,
    [...EMPTY_COMMIT, '--no-verify'],
    push(it),
  ].map((argv) => it.run(argv, { env: { LEFTHOOK_EXCLUDE: 'spike-gate,note', LEFTHOOK_QUIET: 'true' } }));

  expect(tries.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
  expect(tries.map(({ output }) => /^spike: error: refused by [a-z-]+$/m.exec(output)?.[0])).toEqual([
    'spike: error: refused by pre-commit',
    'spike: error: refused by pre-commit',
    'spike: error: refused by prepare-commit-msg',
    'spike: error: refused by pre-push',
  ]);
  expect(it.repository.git('rev-parse', 'HEAD')).toBe(before);
});

test('where lefthook comes after init, and where it installs, syncs by itself or is forced, each hook still asks', () => {
  const it = scene();
  it.install(LEFTHOOK);
  for (const argv of [
    ['lefthook', 'install'],
    ['lefthook', 'install'],
    ['lefthook', 'install', '--force'],
  ]) {
    expect(it.run(argv).status).toBe(0);
    expect(everyEvent(it)).toEqual(ALL_ASKED);
  }

  // A hook that the configuration names from now on: the next hook of any name puts lefthook's in place of ours.
  const config = readExisting(join(it.repository.path, 'lefthook.yml'))?.content.toString() ?? '';
  it.repository.write('lefthook.yml', `${config}\npre-rebase:\n  jobs:\n    - run: "true"\n`);
  makeNewer(it);
  commitEverything(it);
  expect(it.hook('pre-rebase')).toContain('call_lefthook');
  expect(everyEvent(it)).toEqual(ALL_ASKED);
  expect(it.hook('reference-transaction')).toContain('# spike-gate: a stand-in');
});

test('each hook still asks after lefthook is uninstalled, and installed again', () => {
  const it = installed();
  expect(LEFTHOOK.hookFile('pre-commit', it.scenery)).toMatch(/\/pre-commit\.old$/);

  it.run(['lefthook', 'uninstall']);
  expect(STANDING_HOOKS.filter((name) => it.hook(name)?.includes('call_lefthook') === true)).toEqual([]);
  expect(everyEvent(it)).toEqual(ALL_ASKED);

  expect(it.run(['lefthook', 'install']).status).toBe(0);
  expect(everyEvent(it)).toEqual(ALL_ASKED);
});

const HOOKS_OF_COMMIT = ['gate pre-commit', 'gate prepare-commit-msg', 'gate commit-msg'];

test('a worktree that is made later asks, also where lefthook does nothing, as in one without npm install', () => {
  const it = installed();
  commitEverything(it);
  const there = join(createFolder(), 'with space');
  it.repository.git('worktree', 'add', '--quiet', '-b', 'later', there);
  const hooks = (env: NodeJS.ProcessEnv) => namesOf(it.noted(EMPTY_COMMIT, { cwd: there, env }));

  expect(hooks({ LEFTHOOK_BIN: 'true' })).toEqual(HOOKS_OF_COMMIT);
  expect(hooks({})).toEqual([...HOOKS_OF_COMMIT, 'user commit-msg']);
});

test('a hole that is named: on a branch whose configuration does not ask, lefthook syncs the gate out of the hooks that it owns', () => {
  const it = installed();
  const old = join(createFolder(), 'old');
  it.repository.git('worktree', 'add', '--quiet', '-b', 'old', old);
  makeNewer(it);
  commitEverything(it);

  expect(namesOf(it.noted(EMPTY_COMMIT, { cwd: old }))).toContain('gate pre-commit');
  expect(namesOf(it.noted(EMPTY_COMMIT, { cwd: old }))).toEqual(['gate prepare-commit-msg', 'user commit-msg']);
  // Back where the configuration asks, the first hook that lefthook owns puts the gate in again.
  expect(namesOf(it.noted(EMPTY_COMMIT))).not.toContain('gate pre-commit');
  expect(namesOf(it.noted(EMPTY_COMMIT))).toEqual([...HOOKS_OF_COMMIT, 'user commit-msg']);
});

/** What has changed lefthook judges by the time of the file first, in whole seconds. */
function makeNewer(it: StandIn): void {
  const later = Date.now() / 1000 + 10;
  utimesSync(join(it.repository.path, 'lefthook.yml'), later, later);
}

function namesOf(noted: readonly string[]): readonly string[] {
  return noted.map((line) => line.split(' ').slice(0, 2).join(' '));
}

test('a clone without init has a valid configuration, and nothing happens', () => {
  const it = installed();
  commitEverything(it);
  const there = createFolder();
  it.repository.git('clone', '--quiet', it.repository.path, there);
  it.run(['git', 'config', 'user.email', 'person@test.invalid'], { cwd: there });
  it.run(['git', 'config', 'user.name', 'Test Person'], { cwd: there });

  expect(it.run(['lefthook', 'validate'], { cwd: there }).status).toBe(0);
  expect(it.run(['lefthook', 'install'], { cwd: there }).status).toBe(0);
  expect(it.run(EMPTY_COMMIT, { cwd: there }).status).toBe(0);
});

test('a hole that is named: LEFTHOOK=0 skips the hooks that lefthook owns, and not the others', () => {
  const it = installed();

  expect(it.noted(EMPTY_COMMIT, { env: { LEFTHOOK: '0' } })).toEqual([
    'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
  ]);
});

test('uninstalling restores each file byte for byte, before and after lefthook has written its hooks again', () => {
  const it = scene();
  it.run(['lefthook', 'install']);
  const names = ['pre-commit', 'commit-msg', 'pre-push', 'pre-commit.old', 'prepare-commit-msg', 'pre-rebase'];
  const look = () => names.map((name) => it.hook(name));
  const before = look();

  it.install(LEFTHOOK);
  it.uninstall(LEFTHOOK);
  expect(look()).toEqual(before);
  expect(it.repository.git('status', '--porcelain')).toBe('');

  it.install(LEFTHOOK);
  it.run(['lefthook', 'install']);
  it.uninstall(LEFTHOOK);
  expect(look()).toEqual(before);
  expect(it.repository.git('status', '--porcelain')).toBe('');
});

test('an rc file of a person’s own asks the gate, and still does its own work', () => {
  const it = scene(`rc: ./hooks.rc\n${CONFIG}`);
  const rc = '#!/bin/sh\nexport MINE=yes\n';
  it.repository.write('hooks.rc', rc);
  it.repository.commit('rc');
  it.run(['lefthook', 'install']);

  it.install(LEFTHOOK);
  expect(LEFTHOOK.obstacles(it.scenery)).toEqual([]);
  expect(it.repository.git('diff', '--name-only')).toBe('hooks.rc');
  it.uninstall(LEFTHOOK);
  expect(it.repository.git('status', '--porcelain')).toBe('');

  it.install(LEFTHOOK);
  expect(everyEvent(it)).toEqual(ALL_ASKED);
});

test('a local configuration without a main one asks the gate too', () => {
  const it = standIn({ PATH: `${managersBin()}:${process.env['PATH']}`, LEFTHOOK: undefined });
  it.repository.write('lefthook-local.yml', 'pre-commit:\n  jobs:\n    - run: "true"\n');
  it.run(['lefthook', 'install']);
  it.install(LEFTHOOK);

  expect(LEFTHOOK.obstacles(it.scenery)).toEqual([]);
  expect(it.run(['lefthook', 'install']).status).toBe(0);
  expect(namesOf(it.noted(EMPTY_COMMIT))).toEqual(HOOKS_OF_COMMIT);
});

test('an rc file that only the shell can find, and a configuration that is no YAML, are for a person', () => {
  const it = standIn({});
  it.repository.write('lefthook.toml', '[pre-commit]\nparallel = true\n');
  it.repository.write('lefthook-local.yml', 'rc: "$SOMEWHERE/rc"\n');

  const { obstacles, edits } = LEFTHOOK;
  expect(obstacles(it.scenery).map(({ message }) => message)).toEqual([
    'expected the hooks of lefthook to ask the gate, found lefthook.toml, which spike init does not edit',
    'expected the hooks of lefthook to ask the gate, found an rc file of your own in lefthook-local.yml: $SOMEWHERE/rc',
  ]);
  expect(obstacles(it.scenery)[0]?.hint[1]).toBe(`rc = '"\${0%/*}/../spike-gate/lefthook.sh"'`);
  expect(edits(it.scenery).map(({ path }) => path)).toEqual(['.git/spike-gate/lefthook.sh']);

  it.repository.write('lefthook.toml', `rc = '"\${0%/*}/../spike-gate/lefthook.sh"'\n[pre-commit]\nparallel = true\n`);
  expect(obstacles(it.scenery)).toHaveLength(1);
});

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['a usual file', CONFIG],
  ['an empty file', ''],
  ['only comments', '# nothing\n'],
  ['no line break at the end', 'pre-commit:\n  parallel: true'],
  ['blank lines at the end', 'pre-commit:\n  parallel: true\n\n\n'],
  ['a document marker', '---\npre-commit:\n  parallel: true\n'],
  ['carriage returns', 'pre-commit:\r\n  parallel: true\r\n'],
  ['a block text at the end', 'pre-commit:\n  jobs:\n    - run: |\n        echo a\n'],
  ['anchors and merges', 'pre-commit: &a\n  parallel: true\npre-push:\n  <<: *a\n'],
];

test.each(TEXTS)('the setting goes in and out byte for byte: %s', (_name, text) => {
  const edit = rcEdit('lefthook.yml');
  const edited = edit.put(text);

  expect(edited).toContain(`\nrc: '"\${0%/*}/../spike-gate/lefthook.sh"'`);
  if (typeof edited !== 'string') return;
  expect(edit.put(edited)).toBe(edited);
  expect(edit.take(edited)).toBe(text);
  expect(edit.take(text)).toBe(text);
  // A person's lines that came later stay lines of their own.
  expect(edit.take(`${edited}pre-rebase:\n`)).toMatch(/(?:^|\n)pre-rebase:\n$/);
});

test.each([
  ['a flow mapping', '{ pre-commit: { parallel: true } }\n'],
  ['a document end', 'pre-commit:\n  parallel: true\n...\n'],
  ['a text that keeps its line breaks', 'pre-commit:\n  jobs:\n    - run: |+\n        echo a\n'],
  ['a broken file', 'a: [\n'],
  ['an rc of its own', 'rc: ~/.rc\n'],
])('the setting is left to a person where it does not fit: %s', (_name, text) => {
  expect(rcEdit('lefthook.yml').put(text)).toMatchObject({ refused: expect.stringContaining('expected lefthook.yml') });
});
