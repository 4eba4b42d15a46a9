/** Pure: a reader that remembers what it saw, so that a step which finds something else by then is not carried out. */

import type { Existing, ReadExisting } from './existing.ts';

/** What stood at each path that a plan was made of. */
export type Seen = ReadonlyMap<string, Existing | undefined>;

export interface Observing {
  /** Answers a second question as the first: a plan must not be made of two states. */
  readonly read: ReadExisting;
  readonly seen: Seen;
}

export function observing(read: ReadExisting): Observing {
  const seen = new Map<string, Existing | undefined>();
  return {
    seen,
    read(path) {
      if (!seen.has(path)) seen.set(path, read(path));
      return seen.get(path);
    },
  };
}
