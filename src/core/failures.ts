/** Pure: the failures of one attempt by fingerprint, and when they spent the budget. */

import type { Fingerprint } from './brand.ts';
import type { Failure } from './budget.ts';
import type { StartRecord } from './record.ts';

/** One fingerprint that failed, with when it first and last did (Unix seconds). */
export interface FailureGroup {
  readonly fp: Fingerprint;
  readonly cwd: string;
  /** The same from the top of the worktree; missing outside of one. */
  readonly at?: string;
  readonly argv: readonly string[];
  readonly exit: number;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Of the records that showed the first and the last of them. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** The fingerprint that spent the budget first, and the record that did. */
export interface Spent {
  readonly fp: Fingerprint;
  readonly ts: number;
  readonly seq: number;
}

export interface FailedRun {
  readonly start: StartRecord;
  readonly exit: number;
  /** Of the record that showed the failure: a run, or a start that no run answers. */
  readonly ts: number;
  readonly seq: number;
}

export interface Failures {
  readonly add: (failure: Failure, run: FailedRun) => void;
  /** Most often first. */
  readonly groups: () => readonly FailureGroup[];
  readonly spent: () => Spent | undefined;
}

export function createFailures(budget: number): Failures {
  const groups = new Map<Fingerprint, FailureGroup>();
  let spent: Spent | undefined;

  return {
    add({ fp, count }, { start, exit, ts, seq }) {
      const before = groups.get(fp);
      // A start that no run answers counts at the end, though it began before others of its fingerprint.
      const first = Math.min(before?.first ?? ts, ts);
      const last = Math.max(before?.last ?? ts, ts);
      const [firstSeq, lastSeq] = [Math.min(before?.firstSeq ?? seq, seq), Math.max(before?.lastSeq ?? seq, seq)];
      const at = start.at === undefined ? {} : { at: start.at };
      groups.set(fp, { fp, cwd: start.cwd, ...at, argv: start.argv, exit, count, first, last, firstSeq, lastSeq });
      if (spent === undefined && count >= budget) spent = { fp, ts: last, seq };
    },
    groups: () => [...groups.values()].sort((one, other) => other.count - one.count || one.first - other.first),
    spent: () => spent,
  };
}
