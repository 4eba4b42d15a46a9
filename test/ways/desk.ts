/** A repository whose spike is over and not sealed, beside a manager of hooks, and copies of it to try a way of moving its branch in. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { managerFile, managersBin } from '../support/managers.ts';

export const MANAGERS = ['plain', 'husky', 'lefthook', 'pre-commit', 'simple-git-hooks'] as const;
export type ManagerColumn = (typeof MANAGERS)[number];

export interface Ran {
  readonly status: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

export interface Desk {
  /** Top of the worktree, on the spike's branch, clean. */
  readonly top: string;
  /** The bare repository that `origin` names. */
  readonly origin: string;
  /** With the hooks that are installed; never throws. */
  readonly git: (...args: readonly string[]) => Ran;
  /** Past every hook; throws where it fails. */
  readonly quietly: (...args: readonly string[]) => string;
  readonly write: (path: string, text: string) => void;
}

export interface Template {
  /** A copy to be used once. */
  readonly copy: () => Desk;
  readonly remove: () => void;
}

const DIST = resolve(import.meta.dirname, '../../dist/cli');

const HYPOTHESIS = `Statement: Writing the word to app/answer makes the check pass.

Observable: \`sh check.sh\` exits 0

Paths:
- app/

Kill: The same failing command is recorded three times, or the deadline passes.
`;

/** What each manager is given of a person's, and how it is told to install itself. */
const INSTALL: Readonly<Record<ManagerColumn, (top: string, run: Run) => void>> = {
  plain: () => undefined,
  husky(top, run) {
    mkdirSync(join(top, '.husky'));
    writeFileSync(join(top, '.husky/pre-commit'), 'true\n');
    run('node', managerFile('husky', 'bin.js'));
  },
  lefthook(top, run) {
    writeFileSync(join(top, 'lefthook.yml'), 'pre-commit:\n  commands:\n    lint:\n      run: "true"\n');
    run(join(managersBin(), 'lefthook'), 'install');
  },
  'pre-commit'(top, run) {
    writeFileSync(
      join(top, '.pre-commit-config.yaml'),
      'repos:\n- repo: local\n  hooks:\n  - {id: lint, name: lint, language: system, entry: "true"}\n',
    );
    run('pre-commit', 'install', '--hook-type', 'pre-commit', '--hook-type', 'prepare-commit-msg');
  },
  'simple-git-hooks'(top, run) {
    writeFileSync(join(top, 'package.json'), '{\n  "simple-git-hooks": { "pre-commit": "true" }\n}\n');
    run('node', managerFile('simple-git-hooks', 'cli.js'));
  },
};

type Run = (program: string, ...args: readonly string[]) => string;

/** Whether the manager's own program can be had here. */
export function isAvailable(manager: ManagerColumn): boolean {
  return manager !== 'pre-commit' || spawnSync('pre-commit', ['--version']).status === 0;
}

export function makeTemplate(manager: ManagerColumn): Template {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spike-gate-ways-')));
  const env = environment(folder);
  const template = join(folder, 'template');
  const top = join(template, 'shop');
  const origin = join(template, 'origin.git');
  const run: Run = (program, ...args) => mustRun(program, args, { cwd: top, env });
  const git = (...args: readonly string[]): string => run('git', ...args);
  const commit = (path: string, text: string, message: string): void => {
    mkdirSync(join(top, 'app'), { recursive: true });
    writeFileSync(join(top, path), text);
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  mkdirSync(top, { recursive: true });
  mustRun('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin], { cwd: template, env });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Test Person');
  git('config', 'user.email', 'person@test.invalid');
  git('remote', 'add', 'origin', '../origin.git');
  commit('check.sh', 'grep -q yes app/answer\n', 'Begin');
  INSTALL[manager](top, run);
  run('spike', 'init');
  commit('app/answer', 'no\n', 'Set up spike-gate');
  writeFileSync(run('spike', 'new', 'answer').trim(), HYPOTHESIS);
  run('spike', 'start');
  commit('app/answer', 'maybe\n', 'Answer maybe');
  git('push', '--quiet', 'origin', 'main', 'spike/answer');
  commit('app/other', 'other\n', 'Begin another file');
  git('tag', 'made-in-time');
  git('switch', '--quiet', '--create', 'side');
  commit('app/answer', 'yes\n', 'Answer yes, elsewhere');
  git('push', '--quiet', 'origin', 'side:feed');
  writeFileSync(join(folder, 'yes.patch'), git('format-patch', '--stdout', '-1'));
  git('switch', '--quiet', 'main');
  commit('README.md', 'A shop\n', 'Say what it is');
  git('switch', '--quiet', 'spike/answer');
  for (let time = 0; time < 3; time += 1) spawnSync('spike-run', ['false'], { cwd: top, env });
  let copies = 0;
  return {
    copy() {
      copies += 1;
      const at = join(folder, `copy-${copies}`);
      cpSync(template, at, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      return deskAt(at, env);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function deskAt(folder: string, env: NodeJS.ProcessEnv): Desk {
  const top = join(folder, 'shop');
  return {
    top,
    origin: join(folder, 'origin.git'),
    git(...args) {
      const { status, stdout, stderr } = spawnSync('git', args, { cwd: top, env, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
    quietly: (...args) => mustRun('git', args, { cwd: top, env: { ...env, PATH: `${silent(folder)}:${env['PATH']}` } }),
    write(path, text) {
      mkdirSync(join(top, path, '..'), { recursive: true });
      writeFileSync(join(top, path), text);
    },
  };
}

/** A person's preparations are not what is tried: they ask a program that has no objection. */
function silent(folder: string): string {
  const programs = join(folder, 'silent');
  if (!existsSync(programs)) {
    mkdirSync(programs);
    writeFileSync(join(programs, 'spike-gate'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  }
  return programs;
}

function environment(folder: string): NodeJS.ProcessEnv {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const [name, file] of [
    ['spike', 'spike.cjs'],
    ['spike-gate', 'spike.cjs'],
    ['spike-run', 'spike-run.cjs'],
  ] as const) {
    symlinkSync(join(DIST, file), join(programs, name));
  }
  return {
    ...process.env,
    PATH: `${programs}:${managersBin()}:${process.env['PATH']}`,
    SPIKE_HOME: join(folder, 'home'),
    PRE_COMMIT_HOME: join(folder, 'pre-commit'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
  };
}

function mustRun(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
