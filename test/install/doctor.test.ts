import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ARMED_HOOKS, HOOK_NAMES, STANDING_HOOKS } from '../../src/core/hook-name.ts';
import { isAtLeast, readGitVersion } from '../../src/git/version.ts';
import { HEARS_CONFIG_HOOKS } from '../../src/install/config-hooks.ts';
import { diagnose } from '../../src/install/doctor.ts';
import { type Diagnosis, isSound } from '../../src/report/diagnosis.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';
import { managersBin } from '../support/managers.ts';
import { createReadyWorkbench, createWorkbench, type Workbench } from '../support/workbench.ts';
import { everythingIn } from './scene.ts';

const version = readGitVersion(process.cwd());
const hearsConfig = version !== undefined && isAtLeast(version, HEARS_CONFIG_HOOKS);

/** Name of a hook to what came of it. */
function outcomes({ hooks }: Diagnosis): Readonly<Record<string, string>> {
  return Object.fromEntries(hooks.trials.map(({ name, trial }) => [name, trial.kind]));
}

function all(names: readonly string[], kind: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Every problem and its hint, to be searched. */
function problems({ hooks }: Diagnosis): string {
  return hooks.problems.map(({ message, hint }) => [message, ...hint].join('\n')).join('\n');
}

function notices({ hooks }: Diagnosis): string {
  return hooks.notices.map(({ message, hint }) => [message, ...hint].join('\n')).join('\n');
}

function examine(desk: Workbench, env: NodeJS.ProcessEnv = {}): Promise<Diagnosis> {
  return diagnose({ cwd: desk.path, env: { ...desk.env, ...env } });
}

function open(desk: Workbench): void {
  desk.hypothesise({});
  const start = desk.spike('start');
  if (start.exitCode !== 0) throw new Error(start.stderr);
}

/** Hooks that a person keeps in a folder of their own, which `init` leaves alone and git older than 2.54 runs alone. */
function ownHooks(desk: Workbench, lines: Readonly<Record<string, string>>): void {
  for (const name of HOOK_NAMES) {
    desk.write(`.own/${name}`, `#!/bin/sh\n${lines[name] ?? `spike-gate hook ${name} "$@"`}\n`, 0o755);
  }
  desk.git('config', 'core.hooksPath', '.own');
  for (const key of desk.git('config', '--local', '--name-only', '--list').split('\n')) {
    if (key.startsWith('hook.')) desk.git('config', '--unset-all', key);
  }
}

describe('after `spike init`', () => {
  test('every hook refuses, and nothing is changed by asking', async () => {
    const desk = createReadyWorkbench();
    desk.write('app/answer', 'staged\n');
    desk.git('add', 'app/answer');
    desk.write('app/answer', 'changed\n');
    desk.write('new', 'not known to git\n');
    const before = everythingIn(desk.path);
    const diagnosis = await examine(desk);

    expect(outcomes(diagnosis)).toEqual({ ...all(STANDING_HOOKS, 'refused'), ...all(ARMED_HOOKS, 'unarmed') });
    expect(diagnosis.hooks.problems).toEqual([]);
    expect(everythingIn(desk.path)).toEqual(before);
  });

  test('those that watch every ref refuse while a spike is open', async () => {
    const desk = createReadyWorkbench();
    open(desk);
    const [before, home, origin] = [desk.path, desk.home, desk.origin.path].map(everythingIn);
    const diagnosis = await examine(desk);

    expect(outcomes(diagnosis)).toEqual(all(HOOK_NAMES, 'refused'));
    expect([desk.path, desk.home, desk.origin.path].map(everythingIn)).toEqual([before, home, origin]);
  });

  test('in a linked worktree, from a folder within', async () => {
    const desk = createReadyWorkbench();
    desk.git('worktree', 'add', '--quiet', '-b', 'side', '../a "b" ü');
    desk.write('../a "b" ü/deep/er/file', '');
    const diagnosis = await diagnose({ cwd: join(desk.path, '../a "b" ü/deep/er'), env: desk.env });

    expect(isSound(diagnosis)).toBe(true);
  });

  test.each([
    ['before the first commit', () => createRepository()],
    ['where ids are longer', () => withCommit(createRepository({ objectFormat: 'sha256' }))],
  ])('%s', async (_name, make) => {
    const desk = createWorkbench();
    const repository = make();
    desk.run('spike', ['init'], { cwd: repository.path });
    const before = everythingIn(repository.path);
    const diagnosis = await diagnose({ cwd: repository.path, env: desk.env });

    expect(problems(diagnosis)).toBe('');
    expect(isSound(diagnosis)).toBe(true);
    expect(everythingIn(repository.path)).toEqual(before);
  });

  test.skipIf(!hearsConfig)('where refs are kept in a table, with every ref watched', async () => {
    const desk = createReadyWorkbench();
    desk.git('refs', 'migrate', '--ref-format=reftable');
    open(desk);

    expect(outcomes(await examine(desk))).toEqual(all(HOOK_NAMES, 'refused'));
  });

  test.skipIf(!hearsConfig)('hooks that the configuration names hold whatever core.hooksPath says', async () => {
    const desk = createReadyWorkbench();
    desk.git('config', 'core.hooksPath', '/dev/null');
    const diagnosis = await examine(desk);

    expect(outcomes(diagnosis)).toMatchObject({ 'prepare-commit-msg': 'refused', 'pre-push': 'refused' });
    expect(problems(diagnosis)).toContain('core.hooksPath=/dev/null in the local configuration');
  });
});

function withCommit(repository: TestRepository): TestRepository {
  repository.commit('first', { 'a.txt': 'a\n' });
  return repository;
}

interface Fault {
  readonly name: string;
  readonly make: (desk: Workbench) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly says: readonly string[];
}

const NO_PROGRAM = { PATH: '/usr/bin:/bin' };

/** Files alone: where git is told its hooks by the configuration too, those still hold. */
const FAULTS: readonly Fault[] = [
  {
    name: 'a clone without `spike init`',
    make: (desk) => desk.spike('init', '--uninstall'),
    outcomes: all(STANDING_HOOKS, 'untried'),
    says: ['expected the hooks of spike init in', 'spike init'],
  },
  {
    name: 'core.hooksPath that leads elsewhere',
    make: (desk) => desk.git('config', 'core.hooksPath', '/nowhere'),
    outcomes: all(STANDING_HOOKS, 'allowed'),
    says: ['found core.hooksPath=/nowhere in the local configuration', 'spike init shows the lines'],
  },
  {
    name: 'core.hooksPath that a shell sets',
    make: () => undefined,
    env: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: '/dev/null' },
    outcomes: all(STANDING_HOOKS, 'allowed'),
    says: ['expected git to be stopped by pre-commit, pre-merge-commit'],
  },
  {
    name: 'a hook that may not be executed',
    make: (desk) => chmodSync(join(desk.path, '.git/hooks/pre-commit'), 0o644),
    outcomes: { 'pre-commit': 'allowed', 'pre-push': 'refused' },
    says: ['expected git to be stopped by pre-commit, found', 'may not execute .git/hooks/pre-commit', 'spike init'],
  },
  {
    name: 'a hook that is gone, and another in its place',
    make(desk) {
      desk.remove('.git/hooks/pre-push');
      desk.write('.git/hooks/pre-rebase', '#!/bin/sh\n', 0o755);
    },
    outcomes: { 'pre-commit': 'refused', 'pre-push': 'allowed', 'pre-rebase': 'allowed' },
    says: ['found no .git/hooks/pre-push', 'found hooks that ask no gate: .git/hooks/pre-rebase'],
  },
  {
    name: 'a hook of ours that somebody edited',
    make: (desk) => desk.write('.git/hooks/pre-push', '#!/bin/sh\n# spike-gate: but not today\nexit 0\n', 0o755),
    outcomes: { 'pre-push': 'allowed' },
    says: ['expected the pre-push hook that spike init wrote, found it edited'],
  },
  {
    name: 'a gate that cannot find the program',
    make: () => undefined,
    env: NO_PROGRAM,
    outcomes: all(STANDING_HOOKS, 'failed'),
    says: ['expected spike-gate in node_modules or on PATH', 'npm i -D spike-gate here, or npm i -g spike-gate'],
  },
  {
    name: 'a hook that goes on after the refusal',
    make: (desk) => ownHooks(desk, { 'pre-commit': 'spike-gate hook pre-commit "$@" || true' }),
    outcomes: { 'pre-commit': 'swallowed', 'pre-push': 'refused' },
    says: ['expected git to hear the refusal of pre-commit', '|| true'],
  },
  {
    name: 'a hook of a person’s that fails by itself',
    make: (desk) => ownHooks(desk, { 'pre-push': 'echo "no tests found" >&2; exit 7' }),
    outcomes: { 'pre-commit': 'refused', 'pre-push': 'failed' },
    says: ['expected the gate to refuse in pre-push, found status 1', 'git push --dry-run shows all of it'],
  },
];

