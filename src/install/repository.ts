/** What `init` has to know of the repository it stands in. */

import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SpikeError } from '../core/error.ts';
import { git, gitFailure, tryGit } from '../git/plumbing.ts';

export interface Repository {
  /** Top of the worktree. */
  readonly top: string;
  /** Shared by all worktrees. */
  readonly commonDir: string;
  /** Short name of the branch that is checked out, with or without a commit; undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Whether HEAD names a commit. */
  readonly born: boolean;
  readonly hooks: HooksPlace;
}

export interface HooksPlace {
  /** The `hooks` folder of the common directory: the only one that is ours to write into. */
  readonly folder: string;
  readonly elsewhere: HooksElsewhere | undefined;
}

/** Where git looks for hooks instead. */
export type HooksElsewhere =
  /** A folder that people keep, and may have committed; `by` says what leads there. */
  | { readonly kind: 'folder'; readonly path: string; readonly by: string }
  /** Nowhere, or only for git that is started from this environment. */
  | { readonly kind: 'nowhere'; readonly by: string };

/** Throws `not-a-repository` outside a worktree. */
export function readRepository(cwd: string): Repository {
  const top = topOf(cwd);
  const commonDir = realpathSync(line(['rev-parse', '--path-format=absolute', '--git-common-dir'], top));
  const folder = join(commonDir, 'hooks');
  return {
    top,
    commonDir,
    branch: answer(['symbolic-ref', '--quiet', '--short', 'HEAD'], top),
    born: answer(['rev-parse', '--verify', '--quiet', 'HEAD'], top) !== undefined,
    hooks: { folder, elsewhere: readElsewhere(top, folder) },
  };
}

function topOf(cwd: string): string {
  const args = ['rev-parse', '--show-toplevel'];
  const result = tryGit(args, { cwd });
  if (result.status === 0) return realpathSync(result.stdout.toString().replace(/\n$/, ''));
  throw new SpikeError('not-a-repository', `expected a git worktree, found none at ${cwd}`, {
    hint: 'git init, or change to a folder of your repository',
    cause: gitFailure(args, result),
  });
}

function readElsewhere(top: string, folder: string): HooksElsewhere | undefined {
  const configured = answer(['config', '--show-scope', '--type=path', '--get', 'core.hooksPath'], top);
  if (configured === undefined) {
    const real = realPath(folder);
    return real === folder ? undefined : { kind: 'folder', path: real, by: `a symbolic link, ${folder}` };
  }
  const tab = configured.indexOf('\t');
  const [scope, value] = [configured.slice(0, tab), configured.slice(tab + 1)];
  if (value !== '' && realPath(resolve(top, value)) === folder) return undefined;
  const by = `core.hooksPath=${value} in the ${scope} configuration`;
  // A shell's own setting comes and goes with that shell; it says nothing about where the repository keeps its hooks.
  if (value === '' || scope === 'command') return { kind: 'nowhere', by };
  return { kind: 'folder', path: editable(resolve(top, value)), by };
}

/** husky keeps what it generates in a folder `_`, and the hooks that people write beside that. */
function editable(path: string): string {
  return path.endsWith('/_') ? dirname(path) : path;
}

/** A folder that is not there yet stands for itself. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function line(args: readonly string[], cwd: string): string {
  return git(args, { cwd }).toString().replace(/\n$/, '');
}

/** The line that git prints; undefined where it exits 1, which is its way to say that there is none. */
function answer(args: readonly string[], cwd: string): string | undefined {
  const result = tryGit(args, { cwd });
  if (result.status === 1) return undefined;
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout.toString().replace(/\n$/, '');
}
