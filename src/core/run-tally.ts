/** Pure: counts the runs of one attempt, and keeps on which trees its observable held. */

import type { TreeId } from './brand.ts';
import { type Counters, countAbandoned, countRun, holds, isObservable } from './budget.ts';
import { createFailures, type FailureGroup, type Spent } from './failures.ts';
import { ABANDONED_EXIT } from './fingerprint.ts';
import type { Moments } from './moments.ts';
import type { OpenRecord, RunRecord, StartRecord } from './record.ts';

/** A run of the observable that ended as it should. `tree` is missing where files changed while it ran. */
export interface Held {
  readonly seq: number;
  readonly ts: number;
  readonly tree?: TreeId;
}

export interface RunCounts {
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly interrupted: number;
  /** Starts without a run whose process is gone; each is among `failed`. */
  readonly abandoned: number;
  /** Runs of the observable that ended otherwise than it should. */
  readonly observableFailed: number;
  /** By fingerprint, most often first. */
  readonly failures: readonly FailureGroup[];
  /** Set once one fingerprint has failed as often as the budget allows. */
  readonly spent: Spent | undefined;
  /** In-time passes of the observable, the last one on each tree. */
  readonly held: readonly Held[];
}

export interface RunTally {
  readonly take: (run: RunRecord, start: StartRecord) => void;
  /** A start that no run answers and whose process is gone. */
  readonly abandon: (start: StartRecord) => void;
  readonly counts: () => RunCounts;
}

export function createRunTally({ observable, deadline, budget }: OpenRecord, moments: Moments): RunTally {
  const tally = { runs: 0, passed: 0, failed: 0, interrupted: 0, abandoned: 0, observableFailed: 0 };
  const failures = createFailures(budget);
  const held = new Map<string, Held>();
  const counters = createCounters();

  const observe = (run: RunRecord, start: StartRecord): void => {
    if (!isObservable(start, observable)) return;
    if (run.exit !== observable.exit) tally.observableFailed += 1;
    else if (run.ts < deadline) held.set(run.tree ?? '', heldBy(run));
  };

  return {
    take(run, start) {
      tally.runs += 1;
      observe(run, start);
      const failure = countRun(run, start, { observable, counters });
      if (failure !== undefined) {
        tally.failed += 1;
        failures.add(failure, { ...run, start });
        moments.note(run, 'failed');
      } else if (holds(start, run.exit, observable)) {
        tally.passed += 1;
        moments.note(run, 'held');
      } else {
        const what = run.exit === 0 ? 'passed' : 'interrupted';
        tally[what] += 1;
        moments.note(run, what);
      }
    },
    abandon(start) {
      tally.runs += 1;
      tally.failed += 1;
      tally.abandoned += 1;
      failures.add(countAbandoned(start, counters), { ts: start.ts, seq: start.seq, exit: ABANDONED_EXIT, start });
      moments.note(start, 'failed');
    },
    counts: () => ({
      ...tally,
      failures: failures.groups(),
      spent: failures.spent(),
      held: [...held.values()].sort((one, other) => one.seq - other.seq),
    }),
  };
}

function heldBy({ seq, ts, tree }: RunRecord): Held {
  return tree === undefined ? { seq, ts } : { seq, ts, tree };
}

function createCounters(): Counters {
  const counts = new Map<string, number>();
  return {
    add(key) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}
