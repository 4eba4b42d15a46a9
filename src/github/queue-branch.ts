/** Pure: the branch that a merge queue makes for each of its entries, `gh-readonly-queue/<base>/pr-<number>-<commit>`. */

import type { CommitId } from '../core/brand.ts';
import { parseCommitId } from '../core/object-id.ts';

export interface QueueBranch {
  readonly number: number;
  /** What the entry was put on top of: the base, or the entry before. */
  readonly parent: CommitId;
}

const ENTRY = /^pr-([1-9]\d{0,14})-([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Begins the names of all branches of the queue for `base`, without `refs/heads/`. */
export function queuePrefix(base: string): string {
  return `gh-readonly-queue/${base}/`;
}

/** Undefined for the name of anything else; `name` is without `refs/heads/`. */
export function parseQueueBranch(name: string, base: string): QueueBranch | undefined {
  const prefix = queuePrefix(base);
  const [, number, parent] = (name.startsWith(prefix) && ENTRY.exec(name.slice(prefix.length))) || [];
  if (number === undefined || parent === undefined) return undefined;
  return { number: Number(number), parent: parseCommitId(parent) };
}
