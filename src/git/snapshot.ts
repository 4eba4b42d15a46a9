/** The tree of what stands in the working tree, made beside the repository: neither the person's index nor its objects are touched. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
 * Git's own programs are what a snapshot must not run: whatever writes an index fires post-index-change. The next two settings would have it refuse, or
 * warn about, contents that a commit takes. A file that is not to be checked out and stands there all the same is what a command finds.
 */
const QUIET = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.safecrlf=false',
  '-c',
  'advice.addEmbeddedRepo=false',
  '-c',
  'sparse.expectFilesOutsideOfPatterns=false',
  '-c',
  'core.splitIndex=false',
] as const;

/** The mode of a submodule, as an index holds it. */
const SUBMODULE = Buffer.from([0x00, 0x00, 0xe0, 0x00]);
const SUBMODULE_ENTRY = /(?:^|\0):(?:160000 \S+|\S+ 160000) /;

const PRIVATE_FOLDER = 0o700;
const PRIVATE_UMASK = 0o077;

/** The tree that a commit of everything not ignored would have; nothing where git cannot make it, such as for a file that cannot be read, or where it does not tell what stands there: a changed submodule. */
export function snapshotTree(worktree: Worktree, { env, objects }: Options): TreeId | undefined {
  const umask = process.umask(PRIVATE_UMASK);
  try {
    const { scratch, kept } = makeScratch(objects);
    try {
      const index = join(scratch, 'index');
      const options = { cwd: worktree.top, env: beside(worktree, { env, objects: kept, index }) };
      const tree = writeTree(worktree, options);
      return holdsChangedSubmodule(index, options) ? undefined : tree;
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  } catch (error) {
    if (error instanceof SpikeError || errnoOf(error) !== undefined) return undefined;
    throw error;
  } finally {
    process.umask(umask);
  }
}

/** A folder for the index, and the one for the objects: for this once where they cannot be kept. */
function makeScratch(objects: string): { scratch: string; kept: string } {
  try {
    mkdirSync(objects, { recursive: true, mode: PRIVATE_FOLDER });
    return { scratch: mkdtempSync(join(objects, 'index-')), kept: objects };
  } catch {
    const scratch = mkdtempSync(join(tmpdir(), 'spike-gate-index-'));
    return { scratch, kept: scratch };
  }
}

/** Its commit is all that a tree says of a submodule. Asked only where the index may hold one. */
function holdsChangedSubmodule(index: string, options: GitOptions): boolean {
  if (!readFileSync(index).includes(SUBMODULE)) return false;
  const changed = git([...QUIET, 'diff-files', '--raw', '-z', '--ignore-submodules=none'], options);
  return SUBMODULE_ENTRY.test(changed.toString('latin1'));
}

function writeTree({ gitDir }: Worktree, options: GitOptions): TreeId {
  const isSparse = existsSync(join(gitDir, 'info', 'sparse-checkout'));
  // Before the first commit there is nothing to read.
  const born = tryGit(['rev-parse', '--quiet', '--verify', 'HEAD'], options).status === 0;
  if (born) git([...QUIET, 'read-tree', 'HEAD'], options);
  // What is not checked out is not gone: outside the patterns nothing is removed.
  if (isSparse) git([...QUIET, 'add', '--no-all', '--sparse', '.'], options);
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

function beside(worktree: Worktree, { env, objects, index }: Beside): NodeJS.ProcessEnv {
  const { top, gitDir, commonDir } = worktree;
  const real = env['GIT_OBJECT_DIRECTORY'] ?? join(commonDir, 'objects');
  const further = env['GIT_ALTERNATE_OBJECT_DIRECTORIES'];
  return {
    ...env,
    ...(isFound(worktree, env) ? {} : { GIT_DIR: gitDir, GIT_WORK_TREE: top }),
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: [quoted(real), ...(further === undefined ? [] : [further])].join(':'),
    GIT_PREFIX: undefined,
  };
}

/** Whether git finds this repository by itself: then it also looks whose it is, and refuses another person's. */
function isFound({ top, gitDir }: Worktree, env: NodeJS.ProcessEnv): boolean {
  if (['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR'].some((name) => (env[name] ?? '') !== '')) return false;
  const path = join(top, '.git');
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) return false;
  return there.isFile() || realpathSync(path) === realpathSync(gitDir);
}

/** Git splits the variable at colons, and takes C quoting for a path that holds one. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
