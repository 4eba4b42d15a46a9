/** An open ledger under its lock: brought up to its newest record without reading it whole, and mended where a crash left a torn line. */

import { closeSync, ftruncateSync, openSync } from 'node:fs';
import type { ChainState } from '../core/chain.ts';
import { decodeRecord, encodeRecord, selfOf } from '../core/codec.ts';
import { SpikeError } from '../core/error.ts';
import type { Standing } from '../core/facts.ts';
import type { BootReading, Draft, LedgerRecord, StartRecord } from '../core/record.ts';
import { timestamp } from '../core/time.ts';
import { appendLine } from './append-line.ts';
import { type Bookmark, countersFolder, forgetBookmark, readBookmark, writeBookmark } from './cache.ts';
import type { SpikePaths } from './control-directory.ts';
import { type CounterFiles, forgetCounters, openCounters } from './counter-files.ts';
import { type Follower, follow, type Resumed, type Taken } from './follow.ts';
import { readLine, readLines, sizeOf } from './ledger-bytes.ts';
import { makePrivateFolder } from './private-files.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld } from './world.ts';

/** A bookmark may lag by the start that its own run is about to follow: read again, that costs less than to be written. */
const MOST_UNKNOWN = 1;

/** A ledger as its one writer sees it. */
export interface OpenLedger {
  readonly standing: () => Standing;
  readonly chain: () => ChainState;
  /** Starts without a run whose process may still live. */
  readonly alive: () => readonly StartRecord[];
  /** `ts` of the newest run. */
  readonly latestRun: () => number | undefined;
  /** The one reading of the boot clock that decides and dates everything of this update. */
  readonly reading: () => BootReading;
  /** The same moment in the ledger's time, Unix seconds. */
  readonly now: () => number;
  /** Writes a record to the disk. A record that carries a reading must carry this update's. Throws `ledger-unwritable`. */
  readonly append: (draft: Draft) => Taken;
}

/** Gives a ledger to one act after another. The caller holds the lock while it does. */
export interface LedgerAccess {
  readonly use: <Result>(act: (ledger: OpenLedger) => Result) => Result;
}

