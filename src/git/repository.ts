/** What people do with a repository, for the command line and the Action. The only place that uses simple-git. */

import { basename, dirname } from 'node:path';
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
  /** Top of the working tree. Throws `not-a-repository`. */
  readonly top: () => Promise<string>;
  /** The directory that all worktrees share. Throws `not-a-repository`. */
  readonly commonDir: () => Promise<string>;
  /** The folder name of the main worktree; of the repository itself where it is bare. */
  readonly mainWorktreeName: () => Promise<string>;
  /** Nothing where HEAD is detached. A branch without commits has its name. */
  readonly currentBranch: () => Promise<string | undefined>;
  /** The effective value, whichever file it stands in. */
  readonly config: (key: string) => Promise<string | undefined>;
  readonly branchExists: (name: string) => Promise<boolean>;
  /** Makes a branch at `at`, tracking nothing, and switches to it; a working tree that stands in the way is left alone. */
  readonly createBranch: (name: string, at: string) => Promise<void>;
  readonly switchTo: (name: string) => Promise<void>;
  /** As `origin/HEAD` says. */
  readonly remoteDefaultBranch: () => Promise<string | undefined>;
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
  const ask: Ask = async (...args) => answered(args, await run(cwd, args));
  const askIf: AskIf = async (...args) => {
    const result = await run(cwd, args);
    return result.status === 1 && result.stderr === '' ? undefined : answered(args, result);
  };
  const locate = async (what: string): Promise<string> => {
    const result = await run(cwd, ['rev-parse', '--path-format=absolute', what]);
    if (result.status === 0) return result.stdout.replace(/\n$/, '');
    throw new SpikeError(
      'not-a-repository',
      `expected a git repository at ${cwd}, found none: ${result.stderr.trim()}`,
      {
        hint: 'cd into the repository, or type git init',
      },
    );
  };

  return {
    top: () => locate('--show-toplevel'),
    commonDir: () => locate('--git-common-dir'),
    mainWorktreeName: async () => nameOf(await locate('--git-common-dir')),
    currentBranch: () => askIf('symbolic-ref', '--quiet', '--short', 'HEAD'),
    config: (key) => askIf('config', '--get', key),
    branchExists: async (name) => (await askIf('show-ref', '--verify', '--quiet', `refs/heads/${name}`)) !== undefined,
    createBranch: async (name, at) => void (await ask('switch', '--quiet', '--no-track', '--create', name, at)),
    switchTo: async (name) => void (await ask('switch', '--quiet', '--no-guess', name)),
    remoteDefaultBranch: async () =>
      (await askIf('symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'))?.replace(/^refs\/remotes\/origin\//, ''),
    dirtyPaths: async () => dirtyPaths(cwd),
    addRemote: async (name, url) => void (await ask('remote', 'add', name, url)),
    fetch: async (remote, refspecs, options = {}) => {
      const args = ['fetch', ...fetchFlags(options), remote, ...refspecs];
      answered(args, await run(cwd, args, options.env));
    },
    init: async (directory) => void (await ask('init', '--quiet', directory)),
  };
}

type Ask = (...args: readonly string[]) => Promise<string>;
type AskIf = (...args: readonly string[]) => Promise<string | undefined>;

interface Result {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** By itself simple-git takes a failure that says nothing on stderr for a success, and hides the status of the others. */
async function run(cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Result> {
  let failed: Result | undefined;
  try {
    const porcelain = simpleGit({
      baseDir: cwd,
      allowEnvironment: [...FROM_HOOKS, ...OF_THE_PERSON, ...Object.keys(env ?? {})],
      unsafe: ALLOWED,
      errors(error, { exitCode, stdErr }) {
        if (error === undefined && exitCode === 0) return undefined;
        failed = { status: exitCode, stdout: '', stderr: Buffer.concat(stdErr).toString() };
        return error ?? new Error(`status ${exitCode}`);
      },
    });
    if (env !== undefined) porcelain.env({ ...inheritable(), ...env });
    return { status: 0, stdout: await porcelain.raw([...args]), stderr: '' };
  } catch (cause) {
    if (failed !== undefined) return failed;
    throw new SpikeError('git-failed', `expected to run git ${args[0] ?? ''} in ${cwd}, found that it cannot be run`, {
      cause,
    });
  }
}

function answered(args: readonly string[], { status, stdout, stderr }: Result): string {
  if (status === 0) return stdout.replace(/\n$/, '');
  throw gitFailure(args, { status, stdout: Buffer.from(stdout), stderr });
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

function nameOf(commonDir: string): string {
  const name = basename(commonDir);
  return name === '.git' ? basename(dirname(commonDir)) : name.replace(/\.git$/, '');
}
