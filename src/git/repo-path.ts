/** Pure: a path as git keeps it, bytes, to one that can be shown and compared. */

import { isUtf8 } from 'node:buffer';
import type { PathBytes, RepoPath } from '../core/brand.ts';
import { bytesOf } from '../core/path-bytes.ts';

/** Bytes that are not UTF-8 become `\xNN`; everything else stays as it is, control characters too, since this text is also compared. */
export function repoPath(bytes: Uint8Array): RepoPath {
  return (isUtf8(bytes) ? Buffer.from(bytes).toString() : escapeInvalid(bytes)) as RepoPath;
}

/** Sorted by bytes, as git sorts, before anything is decoded. */
export function repoPaths(paths: readonly PathBytes[]): readonly RepoPath[] {
  return paths.toSorted().map(shownPath);
}

export function shownPath(path: PathBytes): RepoPath {
  return repoPath(bytesOf(path));
}

function escapeInvalid(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const character = bytes.subarray(at, at + lengthByLead(lead));
    const valid = isUtf8(character);
    text += valid ? Buffer.from(character).toString() : `\\x${lead.toString(16).padStart(2, '0')}`;
    at += valid ? character.length : 1;
  }
  return text;
}

function lengthByLead(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