describe.skipIf(hearsConfig)('is told, with what mends it:', () => {
  test.each(FAULTS)('$name', async ({ make, env = {}, outcomes: expected, says }) => {
    const desk = createReadyWorkbench();
    make(desk);
    const before = everythingIn(desk.path);
    const diagnosis = await examine(desk, env);

    expect(isSound(diagnosis)).toBe(false);
    expect(outcomes(diagnosis)).toMatchObject(expected);
    for (const words of says) expect(problems(diagnosis)).toContain(words);
    expect(everythingIn(desk.path)).toEqual(before);
  });

  test('hooks that were not armed for the spike that is open', async () => {
    const desk = createReadyWorkbench();
    open(desk);
    desk.remove('.git/hooks/reference-transaction');
    const refs = desk.git('for-each-ref');
    const diagnosis = await examine(desk);

    expect(outcomes(diagnosis)).toEqual({ ...all(HOOK_NAMES, 'refused'), 'reference-transaction': 'allowed' });
    expect(problems(diagnosis)).toContain('found no .git/hooks/reference-transaction');
    expect(desk.git('for-each-ref')).toBe(refs);
  });
});

test('hooks that are armed though no spike is open are said, and hold', async () => {
  const desk = createReadyWorkbench();
  open(desk);
  renameSync(join(desk.path, '.git/hooks/commit-msg'), join(desk.path, 'kept'));
  desk.spike('kill', '-m', 'No.');
  renameSync(join(desk.path, 'kept'), join(desk.path, '.git/hooks/commit-msg'));
  const diagnosis = await examine(desk);

  expect(isSound(diagnosis)).toBe(true);
  expect(notices(diagnosis)).toContain('commit-msg: in place though no spike is open');
});

