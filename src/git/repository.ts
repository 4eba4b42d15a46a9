/** What people do with a repository, for the command line and the Action. The only place that uses simple-git. */

import { simpleGit } from 'simple-git';
import type { RepoPath } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { git, gitFailure } from './plumbing.ts';
import { repoPath } from './repo-path.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface FetchOptions {
  /** Such as `blob:none`. */
  readonly filter?: string;
  readonly depth?: number;
  readonly deepen?: number;
  readonly unshallow?: boolean;
  /** Added to the environment: credentials as `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0` and so on. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Repository {
  /** Makes a branch at `at`, tracking nothing, and switches to it; a working tree that stands in the way is left alone. */
  readonly createBranch: (name: string, at: string) => Promise<void>;
  /** Paths that differ from HEAD, untracked ones and changed submodules too; clean where there are none. */
  readonly dirtyPaths: () => Promise<readonly RepoPath[]>;
  readonly addRemote: (name: string, url: string) => Promise<void>;
  /** Fetches without tags, submodules or FETCH_HEAD. */
  readonly fetch: (remote: string, refspecs: readonly string[], options?: FetchOptions) => Promise<void>;
  readonly init: (directory: string) => Promise<void>;
}

/** A hook's index and repository are named here. Without this list simple-git would read another index than the one about to be committed. */
const FROM_HOOKS = [
  'GIT_INDEX_FILE',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_PREFIX',
] as const;

const OF_THE_PERSON = [
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_SSL_CAINFO',
  'GIT_TERMINAL_PROMPT',
] as const;

/** What `.env()` may carry though simple-git would refuse it: it is the person's own environment, and the Action's credentials. */
const ALLOWED = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
} as const;

export function openRepository(cwd: string): Repository {
  return {
    createBranch: (name, at) => succeed(cwd, ['switch', '--quiet', '--no-track', '--create', name, at]),
    dirtyPaths: async () => dirtyPaths(cwd),
    init: (directory) => succeed(cwd, ['init', '--quiet', directory]),
    addRemote: (name, url) => succeed(cwd, ['remote', 'add', name, url]),
    fetch: (remote, refspecs, options = {}) =>
      succeed(cwd, ['fetch', ...fetchFlags(options), remote, ...refspecs], options.env),
  };
}

type Environment = Readonly<Record<string, string>>;

async function succeed(cwd: string, args: readonly string[], env?: Environment): Promise<void> {
  const { status, stderr } = await run(cwd, args, env);
  if (status !== 0) throw gitFailure(args, { status, stdout: Buffer.alloc(0), stderr });
}

interface Result {
  readonly status: number;
  readonly stderr: string;
}

/** By itself simple-git takes a failure that says nothing on stderr for a success, and hides the status of the others. */
async function run(cwd: string, args: readonly string[], env?: Environment): Promise<Result> {
  let failed: Result | undefined;
  try {
    const porcelain = simpleGit({
      baseDir: cwd,
      allowEnvironment: [...FROM_HOOKS, ...OF_THE_PERSON, ...Object.keys(env ?? {})],
      unsafe: ALLOWED,
      errors(error, { exitCode, stdErr }) {
        if (error === undefined && exitCode === 0) return undefined;
        failed = { status: exitCode, stderr: Buffer.concat(stdErr).toString() };
        return error ?? new Error(`status ${exitCode}`);
      },
    });
    if (env !== undefined) porcelain.env({ ...inheritable(), ...env });
    await porcelain.raw([...args]);
    return { status: 0, stderr: '' };
  } catch (cause) {
    if (failed !== undefined) return failed;
    throw new SpikeError('git-failed', `expected to run git ${args[0] ?? ''} in ${cwd}, found that it cannot be run`, {
      cause,
    });
  }
}

/** `.env()` replaces the environment as a whole, and refuses what is not on the list, an editor's name included. */
function inheritable(): Record<string, string> {
  const passed = new Set<string>([...FROM_HOOKS, ...OF_THE_PERSON]);
  const guarded = /^(GIT_.*|EDITOR|VISUAL|PAGER|PREFIX|SSH_ASKPASS)$/i;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (passed.has(name) || !guarded.test(name))) kept[name] = value;
  }
  return kept;
}

function fetchFlags({ filter, depth, deepen, unshallow }: FetchOptions): readonly string[] {
  return [
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-maintenance',
    ...(filter === undefined ? [] : [`--filter=${filter}`]),
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
    ...(deepen === undefined ? [] : [`--deepen=${deepen}`]),
    ...(unshallow === true ? ['--unshallow'] : []),
  ];
}

/** As bytes, because simple-git would decode names that are not UTF-8. */
function dirtyPaths(cwd: string): readonly RepoPath[] {
  const flags = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=none', '--no-renames'];
  return splitZeroTerminated(git(['status', ...flags], { cwd })).map((entry) => repoPath(entry.subarray('XY '.length)));
}
