/** Pure: what a ledger says happened. Everything shown or judged about an attempt is computed here, from its records alone. */

import type { Fingerprint, RecordHash, TreeId } from './brand.ts';
import { countAbandoned, countRun, type Counters, type Failure, holds, isObservable } from './budget.ts';
import type { ChainState, Link } from './chain.ts';
import { SpikeError } from './error.ts';
import { ABANDONED_EXIT } from './fingerprint.ts';
import type { OpenRecord, RefusalReason, RunRecord, SealRecord, StartRecord } from './record.ts';

/** One fingerprint that failed, with when it first and last did (Unix seconds). */
export interface FailureGroup {
  readonly fp: Fingerprint;
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly exit: number;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** A run of the observable that ended as it should. `tree` is missing where files changed while it ran. */
export interface Held {
  readonly seq: number;
  readonly ts: number;
  readonly tree?: TreeId;
}

/** Why the spike is over, and since when. */
export type End =
  | { readonly why: 'sealed'; readonly ts: number }
  | { readonly why: 'budget'; readonly ts: number; readonly fp: Fingerprint }
  | { readonly why: 'clock'; readonly ts: number };

/** What happened at one moment, for the timeline. */
export interface Moment {
  readonly ts: number;
  readonly what: 'passed' | 'failed' | 'interrupted' | 'refused' | 'held';
}

export interface Attempt {
  readonly open: OpenRecord;
  readonly head: RecordHash;
  readonly records: number;
  /** `ts` of the last record. */
  readonly ts: number;
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly interrupted: number;
  /** Starts without a run whose process is gone; each is among `failed`. */
  readonly abandoned: number;
  /** Starts without a run whose process may still live. */
  readonly alive: readonly StartRecord[];
  readonly refused: Readonly<Record<RefusalReason, number>>;
  /** By fingerprint, most often first. */
  readonly failures: readonly FailureGroup[];
  /** Set once one fingerprint has failed as often as the budget allows. */
  readonly spent: { readonly fp: Fingerprint; readonly ts: number; readonly seq: number } | undefined;
  /** In-time passes of the observable, the last one on each tree. */
  readonly held: readonly Held[];
  /** Runs of the observable that did not end as it should. */
  readonly observableFailed: number;
  readonly lastStart: number | undefined;
  readonly seal: SealRecord | undefined;
  readonly moments: readonly Moment[];
}

/** Whether the process of a start is provably gone. The gate says yes always; a machine at work asks the kernel. */
export type IsGone = (start: StartRecord) => boolean;

/** Beyond so many moments the timeline shows counts alone; bounds the memory of a reader. */
const MAX_MOMENTS = 100_000;

interface Tally {
  runs: number;
  passed: number;
  failed: number;
  interrupted: number;
  abandoned: number;
  observableFailed: number;
}

export interface Replay {
  readonly push: (link: Link) => void;
  readonly finish: (state: ChainState, isGone: IsGone) => Attempt;
}

/** Replays one attempt. Its first record must be pushed first; a chain has checked every joint by then. */
export function createReplay(): Replay {
  let open: OpenRecord | undefined;
  let seal: SealRecord | undefined;
  let spent: Attempt['spent'];
  let lastStart: number | undefined;
  const tally: Tally = { runs: 0, passed: 0, failed: 0, interrupted: 0, abandoned: 0, observableFailed: 0 };
  const refused: Record<RefusalReason, number> = { 'clock-expired': 0, 'budget-exhausted': 0, loop: 0 };
  const failures = new Map<Fingerprint, FailureGroup>();
  const held = new Map<string, Held>();
  const moments: Moment[] = [];
  const counters = createCounters();

  const note = (ts: number, what: Moment['what']): void => {
    if (moments.length < MAX_MOMENTS) moments.push({ ts, what });
  };

  const fail = (failure: Failure, { of, ts, seq }: { of: StartRecord; ts: number; seq: number }, exit: number): void => {
    tally.failed += 1;
    const before = failures.get(failure.fp);
    failures.set(failure.fp, {
      fp: failure.fp,
      cwd: of.cwd,
      argv: of.argv,
      exit,
      count: failure.count,
      first: before?.first ?? ts,
      last: ts,
    });
    note(ts, 'failed');
    if (open !== undefined && spent === undefined && failure.count >= open.budget) spent = { fp: failure.fp, ts, seq };
  };

  const take = (run: RunRecord, start: StartRecord, opened: OpenRecord): void => {
    tally.runs += 1;
    const { observable, deadline } = opened;
    if (isObservable(start, observable)) {
      if (!holds(start, run.exit, observable)) tally.observableFailed += 1;
      else if (run.ts < deadline) held.set(run.tree ?? '', heldBy(run));
    }
    const failure = countRun(run, start, { observable, counters });
    if (failure !== undefined) return fail(failure, { of: start, ts: run.ts, seq: run.seq }, run.exit);
    if (run.interrupted === true) {
      tally.interrupted += 1;
      return note(run.ts, 'interrupted');
    }
    tally.passed += 1;
    note(run.ts, holds(start, run.exit, observable) ? 'held' : 'passed');
  };

  return {
    push({ record, start }) {
      switch (record.kind) {
        case 'open':
          open = record;
          return;
        case 'start':
          lastStart = record.ts;
          return;
        case 'run':
          if (start !== undefined && open !== undefined) take(record, start, open);
          return;
        case 'refuse':
          refused[record.why] += 1;
          return note(record.ts, 'refused');
        case 'seal':
          seal = record;
          return;
        case 'session':
        case 'recover':
          return;
      }
    },

    finish(state, isGone) {
      if (open === undefined) throw new SpikeError('ledger-broken', 'expected an open record, found an empty ledger', { place: { line: 1 } });
      const alive: StartRecord[] = [];
      for (const start of state.pending.values()) {
        if (!isGone(start)) {
          alive.push(start);
          continue;
        }
        tally.runs += 1;
        tally.abandoned += 1;
        fail(countAbandoned(start, counters), { of: start, ts: start.ts, seq: start.seq }, ABANDONED_EXIT);
      }
      return {
        ...tally,
        open,
        head: state.head,
        records: state.records,
        ts: state.ts,
        alive,
        refused,
        failures: [...failures.values()].sort((one, other) => other.count - one.count || one.first - other.first),
        spent,
        held: [...held.values()].sort((one, other) => one.seq - other.seq),
        lastStart,
        seal,
        moments: moments.sort((one, other) => one.ts - other.ts),
      };
    },
  };
}

/** When and why the attempt was over, as seen at `now` (Unix seconds); nothing while it is live. The first of budget, deadline and seal counts. */
export function endOf(attempt: Attempt, now: number): End | undefined {
  const { open, seal, spent } = attempt;
  const ends: End[] = [];
  if (spent !== undefined) ends.push({ why: 'budget', ts: spent.ts, fp: spent.fp });
  if ((seal?.ts ?? now) >= open.deadline) ends.push({ why: 'clock', ts: open.deadline });
  if (seal !== undefined) ends.push({ why: 'sealed', ts: seal.ts });
  return ends.sort((one, other) => one.ts - other.ts)[0];
}

/** Failures that were seen more than once. */
export function repeated(attempt: Attempt): readonly FailureGroup[] {
  return attempt.failures.filter((failure) => failure.count > 1);
}

function heldBy(run: RunRecord): Held {
  return run.tree === undefined ? { seq: run.seq, ts: run.ts } : { seq: run.seq, ts: run.ts, tree: run.tree };
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
