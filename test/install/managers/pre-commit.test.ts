import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test as anyTest, expect } from 'vitest';
import { PRE_COMMIT } from '../../../src/install/managers/pre-commit.ts';
import { createFolder } from '../../support/git-fixture.ts';
import { NOTE, type StandIn, standIn, versionOf } from './stand-in.ts';

const VERSION = versionOf('pre-commit', ['--version']);
if (VERSION === undefined)
  process.stderr.write('skipped, as pre-commit is not on PATH: test/install/managers/pre-commit\n');
const test = anyTest.skipIf(VERSION === undefined);

const TYPES = ['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'pre-push'] as const;

/** Hooks of the repository's own: nothing is downloaded. */
const CONFIG = `repos:
  - repo: local
    hooks:
      - id: note
        name: note
        language: system
        entry: ./note entry
        always_run: true
        pass_filenames: false
        stages: [commit]
      - id: note-message
        name: note message
        language: system
        entry: ./note message
        stages: [commit-msg]
`;

const INSTALL = ['pre-commit', 'install', ...TYPES.flatMap((type) => ['--hook-type', type])];
const UNINSTALL = ['pre-commit', 'uninstall', ...TYPES.flatMap((type) => ['--hook-type', type])];
const EMPTY_COMMIT = ['git', 'commit', '--quiet', '--allow-empty', '--message', 'empty'];

function scene(): StandIn {
  const it = standIn({ PRE_COMMIT_HOME: createFolder(), PATH: process.env['PATH'] });
  it.repository.write('note', NOTE, 0o755);
  it.repository.commit('first', { 'a.txt': 'a\n', '.pre-commit-config.yaml': CONFIG });
  return it;
}

/** Where pre-commit was first, and `init` came then. */
function installed(): StandIn {
  const it = scene();
  it.run(INSTALL);
  it.install(PRE_COMMIT);
  return it;
}

function push(it: StandIn): readonly string[] {
  const remote = createFolder();
  it.repository.git('init', '--quiet', '--bare', remote);
  return ['git', 'push', '--quiet', remote, 'main', 'main:refs/heads/other'];
}

const ASKED_BY_COMMIT = [
  'gate pre-commit',
  'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
  'gate commit-msg <.git/COMMIT_EDITMSG>',
];

/** Who asked on a commit without a file, a merge, a rebase and a push of two refs. */
function expectAllAsk(it: StandIn): void {
  const { git } = it.repository;
  const quietly = (...args: readonly string[]) => git('-c', 'core.hooksPath=/dev/null', ...args);
  const asked = (argv: readonly string[]) => it.noted(argv).filter((line) => line.startsWith('gate '));
  expect(asked(EMPTY_COMMIT)).toEqual(ASKED_BY_COMMIT);

  quietly('switch', '--quiet', '--create', 'side', 'HEAD~1');
  quietly('commit', '--quiet', '--allow-empty', '--message', 'beside');
  expect(asked(['git', 'merge', '--quiet', '--no-edit', 'main'])).toEqual([
    'gate pre-merge-commit',
    'gate prepare-commit-msg <.git/MERGE_MSG> <merge>',
    'gate commit-msg <.git/MERGE_MSG>',
  ]);
  expect(asked(['git', 'rebase', '--quiet', 'main'])).toContain('gate pre-rebase <main>');
  quietly('switch', '--quiet', 'main');
  quietly('branch', '--quiet', '-D', 'side');

  const argv = push(it);
  const tip = git('rev-parse', 'main');
  const zeros = '0'.repeat(40);
  expect(asked(argv)).toEqual([
    `gate pre-push <${argv[3]}> <${argv[3]}>`,
    `gate pre-push: refs/heads/main ${tip} refs/heads/main ${zeros}`,
    `gate pre-push: refs/heads/main ${tip} refs/heads/other ${zeros}`,
  ]);
}

test('each hook asks the gate with its arguments and standard input, and the hooks of the configuration still run', () => {
  const it = installed();

  expect(PRE_COMMIT.recognise(it.scenery)).toBe(true);
  expectAllAsk(it);
  it.repository.write('a.txt', 'b\n');
  expect(it.noted(['git', 'commit', '--quiet', '--all', '--message', 'b'])).toEqual([
    'gate pre-commit',
    'user entry',
    'gate prepare-commit-msg <.git/COMMIT_EDITMSG> <message>',
    'gate commit-msg <.git/COMMIT_EDITMSG>',
    'user message <.git/COMMIT_EDITMSG>',
  ]);
});

test('a refusal stops git and is readable, whatever pre-commit is told to skip', () => {
  const it = installed();
  const before = it.repository.git('rev-parse', 'HEAD');
  it.refuse(true);

  const tries = [EMPTY_COMMIT, [...EMPTY_COMMIT, '--no-verify'], push(it)].map((argv) =>
    it.run(argv, { env: { SKIP: 'note,note-message' } }),
  );

  expect(tries.map(({ status }) => status)).toEqual([1, 1, 1]);
  expect(tries.map(({ output }) => /^spike: error: refused by [a-z-]+$/m.exec(output)?.[0])).toEqual([
    'spike: error: refused by pre-commit',
    'spike: error: refused by prepare-commit-msg',
    'spike: error: refused by pre-push',
  ]);
  expect(it.repository.git('rev-parse', 'HEAD')).toBe(before);
});

test('each hook still asks after pre-commit is installed after init, and again, and uninstalled', () => {
  const it = scene();
  it.install(PRE_COMMIT);
  for (const argv of [INSTALL, INSTALL, UNINSTALL]) {
    it.run(argv);
    expectAllAsk(it);
  }
  expect(TYPES.filter((type) => existsSync(join(it.scenery.folder, `${type}.legacy`)))).toEqual([]);
});

test('reference-transaction and pre-rebase are none of pre-commit’s', () => {
  const it = installed();

  expect(PRE_COMMIT.hookFile('pre-rebase', it.scenery)).toMatch(/\/pre-rebase$/);
  expect(PRE_COMMIT.hookFile('pre-commit', it.scenery)).toMatch(/\/pre-commit\.legacy$/);
  it.run(UNINSTALL);
  expect(it.hook('reference-transaction')).toContain('# spike-gate: a stand-in');
});

test('a worktree that is made later asks, also where it has no configuration', () => {
  const it = installed();
  const there = join(createFolder(), 'with space');
  it.repository.git('worktree', 'add', '--quiet', '-b', 'later', there);
  const hooks = () =>
    it
      .noted(EMPTY_COMMIT, { cwd: there, env: { PRE_COMMIT_ALLOW_NO_CONFIG: '1' } })
      .filter((line) => line.startsWith('gate'));

  expect(hooks()).toHaveLength(3);
  it.run(['git', 'rm', '--quiet', '.pre-commit-config.yaml'], { cwd: there });
  expect(hooks()).toHaveLength(3);
});

test('uninstalling leaves pre-commit as it was, and finds ours wherever pre-commit has moved it', () => {
  const it = scene();
  it.run(INSTALL);
  const look = () => [...TYPES, 'pre-commit.legacy', 'pre-rebase'].map((name) => it.hook(name));
  const before = look();

  it.install(PRE_COMMIT);
  it.uninstall(PRE_COMMIT);
  expect(look()).toEqual(before);

  it.install(PRE_COMMIT);
  it.run(UNINSTALL);
  it.uninstall(PRE_COMMIT);
  expect(look().filter((script) => script !== undefined)).toEqual([]);
});

test('a hole that is named: an install with -f removes what ran before pre-commit', () => {
  const it = installed();

  it.run([...INSTALL, '-f']);

  expect(it.noted(EMPTY_COMMIT).filter((line) => line.startsWith('gate '))).toEqual([]);
  it.install(PRE_COMMIT);
  expect(it.noted(EMPTY_COMMIT).filter((line) => line.startsWith('gate '))).toEqual(ASKED_BY_COMMIT);
});
