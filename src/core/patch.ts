/** Pure: the identity of what a spike changes, whatever it is based on (SPEC.md, "Patch"). */

import { createHash } from 'node:crypto';
import type { PatchId } from './brand.ts';

/** One entry of `git diff-tree -r --raw -z --no-renames --no-abbrev`. `path` is raw bytes from the top. */
export interface ChangeEntry {
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  readonly status: string;
  readonly path: Uint8Array;
}

/** sha256 over the entries sorted by path bytes, each `<old mode> <old oid> <new mode> <new oid>\t<path>\0`. The bundle is left out by the caller. */
export function patchId(entries: readonly ChangeEntry[]): PatchId {
  const hash = createHash('sha256');
  for (const entry of [...entries].sort((one, other) => Buffer.compare(one.path, other.path))) {
    hash.update(`${entry.oldMode} ${entry.oldId} ${entry.newMode} ${entry.newId}\t`);
    hash.update(entry.path);
    hash.update('\0');
  }
  return hash.digest('hex') as PatchId;
}
