/** Follows a ledger line by line, from a bookmark or from its beginning, and keeps what a run needs to know of it. */

import type { RecordHash } from '../core/brand.ts';
import { countAbandoned, countRun, type Failure } from '../core/budget.ts';
import { type ChainState, createChain, type Link } from '../core/chain.ts';
import { SpikeError } from '../core/error.ts';
import type { Standing } from '../core/facts.ts';
import type { OpenRecord, SealRecord, StartRecord } from '../core/record.ts';
import type { Bookmark, LinePlace, Spent } from './cache.ts';
import type { CounterFiles } from './counter-files.ts';

/** A bookmark that the ledger's own bytes agree with; the opening record and the seal are read from there. */
export interface Resumed {
  readonly bookmark: Bookmark;
  readonly head: RecordHash;
  readonly open: OpenRecord;
  readonly seal: SealRecord | undefined;
}

export interface Taken extends Link {
  /** Set where the record made a failure. */
  readonly failure?: Failure;
  /** Set where it made an interruption that was free: which one of its command, from 1. */
  readonly freeInterruptions?: number;
}

export interface Follower {
  /** Takes the next line, without its LF, which begins at the offset `from`. Throws `ledger-broken`. */
  readonly take: (line: Uint8Array, from: number) => Taken;
  /** Counts the starts that have no run and whose process is gone; says whether there were any. */
  readonly countGone: (isGone: (start: StartRecord) => boolean) => boolean;
  readonly chain: () => ChainState;
  readonly standing: () => Standing;
  /** Starts without a run that were not counted as gone. */
  readonly alive: () => ReadonlyMap<number, StartRecord>;
  readonly latestRun: () => number | undefined;
  readonly opening: () => LinePlace;
  readonly last: () => LinePlace;
  readonly bookmark: (boot: string) => Bookmark;
}

interface Options {
  /** Names the ledger in errors. */
  readonly path: string;
  readonly counters: CounterFiles;
  readonly from?: Resumed | undefined;
}

export function follow({ path, counters, from }: Options): Follower {
  const chain = createChain(path, ...(from === undefined ? [] : [stateOf(from)]));
  const gone = new Set<number>();
  let { open, seal }: Partial<Resumed> = from ?? {};
  let { opening, last, dated, spent, latestRun }: Partial<Bookmark> = from?.bookmark ?? {};

  const spend = ({ fp, count }: Failure, { ts, seq }: Omit<Spent, 'fp'>): void => {
    if (spent === undefined && open !== undefined && count >= open.budget) spent = { fp, ts, seq };
  };

  const count = ({ record, start }: Link): Omit<Taken, keyof Link> => {
    if (record.kind !== 'run' || start === undefined || open === undefined) return {};
    latestRun = record.ts;
    const free: { freeInterruptions?: number } = {};
    const failure = countRun(record, start, {
      observable: open.observable,
      counters: counters.at(record.seq),
      onFree(interruptions) {
        free.freeInterruptions = interruptions;
      },
    });
    if (failure === undefined) return free;
    spend(failure, record);
    return { failure };
  };

  const alive = (): ReadonlyMap<number, StartRecord> =>
    gone.size === 0 ? chain.state().pending : new Map([...chain.state().pending].filter(([seq]) => !gone.has(seq)));

  return {
    take(line, at) {
      const link = chain.push(line);
      const place: LinePlace = { from: at, to: at + line.length + 1, hash: link.hash };
      last = place;
      if ('boot' in link.record) dated = place;
      if (link.record.kind === 'open') {
        open = link.record;
        opening = place;
      }
      if (link.record.kind === 'seal') seal = link.record;
      return { ...link, ...count(link) };
    },
    countGone(isGone) {
      const found = [...alive().values()].filter(isGone);
      for (const start of found) {
        gone.add(start.seq);
        spend(countAbandoned(start, counters.at(start.seq)), start);
      }
      return found.length > 0;
    },
    chain: chain.state,
    standing: () => ({ open: present(open, path), seal, spent }),
    alive,
    latestRun: () => latestRun,
    opening: () => present(opening, path),
    last: () => present(last, path),
    bookmark(boot) {
      const { records, ts, sealed, clocks } = chain.state();
      return {
        boot,
        opening: present(opening, path),
        last: present(last, path),
        dated: present(dated, path),
        records,
        ts,
        sealed,
        clocks,
        pending: alive(),
        spent,
        latestRun,
        counters: counters.vouched(),
      };
    },
  };
}

function stateOf({ bookmark, head }: Resumed): ChainState {
  const { records, ts, sealed, clocks, pending } = bookmark;
  return { records, head, ts, sealed, clocks, pending };
}

function present<Value>(value: Value | undefined, path: string): Value {
  if (value !== undefined) return value;
  throw new SpikeError('ledger-broken', 'expected an open record, found an empty ledger', {
    place: { file: path, line: 1 },
  });
}
