/** Pure: names of git objects, 40 hex digits or 64 in a SHA-256 repository. */

import type { CommitId, TreeId } from './brand.ts';
import { SpikeError } from './error.ts';

const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** `what` says whose commit it is, for the error. Throws `unreadable` for anything but a full lower-case object id. */
export function parseCommitId(text: string, what = 'the id of a commit'): CommitId {
  return checked(text, what) as CommitId;
}

/** Throws `unreadable` for anything but a full lower-case object id. */
export function parseTreeId(text: string): TreeId {
  return checked(text, 'the id of a tree') as TreeId;
}

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Git writes an id of zeros for "no object". */
export function isZeroId(text: string): boolean {
  return /^0+$/.test(text);
}

function checked(text: string, what: string): string {
  if (isObjectId(text)) return text;
  throw new SpikeError(
    'unreadable',
    `expected ${what} to be 40 or 64 lower-case hex digits, found ${JSON.stringify(text.slice(0, 80))}`,
  );
}
