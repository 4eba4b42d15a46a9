/** Pure: the joints of a ledger. Every reader and the writer walk the same chain, one line at a time. */

import type { RecordHash } from './brand.ts';
import { decodeRecord, FIRST_PREV, hashLine, selfOf } from './codec.ts';
import { type Place, SpikeError } from './error.ts';
import { fingerprint } from './fingerprint.ts';
import type { LedgerRecord, RunRecord, StartRecord } from './record.ts';
import { agreesWithBootClock, type BootClock, noteBoot } from './time.ts';

/** Where a chain stands after its last record. */
export interface ChainState {
  /** Records so far. */
  readonly records: number;
  readonly head: RecordHash;
  readonly ts: number;
  readonly sealed: boolean;
  readonly clocks: ReadonlyMap<string, BootClock>;
  /** Starts that no run has answered yet, by `seq`. */
  readonly pending: ReadonlyMap<number, StartRecord>;
}

/** A record that holds in its place, its hash, and for a run the start that it answers. */
export interface Link {
  readonly record: LedgerRecord;
  readonly hash: RecordHash;
  readonly start?: StartRecord;
}

export interface Chain {
  /** Takes the next line, without its LF. Throws `ledger-broken` naming the line (from 1). */
  readonly push: (line: Uint8Array) => Link;
  readonly state: () => ChainState;
}

const EMPTY: ChainState = {
  records: 0,
  head: FIRST_PREV,
  ts: 0,
  sealed: false,
  clocks: new Map(),
  pending: new Map(),
};

/** A chain from its beginning, or going on from a state that was reached before. `file` names it in errors. */
export function createChain(file?: string, from: ChainState = EMPTY): Chain {
  const clocks = new Map(from.clocks);
  const pending = new Map(from.pending);
  let { records, head, ts, sealed } = from;

  return {
    push(line) {
      const place: Place = file === undefined ? { line: records + 1 } : { file, line: records + 1 };
      const record = decodeRecord(line, place);
      const reason = misplaced(record, { records, head, ts, sealed, clocks, pending });
      if (reason !== undefined) throw new SpikeError('ledger-broken', reason, { place });
      const start = record.kind === 'run' ? pending.get(record.of) : undefined;

      records += 1;
      head = hashLine(line);
      ts = record.ts;
      sealed = record.kind === 'seal';
      if (record.kind === 'start') pending.set(record.seq, record);
      if (record.kind === 'run') pending.delete(record.of);
      if ('boot' in record) clocks.set(record.boot, noteBoot(clocks.get(record.boot), record, record.ts));
      return start === undefined ? { record, hash: head } : { record, hash: head, start };
    },
    state: () => ({ records, head, ts, sealed, clocks, pending }),
  };
}

/** Why `record` cannot stand after `state`, or nothing. */
function misplaced(record: LedgerRecord, state: ChainState): string | undefined {
  if (state.sealed) return 'expected nothing after the seal';
  if (record.seq !== state.records) return `expected seq ${state.records}, found ${record.seq}`;
  if (record.prev !== state.head) return 'expected prev to be the hash of the line before, found another';
  if ((record.kind === 'open') !== (state.records === 0)) return 'expected one open record, and it first';
  if (record.ts < state.ts) return `expected ts of at least ${state.ts}, found ${record.ts}`;
  if ('boot' in record && !agreesWithBootClock(state.clocks, record, { ts: record.ts, last: state.ts })) {
    return 'expected ts to follow the boot clock, found another time';
  }
  return misstated(record, state);
}

/** What one kind of record must agree with, beside its place. */
function misstated(record: LedgerRecord, state: ChainState): string | undefined {
  switch (record.kind) {
    case 'open':
      if (record.deadline <= record.ts) return 'expected a deadline after the opening';
      if (
        record.attempt > 1 !== (record.previous !== undefined) ||
        record.attempt > 1 !== (record.reason !== undefined)
      ) {
        return 'expected previous and reason from the second attempt on, and only then';
      }
      return undefined;
    case 'run':
      return misreported(record, state.pending.get(record.of));
    case 'seal':
      return record.self === selfOf(record) ? undefined : 'expected self to be the hash of this record with self empty';
    case 'start':
    case 'refuse':
    case 'session':
    case 'recover':
      return undefined;
  }
}

function misreported(run: RunRecord, start: StartRecord | undefined): string | undefined {
  if (start === undefined) return `expected a start at seq ${run.of} that has no run yet`;
  if (run.cwd !== start.cwd || !sameArguments(run.argv, start.argv)) return 'expected the run to repeat its start';
  return run.fp === fingerprint(run) ? undefined : 'expected fp to be the fingerprint of this run';
}

export function sameArguments(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((argument, index) => argument === other[index]);
}
