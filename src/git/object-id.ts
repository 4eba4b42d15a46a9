/** Pure: names of git objects, 40 hex digits or 64 in a SHA-256 repository. */

import type { CommitId, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Throws `unreadable` for anything but a full lower-case object id. */
export function parseCommitId(text: string): CommitId {
  return checked(text, 'a commit') as CommitId;
}

/** Throws `unreadable` for anything but a full lower-case object id. */
export function parseTreeId(text: string): TreeId {
  return checked(text, 'a tree') as TreeId;
}

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Git writes an id of zeros for "no object". */
export function isZeroId(text: string): boolean {
  return /^0+$/.test(text);
}

function checked(text: string, of: string): string {
  if (isObjectId(text)) return text;
  throw new SpikeError('unreadable', `expected the full id of ${of}, found ${JSON.stringify(text.slice(0, 80))}`);
}
