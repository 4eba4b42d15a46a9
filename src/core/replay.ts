/** Pure: what a ledger says happened. Everything shown or judged about an attempt is computed here, from its records alone. */

import type { Fingerprint, RecordHash } from './brand.ts';
import type { ChainState, Link } from './chain.ts';
import { SpikeError } from './error.ts';
import type { FailureGroup } from './failures.ts';
import { createMoments, type Moment } from './moments.ts';
import type { OpenRecord, RefusalReason, SealRecord, StartRecord } from './record.ts';
import { createRunTally, type RunCounts, type RunTally } from './run-tally.ts';

export type { FailureGroup, Moment };

/** Why the spike is over, and since when. */
export type End =
  | { readonly why: 'sealed'; readonly ts: number }
  | { readonly why: 'budget'; readonly ts: number; readonly fp: Fingerprint }
  | { readonly why: 'clock'; readonly ts: number };

export interface Attempt extends RunCounts {
  readonly open: OpenRecord;
  readonly head: RecordHash;
  readonly records: number;
  /** `ts` of the last record. */
  readonly ts: number;
  /** Starts without a run whose process may still live. */
  readonly alive: readonly StartRecord[];
  readonly refused: Readonly<Record<RefusalReason, number>>;
  readonly lastStart: number | undefined;
  readonly lastStartSeq: number | undefined;
  readonly seal: SealRecord | undefined;
  readonly moments: readonly Moment[];
}

/** Whether the process of a start is provably gone. The gate says yes always; a machine at work asks the kernel. */
export type IsGone = (start: StartRecord) => boolean;

export interface Replay {
  readonly push: (link: Link) => void;
  readonly finish: (state: ChainState, isGone: IsGone) => Attempt;
}

interface Opened {
  readonly open: OpenRecord;
  readonly runs: RunTally;
}

/** Replays one attempt. Its first record must be pushed first; a chain has checked every joint by then. */
export function createReplay(): Replay {
  let opened: Opened | undefined;
  let seal: SealRecord | undefined;
  let lastStart: StartRecord | undefined;
  const refused: Record<RefusalReason, number> = { 'clock-expired': 0, 'budget-exhausted': 0, loop: 0 };
  const moments = createMoments();

  return {
    push({ record, start }) {
      switch (record.kind) {
        case 'open':
          opened = { open: record, runs: createRunTally(record, moments) };
          return;
        case 'start':
          lastStart = record;
          return;
        case 'run':
          if (start !== undefined) opened?.runs.take(record, start);
          return;
        case 'refuse':
          refused[record.why] += 1;
          moments.note(record, 'refused');
          return;
        case 'seal':
          seal = record;
          return;
        case 'session':
        case 'recover':
          return;
      }
    },

    finish({ head, records, ts, pending }, isGone) {
      if (opened === undefined) {
        throw new SpikeError('ledger-broken', 'expected an open record, found an empty ledger', { place: { line: 1 } });
      }
      const { open, runs } = opened;
      const alive: StartRecord[] = [];
      for (const start of pending.values()) {
        if (isGone(start)) runs.abandon(start);
        else alive.push(start);
      }
      const started = { lastStart: lastStart?.ts, lastStartSeq: lastStart?.seq };
      return { ...runs.counts(), open, head, records, ts, alive, refused, ...started, seal, moments: moments.all() };
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
