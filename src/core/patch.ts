/** Pure: the identity of what a spike changes, whatever it is based on (SPEC.md, "Patch"). */

import { createHash } from 'node:crypto';
import type { PatchId, PathBytes } from './brand.ts';

/** One entry of `git diff-tree -r --raw -z --no-renames --no-abbrev`. `path` is from the top. */
export interface ChangeEntry {
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  readonly status: string;
  readonly path: PathBytes;
}

/** sha256 over the entries sorted by path bytes, each `<old mode> <old oid> <new mode> <new oid>\t<path>\0`. The bundle is left out by the caller. */
export function patchId(entries: readonly ChangeEntry[]): PatchId {
  const text = entries
    .toSorted(byPath)
    .map(({ oldMode, oldId, newMode, newId, path }) => `${oldMode} ${oldId} ${newMode} ${newId}\t${path}\0`);
  return createHash('sha256').update(text.join(''), 'latin1').digest('hex') as PatchId;
}

/** By the bytes of their paths, as git sorts. */
export function byPath({ path: one }: Pick<ChangeEntry, 'path'>, { path: other }: Pick<ChangeEntry, 'path'>): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
