/** What `init` has to know of the repository it stands in. */

import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SpikeError } from '../core/error.ts';
import { resolveCommit } from '../git/objects.ts';
import { gitFailure, tryGit } from '../git/plumbing.ts';
import { branchOf, findWorktree } from '../git/worktree.ts';

export interface Repository {
  /** Top of the worktree. */
  readonly top: string;
  /** Shared by all worktrees. */
  readonly commonDir: string;
  /** Of the worktree, with or without a commit; undefined on a detached HEAD. */
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
  | {
      readonly kind: 'folder';
      readonly path: string;
      /** Where git itself looks; differs from `path` where husky generates it. */
      readonly searched: string;
      readonly by: string;
    }
  /** Nowhere, or only for git that is started from this environment. */
  | { readonly kind: 'nowhere'; readonly by: string };

/** Throws `not-a-repository` outside a worktree. */
export function readRepository(cwd: string, env: Readonly<Record<string, string | undefined>>): Repository {
  const worktree = findWorktree(cwd, env);
  if (worktree === undefined) {
    throw new SpikeError('not-a-repository', `expected a git worktree, found none at ${cwd}`, {
      hint: 'cd into the repository, or git init',
    });
  }
  const { top } = worktree;
  const commonDir = realpathSync(worktree.commonDir);
  const folder = join(commonDir, 'hooks');
  return {
    top,
    commonDir,
    branch: branchOf(worktree),
    born: resolveCommit(top, 'HEAD') !== undefined,
    hooks: { folder, elsewhere: readElsewhere(top, folder) },
  };
}

function readElsewhere(top: string, folder: string): HooksElsewhere | undefined {
  const configured = readHooksPath(top);
  if (configured === undefined) {
    const real = realPath(folder);
    return real === folder
      ? undefined
      : { kind: 'folder', path: real, searched: real, by: `a symbolic link, ${folder}` };
  }
  const { scope, value } = configured;
  if (value !== '' && realPath(resolve(top, value)) === folder) return undefined;
  const by = `core.hooksPath=${value} in the ${scope} configuration`;
  // A shell's own setting comes and goes with that shell; it says nothing about where the repository keeps its hooks.
  if (value === '' || scope === 'command') return { kind: 'nowhere', by };
  const searched = resolve(top, value);
  return { kind: 'folder', path: editable(searched), searched, by };
}

function readHooksPath(top: string): { readonly scope: string; readonly value: string } | undefined {
  const args = ['config', '--show-scope', '--type=path', '-z', '--get', 'core.hooksPath'];
  const result = tryGit(args, { cwd: top });
  // Status 1 is how git says that it is not set.
  if (result.status === 1) return undefined;
  if (result.status !== 0) throw gitFailure(args, result);
  const [scope = '', value = ''] = result.stdout.toString().split('\0');
  return { scope, value };
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