/** What one act learnt of the ledger the next one goes on from, so far as the file still agrees. */
export function accessLedger(paths: SpikePaths, world: LedgerWorld): LedgerAccess {
  let known: Caught | undefined;
  return {
    use(act) {
      const file = openForWriting(paths);
      try {
        const caught = (known === undefined ? undefined : goOn(file, known, paths)) ?? catchUp(file, paths, world);
        known = undefined;
        const writer = createWriter(file, caught, { paths, world });
        if (caught.end < sizeOf(file)) writer.recover();
        const counted = caught.follower.countGone((start) => !isSelf(start, world) && world.isGone(start));
        try {
          return act(writer.ledger);
        } finally {
          known = writer.caught();
          if (known !== undefined && (counted || known.lines > MOST_UNKNOWN)) remember(known, paths, world);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

function isSelf({ pid, born, pidns, boot }: StartRecord, { self }: LedgerWorld): boolean {
  return pid === self.pid && born === self.born && pidns === self.pidns && boot === self.boot;
}

function openForWriting({ ledger }: SpikePaths): number {
  try {
    return openSync(ledger, 'r+');
  } catch (error) {
    throw unwritable(error, ledger);
  }
}

interface Caught {
  readonly follower: Follower;
  readonly counters: CounterFiles;
  /** Where the next line belongs. */
  readonly end: number;
  /** Lines that the bookmark did not know. */
  readonly lines: number;
}

/** Goes on from what this process knew, where the ledger still agrees with it. */
function goOn(file: number, { follower, counters, end, lines }: Caught, paths: SpikePaths): Caught | undefined {
  const last = follower.last();
  if (readLine(file, last)?.hash !== last.hash) return undefined;
  return attempt(() => ({ follower, counters, ...readOn(file, { from: end, paths, follower, lines }) }));
}

/** Goes on from the bookmark where the ledger agrees with it, else replays the whole ledger. Throws `ledger-broken`. */
function catchUp(file: number, paths: SpikePaths, world: LedgerWorld): Caught {
  const resumed = resume(file, readBookmark(paths.cache), world);
  const known = resumed === undefined ? undefined : attempt(() => begin(file, paths, resumed));
  if (known !== undefined) return known;
  forgetBookmark(paths.cache);
  forgetCounters(countersFolder(paths.cache));
  return begin(file, paths, undefined);
}

function begin(file: number, paths: SpikePaths, resumed: Resumed | undefined): Caught {
  const counters = openCounters(countersFolder(paths.cache));
  const follower = follow({ path: paths.ledger, counters, from: resumed });
  return { follower, counters, ...readOn(file, { from: resumed?.bookmark.last.to ?? 0, paths, follower, lines: 0 }) };
}

interface Onward {
  readonly from: number;
  readonly paths: SpikePaths;
  readonly follower: Follower;
  readonly lines: number;
}

function readOn(file: number, { from, paths, follower, lines: before }: Onward): Pick<Caught, 'end' | 'lines'> {
  let lines = before;
  const end = readLines(file, { from, to: sizeOf(file), path: paths.ledger }, (line, at) => {
    follower.take(line, at);
    lines += 1;
  });
  return { end, lines };
}

/** A bookmark may be wrong in ways that only show on the way; the ledger itself then says what is so. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function resume(file: number, bookmark: Bookmark | undefined, { self }: LedgerWorld): Resumed | undefined {
  if (bookmark === undefined || bookmark.boot !== self.boot || bookmark.opening.from !== 0) return undefined;
  const first = readLine(file, bookmark.opening);
  const last = readLine(file, bookmark.last);
  if (first === undefined || first.hash !== bookmark.opening.hash) return undefined;
  if (last === undefined || last.hash !== bookmark.last.hash) return undefined;
  return attempt(() => {
    const open = decodeRecord(first.line, {});
    const seal = bookmark.sealed ? decodeRecord(last.line, {}) : undefined;
    if (open.kind !== 'open' || (seal !== undefined && seal.kind !== 'seal')) return undefined;
    return { bookmark, head: last.hash, open, seal };
  });
}

/** What cannot be remembered is read again by the next command: nothing here may fail a run. */
function remember({ follower, counters }: Caught, { cache }: SpikePaths, { self }: LedgerWorld): void {
  const write = (): void => {
    counters.save();
    writeBookmark(cache, follower.bookmark(self.boot));
  };
  attempt(() => {
    try {
      write();
    } catch {
      makePrivateFolder(cache);
      write();
    }
  });
}

interface LedgerWriter {
  readonly ledger: OpenLedger;
  /** Puts a record over a torn last line. */
  readonly recover: () => void;
  /** Where the ledger stands now; nothing after a failed write, when what was followed is ahead of what was written. */
  readonly caught: () => Caught | undefined;
}

interface Surroundings {
  readonly paths: SpikePaths;
  readonly world: LedgerWorld;
}

function createWriter(file: number, caught: Caught, { paths, world }: Surroundings): LedgerWriter {
  const { follower } = caught;
  const reading = world.reading();
  const wall = world.wall();
  let { end, lines } = caught;
  let failed = false;

  const at = (moment: BootReading): number => {
    const { clocks, ts } = follower.chain();
    return timestamp(clocks, { reading: moment, wall, last: ts });
  };

  const put = (draft: Draft, torn: boolean): Taken => {
    if (failed)
      throw new SpikeError(
        'ledger-unwritable',
        `expected to write to ${paths.ledger}, found that writing has just failed`,
      );
    const line = encodeRecord(complete(draft, follower.chain(), at('boot' in draft ? draft : reading)));
    const taken = follower.take(Buffer.from(line), end);
    failed = true;
    end = appendLine(line, { file, at: end, path: paths.ledger, writer: world.writer, torn });
    failed = false;
    lines += 1;
    return taken;
  };

  return {
    ledger: {
      standing: follower.standing,
      chain: follower.chain,
      alive: () => [...follower.alive().values()],
      latestRun: follower.latestRun,
      reading: () => reading,
      now: () => at(reading),
      append: (draft) => put(draft, false),
    },
    recover() {
      put({ kind: 'recover', dropped: sizeOf(file) - end }, true);
      ftruncateSync(file, end);
    },
    caught: () => (failed ? undefined : { ...caught, end, lines }),
  };
}

function complete(draft: Draft, { records, head }: ChainState, ts: number): LedgerRecord {
  const record: LedgerRecord = { v: 1, seq: records, prev: head, ts, ...draft };
  return record.kind === 'seal' ? { ...record, self: selfOf(record) } : record;
}