test.skipIf(hearsConfig)('a hook that takes too long is named, and all it has started is ended', async () => {
  const desk = createReadyWorkbench();
  ownHooks(desk, { 'pre-commit': 'sleep 600 & echo $! >"$HELD"; wait' });
  const held = join(createFolder(), 'pid');
  const diagnosis = await diagnose({ cwd: desk.path, env: { ...desk.env, HELD: held }, seconds: 1 });

  expect(outcomes(diagnosis)).toMatchObject({ 'pre-commit': 'slow', 'pre-push': 'refused' });
  expect(problems(diagnosis)).toContain('expected pre-commit to end within 1 seconds, found it still at work');
  // One that has ended may still be listed, where nobody collects it.
  const state = `ps -o stat= -p "$(cat '${held}')" | grep -v Z || echo ended`;
  expect(execFileSync('sh', ['-c', state]).toString()).toBe('ended\n');
});

test.skipIf(hearsConfig)('what npx puts on PATH is not what a shell has', async () => {
  const desk = createReadyWorkbench();
  const runner = join(createFolder(), 'node_modules/.bin');
  mkdirSync(runner, { recursive: true });
  repositoryAt(runner).link('spike-gate', execFileSync('which', ['spike-gate'], { env: desk.env }).toString().trim());
  const path = { PATH: `${runner}:/usr/bin:/bin:${join(process.execPath, '..')}` };

  expect(outcomes(await examine(desk, { ...path, npm_execpath: 'npm-cli.js' }))).toMatchObject({
    'pre-push': 'failed',
  });
  expect(outcomes(await examine(desk, path))).toMatchObject({ 'pre-push': 'refused' });
});

