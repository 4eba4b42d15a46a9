/** The only place that spawns git for bytes. Synchronous, without a shell, and deaf to what could change what git answers. */

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';

export interface GitOptions {
  readonly cwd: string;
  /** The whole environment, `process.env` when absent: hooks name their index and repository in it. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly input?: Uint8Array | string | undefined;
  /** A file that is open for writing: what git prints goes there, and none of it into memory. */
  readonly output?: number | undefined;
}

export interface GitResult {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** More than any list of paths, and more than any file that is read: sizes are looked at first. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Of what git said on stderr, for a message that people read. */
const MAX_STDERR_CHARACTERS = 2000;

/**
 * Replace refs and grafts would show another history than the one that is pushed; a file system monitor is a program that the
 * repository's configuration names.
 */
const ALWAYS = ['--no-pager', '--no-replace-objects', '-c', 'core.fsmonitor=false'] as const;

/** Each of these changes what a pathspec matches, and with it what is inside the declared paths. */
const DROPPED = [
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
] as const;

/** What git printed. Throws `git-failed` for any status but 0. */
export function git(args: readonly string[], options: GitOptions): Buffer {
  const result = tryGit(args, options);
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout;
}

/** For commands whose status is an answer. Throws only where git could not be run to its end; every other status is the caller's to refuse. */
export function tryGit(args: readonly string[], options: GitOptions): GitResult {
  const { status, signal, stdout, stderr, error } = spawn(args, options);
  if (error !== undefined) throw unstarted(args, options.cwd, error);
  if (status === null) {
    throw new SpikeError('git-failed', `expected ${words(args)} to end by itself, found it ended by ${signal}`);
  }
  return { status, stdout: stdout ?? Buffer.alloc(0), stderr: stderr.toString() };
}

/** The error of a command that ended with a status that is no answer. The message holds untrusted text. */
export function gitFailure(args: readonly string[], { status, stderr }: GitResult): SpikeError {
  const said = stderr.trim().slice(0, MAX_STDERR_CHARACTERS);
  return new SpikeError(
    'git-failed',
    `expected ${words(args)} to succeed, found status ${status}: ${said || 'git said nothing'}`,
    {
      hint: `type ${words(args)} to see it fail`,
      cause: { status, stderr },
    },
  );
}

function spawn(
  args: readonly string[],
  { cwd, env = process.env, input, output }: GitOptions,
): SpawnSyncReturns<Buffer> {
  try {
    return spawnSync('git', [...ALWAYS, ...args], {
      cwd,
      env: environmentFor(env),
      stdio: [input === undefined ? 'ignore' : 'pipe', output ?? 'pipe', 'pipe'],
      maxBuffer: MAX_OUTPUT_BYTES,
      windowsHide: true,
      ...(input === undefined ? {} : { input }),
    });
  } catch (cause) {
    throw new SpikeError('git-failed', `expected arguments that git can take, found ${words(args)}`, { cause });
  }
}

/**
 * English messages, no prompt, no lock taken merely to refresh an index, and no object fetched behind a reader's back: a caller
 * that wants contents of a partial clone says `GIT_NO_LAZY_FETCH=0`.
 */
function environmentFor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = { GIT_NO_LAZY_FETCH: '1', ...env };
  for (const name of DROPPED) delete kept[name];
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A path that cannot exist: git is silent about no grafts, and would give advice about an empty file.
    GIT_GRAFT_FILE: '/dev/null/none',
  };
}

function unstarted(args: readonly string[], cwd: string, cause: Error): SpikeError {
  const code = 'code' in cause ? cause.code : undefined;
  if (code === 'ENOBUFS') {
    return new SpikeError('git-failed', `expected at most ${MAX_OUTPUT_BYTES} bytes from ${words(args)}, found more`, {
      cause,
    });
  }
  if (code === 'ENOENT' && existsSync(cwd)) {
    return new SpikeError('git-failed', 'expected git on PATH, found none', {
      hint: 'install git 2.39 or later',
      cause,
    });
  }
  return new SpikeError('git-failed', `expected to run ${words(args)} in ${cwd}, found ${cause.message}`, { cause });
}

function words(args: readonly string[]): string {
  return ['git', ...args].join(' ');
}
