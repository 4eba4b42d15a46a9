/** A person's desk: a real repository with an origin, the built programs, and a control root of its own. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFolder, createRepository, repositoryAt, type TestRepository } from './git-fixture.ts';

export interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

interface Call {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

export interface Workbench extends TestRepository {
  /** The bare repository that `origin` names. */
  readonly origin: TestRepository;
  /** The control root. */
  readonly home: string;
  /** The environment that every program and git gets. */
  readonly env: NodeJS.ProcessEnv;
  readonly run: (program: string, args: readonly string[], call?: Call) => Result;
  readonly spike: (...args: readonly string[]) => Result;
  readonly spikeRun: (...args: readonly string[]) => Result;
  /** git as a person types it, with the hooks that are installed: never throws. */
  readonly tryGit: (...args: readonly string[]) => Result;
  /** Fills in the hypothesis of the spike that was begun. */
  readonly hypothesise: (parts: HypothesisParts) => string;
}

interface HypothesisParts {
  readonly observable?: string;
  readonly paths?: readonly string[];
}

const DIST = resolve(import.meta.dirname, '../../dist/cli');

/** Programs are found on PATH under their own names, as after an installation. */
export function createWorkbench(): Workbench {
  if (!existsSync(join(DIST, 'spike.cjs'))) throw new Error('expected dist/cli/spike.cjs, found none: npm run build');
  const programs = createFolder();
  const home = createFolder();
  const origin = createRepository({ bare: true });
  const clone = createFolder();
  const desk = repositoryAt(join(clone, 'shop'));
  desk.gitWith({ cwd: clone }, 'clone', '--quiet', origin.path, 'shop');
  desk.git('config', 'user.name', 'Test Person');
  desk.git('config', 'user.email', 'person@test.invalid');
  for (const [name, file] of [
    ['spike', 'spike.cjs'],
    ['spike-gate', 'spike.cjs'],
    ['spike-run', 'spike-run.cjs'],
  ] as const) {
    repositoryAt(programs).link(name, join(DIST, file));
  }
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${programs}:${process.env['PATH']}`, SPIKE_HOME: home };

  const run: Workbench['run'] = (program, args, call = {}) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: call.cwd ?? desk.path,
      env: { ...env, ...call.env },
      encoding: 'utf8',
      ...(call.input === undefined ? {} : { input: call.input }),
    });
    if (error !== undefined) throw error;
    return { stdout, stderr, exitCode: status ?? -1 };
  };

  return {
    ...desk,
    origin,
    home,
    env,
    run,
    spike: (...args) => run('spike', args),
    spikeRun: (...args) => run('spike-run', args),
    tryGit: (...args) => run('git', args),
    hypothesise({ observable = '`sh check.sh` exits 0', paths = ['app/'] }) {
      const draft = run('spike', ['new', 'users-email']).stdout.trim();
      repositoryAt('/').write(
        draft,
        `# Users' e-mail is required

Statement: Writing the word to app/answer makes the check pass.

Observable: ${observable}

Paths:
${paths.map((path) => `- ${path}`).join('\n')}

Kill: The same failing command is recorded three times, or the deadline passes.
`,
      );
      return draft;
    },
  };
}

/** A desk where `spike init` has been committed and pushed, and a check that only the right answer passes. */
export function createReadyWorkbench(): Workbench {
  const desk = createWorkbench();
  desk.git('switch', '--quiet', '--create', 'main');
  desk.write('check.sh', 'grep -q yes app/answer\n');
  desk.commit('Begin', { 'app/answer': 'no\n' });
  const init = desk.spike('init');
  if (init.exitCode !== 0) throw new Error(`spike init failed: ${init.stderr}`);
  desk.git('add', '--all');
  desk.git('commit', '--quiet', '--message', 'Set up spike-gate');
  desk.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  desk.git('remote', 'set-head', 'origin', 'main');
  return desk;
}