test('a git that cannot run a hook by itself only looks at most of them', async () => {
  const desk = createReadyWorkbench();
  const old = createFolder();
  const git = execFileSync('which', ['git']).toString().trim();
  const script = `#!/bin/sh
for word; do case $word in hook) echo "git: 'hook' is not a git command" >&2; exit 1 ;; version) echo git version 2.30.2; exit ;; esac; done
exec ${git} "$@"
`;
  repositoryAt(old).write('git', script, 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${old}:${path}`;
  try {
    const env = { PATH: `${old}:${desk.env['PATH']}` };
    const sound = await examine(desk, env);
    expect(outcomes(sound)).toMatchObject({ 'pre-commit': 'seen', 'pre-rebase': 'seen', 'pre-push': 'refused' });
    expect(isSound(sound)).toBe(true);
    expect(notices(sound)).toContain('git 2.30.2 cannot run a hook by itself');

    chmodSync(join(desk.path, '.git/hooks/pre-commit'), 0o644);
    const broken = await examine(desk, env);
    expect(isSound(broken)).toBe(false);
    expect(problems(broken)).toContain('expected the gate to be asked by pre-commit, found that it is not');
  } finally {
    process.env['PATH'] = path;
  }
});

/** A desk where a manager is at work, then `spike init`. */
function managed(files: Readonly<Record<string, string>>, ...install: readonly [string, ...string[]]): Workbench {
  const desk = createWorkbench();
  const env = { ...desk.env, PATH: `${managersBin()}:${desk.env['PATH']}`, HOME: desk.home };
  desk.git('switch', '--quiet', '--create', 'main');
  for (const [path, text] of Object.entries(files)) desk.write(path, text);
  const [program, ...args] = install;
  const installed = desk.run(program, args, { env });
  if (installed.exitCode !== 0) throw new Error(installed.stderr);
  desk.git('add', '--all');
  desk.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'Begin');
  const init = desk.spike('init');
  if (init.exitCode !== 0) throw new Error(init.stderr);
  return { ...desk, env };
}

const RUIN = 'echo ruined >app/answer';

const HUSKY = ['husky'] as const;
const HUSKY_FILES = { 'package.json': '{"devDependencies":{"husky":"^9"}}\n', '.husky/pre-commit': `${RUIN}\n` };

const PRE_COMMIT_CONFIG = `repos:
- repo: local
  hooks:
  - {id: ruin, name: ruin, language: system, entry: sh -c '${RUIN}', always_run: true, stages: [commit, push]}
`;

describe('beside a manager', () => {
  test.each([
    ['husky', managedBy(HUSKY_FILES, ...HUSKY)],
    [
      'lefthook',
      managedBy({ 'lefthook.yml': `pre-commit:\n  commands:\n    ruin:\n      run: ${RUIN}\n` }, 'lefthook', 'install'),
    ],
    [
      'simple-git-hooks',
      managedBy({ 'package.json': `{"simple-git-hooks":{"pre-commit":"${RUIN}"}}\n` }, 'simple-git-hooks'),
    ],
    ['pre-commit', managedBy({ '.pre-commit-config.yaml': PRE_COMMIT_CONFIG }, 'pre-commit', 'install')],
  ])('%s', async (name, make) => {
    const desk = make();
    desk.write('app/answer', 'staged\n');
    desk.git('add', 'app/answer');
    desk.write('app/answer', 'changed\n');
    const tree = () => ({ ...everythingIn(desk.path), '.git/objects': '' });
    const before = tree();
    const diagnosis = await examine(desk);

    expect(diagnosis.hooks.managers).toEqual([name]);
    expect(problems(diagnosis)).toBe('');
    expect(isSound(diagnosis)).toBe(true);
    expect(tree()).toEqual(before);
  });

  test.skipIf(hearsConfig).each([
    ['HUSKY', '0', managedBy(HUSKY_FILES, ...HUSKY)],
    [
      'LEFTHOOK',
      '0',
      managedBy({ 'lefthook.yml': 'pre-commit:\n  commands:\n    a:\n      run: true\n' }, 'lefthook', 'install'),
    ],
    [
      'SKIP_SIMPLE_GIT_HOOKS',
      '1',
      managedBy({ 'package.json': '{"simple-git-hooks":{"pre-commit":"true"}}\n' }, 'simple-git-hooks'),
    ],
  ])('%s=%s in the environment is named', async (name, value, make) => {
    const diagnosis = await examine(make(), { [name]: value });

    expect(outcomes(diagnosis)).toMatchObject({ 'pre-commit': 'allowed' });
    expect(problems(diagnosis)).toContain(`found ${name}=${value}\nunset ${name}`);
  });

  test.skipIf(hearsConfig)('that was not run in a worktree, which says so itself as do the others', async () => {
    const desk = managed(HUSKY_FILES, ...HUSKY);
    desk.git('add', '--all');
    desk.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'Set up spike-gate');
    desk.git('worktree', 'add', '--quiet', '../other');
    const here = await examine(desk);
    const there = await diagnose({ cwd: join(desk.path, '../other'), env: desk.env });

    expect(isSound(here)).toBe(true);
    expect(notices(here)).toContain('/other: expected the folder that husky generates');
    expect(outcomes(there)).toMatchObject(all(STANDING_HOOKS, 'allowed'));
    expect(problems(there)).toContain('git runs no hook in this worktree');
    expect(problems(there)).toContain('npm install');
  });
});

function managedBy(
  files: Readonly<Record<string, string>>,
  ...install: readonly [string, ...string[]]
): () => Workbench {
  return () => managed(files, ...install);
}

test('outside a repository there is nothing to try', async () => {
  await expect(diagnose({ cwd: createFolder(), env: process.env })).rejects.toThrow('expected a git worktree');
});

test.skipIf(hearsConfig).each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  '%s in the middle leaves the repository as it was',
  async (signal) => {
    const desk = createReadyWorkbench();
    const folder = createFolder();
    const reached = join(folder, 'reached');
    ownHooks(desk, { 'prepare-commit-msg': `echo $$ >'${reached}.new'; mv '${reached}.new' '${reached}'; sleep 600` });
    const before = everythingIn(desk.path);
    const script = `spike doctor >/dev/null 2>&1 & until [ -f '${reached}' ]; do sleep 0.05; done; kill -${signal.slice(3)} $!; wait $!; echo $?`;
    const status = desk.run('sh', ['-c', script], { env: { TMPDIR: folder } }).stdout.trim();
    desk.run('sh', ['-c', `kill "$(cat '${reached}')"`]);

    expect(Number(status)).toBeGreaterThan(128);
    expect(everythingIn(desk.path)).toEqual(before);
    const left = Object.keys(everythingIn(folder)).filter((name) => name.startsWith('spike-gate-doctor-'));
    if (signal !== 'SIGKILL') expect(left).toEqual([]);
    expect(existsSync(join(desk.path, '.git/refs/spike-gate-canary'))).toBe(false);
  },
);
