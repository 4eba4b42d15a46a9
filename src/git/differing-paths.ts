/** Names what differs between a snapshot and a commit's tree, while the snapshot's objects are still there. */

import type { RepoPath, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { changedEntries } from './diff.ts';
import { shownPath } from './repo-path.ts';

interface Trees {
  readonly from: TreeId;
  readonly to: TreeId;
  /** The object directory that snapshots were written to. */
  readonly objects: string;
}

/** Sorted as git sorts; nothing where the snapshot can no longer be read. */
export function differingPaths(cwd: string, { from, to, objects }: Trees): readonly RepoPath[] | undefined {
  const env = { ...process.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects) };
  try {
    return changedEntries(cwd, { from, to, env }).map(({ path }) => shownPath(path));
  } catch (error) {
    if (error instanceof SpikeError && error.code === 'git-failed') return undefined;
    throw error;
  }
}

/** Git splits the variable at colons, and takes C quoting for a path that holds one. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
