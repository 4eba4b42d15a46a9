/** The tree of what stands in the working tree, made beside the repository: neither the person's index nor its objects are touched. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeId } from '../core/brand.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { parseTreeId } from '../core/object-id.ts';
import { type GitOptions, git, tryGit } from './plumbing.ts';
import type { Worktree } from './worktree.ts';

interface Options {
  readonly env: NodeJS.ProcessEnv;
  /** The object directory to write to. It may be kept: the next snapshot is cheaper, and the trees can be compared. */
  readonly objects: string;
}

/**
 * Git's own programs are what a snapshot must not run: whatever writes an index fires post-index-change. The other two settings would have it refuse, or
 * warn about, contents that a commit takes.
 */
const QUIET = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.safecrlf=false',
  '-c',
  'advice.addEmbeddedRepo=false',
] as const;

/** The tree that a commit of everything not ignored would have; nothing where git cannot make it, such as for a file that cannot be read. */
export function snapshotTree(worktree: Worktree, { env, objects }: Options): TreeId | undefined {
  try {
    mkdirSync(objects, { recursive: true, mode: 0o700 });
    const folder = mkdtempSync(join(objects, 'index-'));
    try {
      return writeTree({ cwd: worktree.top, env: beside(worktree, { env, objects, index: join(folder, 'index') }) });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    if (error instanceof SpikeError || errnoOf(error) !== undefined) return undefined;
    throw error;
  }
}

function writeTree(options: GitOptions): TreeId {
  // Before the first commit there is nothing to read.
  const born = tryGit(['rev-parse', '--quiet', '--verify', 'HEAD'], options).status === 0;
  if (born) git([...QUIET, 'read-tree', 'HEAD'], options);
  git([...QUIET, 'add', '--all'], options);
  return parseTreeId(
    git([...QUIET, 'write-tree'], options)
      .toString()
      .trim(),
  );
}

interface Beside extends Options {
  readonly index: string;
}

function beside({ top, gitDir, commonDir }: Worktree, { env, objects, index }: Beside): NodeJS.ProcessEnv {
  const real = env['GIT_OBJECT_DIRECTORY'] ?? join(commonDir, 'objects');
  const further = env['GIT_ALTERNATE_OBJECT_DIRECTORIES'];
  return {
    ...env,
    GIT_DIR: gitDir,
    GIT_WORK_TREE: top,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [quoted(real), ...(further === undefined ? [] : [further])].join(':'),
    GIT_PREFIX: undefined,
  };
}

/** Git splits the variable at colons, and takes C quoting for a path that holds one. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
