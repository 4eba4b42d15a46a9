/** Pure: the finding for a fact that could not be had, with the place where it broke. */

import type { Unknown } from '../facts.ts';
import type { Found } from '../finding.ts';

/** `expected` begins the message; the reason of the fact ends it. */
export function unreadable(expected: string, { reason, hint, file, line }: Omit<Unknown, 'kind'>): Found {
  return {
    message: `${expected}: ${reason}`,
    hint,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}
