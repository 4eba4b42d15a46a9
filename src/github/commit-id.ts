/** Pure: a commit as GitHub names it. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';

const PATTERN = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** `what` says whose commit it is, for the error. Throws `unreadable`. */
export function parseCommitId(text: string, what: string): CommitId {
  if (!PATTERN.test(text)) {
    throw new SpikeError(
      'unreadable',
      `expected ${what} to be 40 or 64 lower-case hex digits, found ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return text as CommitId;
}
