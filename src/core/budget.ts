/** Pure: which runs are failures, and when one fingerprint has spent the budget (SPEC.md, "Counting"). */

import type { Fingerprint } from './brand.ts';
import { sameArguments } from './chain.ts';
import { ABANDONED_EXIT, fingerprint, invocationKey } from './fingerprint.ts';
import type { Observable } from './hypothesis.ts';
import type { RunRecord, StartRecord } from './record.ts';

/** A harness that interrupts every run would otherwise make any loop free. */
export const FREE_INTERRUPTIONS = 3;

/** Counters by key; `add` gives the new count. A map while replaying, files on the hot path. */
export interface Counters {
  readonly add: (key: string) => number;
}

export interface Failure {
  readonly fp: Fingerprint;
  /** How many times this fingerprint has failed, this time included. */
  readonly count: number;
}

export function isObservable(start: Pick<StartRecord, 'at' | 'argv'>, observable: Observable): boolean {
  return start.at === observable.cwd && sameArguments(start.argv, observable.argv);
}

/** Whether a run of `start` that ended with `exit` is the observable, ending as it should. */
export function holds(start: StartRecord, exit: number, observable: Observable): boolean {
  return exit === observable.exit && isObservable(start, observable);
}

/** Counts a run that has ended; gives the failure if it is one. */
export function countRun(
  run: RunRecord,
  start: StartRecord,
  { observable, counters, onFree }: CountingFacts,
): Failure | undefined {
  if (run.exit === 0 || holds(start, run.exit, observable)) return undefined;
  if (run.interrupted === true) {
    const interruptions = counters.add(`interrupted-${invocationKey(run)}`);
    if (interruptions <= FREE_INTERRUPTIONS) {
      onFree?.(interruptions);
      return undefined;
    }
  }
  return { fp: run.fp, count: counters.add(run.fp) };
}

/** Counts a start whose process is gone and which no run answers. */
export function countAbandoned(start: StartRecord, counters: Counters): Failure {
  const fp = fingerprint({ cwd: start.cwd, argv: start.argv, exit: ABANDONED_EXIT });
  return { fp, count: counters.add(fp) };
}

interface CountingFacts {
  readonly observable: Observable;
  readonly counters: Counters;
  /** Told of an interruption that was free: which one of this command it was, from 1. */
  readonly onFree?: (interruptions: number) => void;
}
