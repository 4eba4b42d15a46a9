/** Reads a ref from git's own files where it is plain there, which spares a process. Whatever is not plain, git is to be asked. */

import { existsSync, readFileSync } from 'node:fs';
import type { CommitId } from '../core/brand.ts';
import { errnoOf } from '../core/errno.ts';
import { isObjectId, parseCommitId } from '../core/object-id.ts';

/** `unclear`: packed, symbolic, kept in a reftable, or damaged. */
export type PlainRef = CommitId | 'absent' | 'unclear';

/** What HEAD reads where refs are kept in no such files. */
const NO_FILES = 'ref: refs/heads/.invalid';

/** Whether the refs of a repository are files at all, as far as they are not packed. */
export function hasRefFiles(commonDir: string): boolean {
  return !existsSync(`${commonDir}/reftable`) && textOf(`${commonDir}/HEAD`)?.startsWith(NO_FILES) === false;
}

/** `ref` is a full name, below `refs/heads/` or `refs/remotes/`, of a repository that has such files. A file goes before a packed ref. */
export function readPlainRef(commonDir: string, ref: string): PlainRef {
  // Git would not take it for a name: as a path it could lead anywhere.
  if (/\.\.|\/\/|[\0-\x20\x7f~^:?*[\\]/.test(ref)) return 'unclear';
  const text = textOf(`${commonDir}/${ref}`);
  if (text === undefined) return existsSync(`${commonDir}/packed-refs`) ? 'unclear' : 'absent';
  const id = text.replace(/\n$/, '');
  return isObjectId(id) ? parseCommitId(id) : 'unclear';
}

/** Nothing where there is no such file; what cannot be read is no ref. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? undefined : '';
  }
}
