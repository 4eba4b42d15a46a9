/** Brings a follower up to the newest whole line of a ledger, from a bookmark where the ledger agrees with it. */

import { closeSync } from 'node:fs';
import type { RecordHash } from '../core/brand.ts';
import { decodeRecord } from '../core/codec.ts';
import type { LedgerRecord } from '../core/record.ts';
import { boundToBootClock } from '../core/time.ts';
import { type Bookmark, countersFolder, type LinePlace, readBookmark } from './cache.ts';
import type { SpikePaths } from './control-directory.ts';
import { type CounterFiles, openCounters } from './counter-files.ts';
import { type Follower, follow, type Resumed } from './follow.ts';
import { readLine, readLines, sizeOf } from './ledger-bytes.ts';
import { openLedgerFile } from './ledger-file.ts';
import type { LedgerWorld } from './world.ts';

export interface Caught {
  readonly follower: Follower;
  readonly counters: CounterFiles;
  /** Where the next line belongs. */
  readonly end: number;
  /** Lines that the bookmark did not know. */
  readonly lines: number;
}

/** Goes on from what this process knew, where the ledger still agrees with it. */
export function goOn(file: number, { follower, counters, end, lines }: Caught, paths: SpikePaths): Caught | undefined {
  const last = follower.last();
  if (readLine(file, last)?.hash !== last.hash) return undefined;
  return attempt(() => ({ follower, counters, ...readOn(file, { from: end, paths, follower, lines }) }));
}

/** Goes on from the bookmark where the ledger agrees with it, else replays the whole ledger. Throws `ledger-broken`. */
export function catchUp(file: number, paths: SpikePaths, world: LedgerWorld): Caught {
  const resumed = resume(file, readBookmark(paths.cache), world);
  const known = resumed === undefined ? undefined : attempt(() => begin(file, paths, resumed));
  return known ?? begin(file, paths, undefined);
}

function begin(file: number, paths: SpikePaths, resumed: Resumed | undefined): Caught {
  const counters = openCounters(countersFolder(paths.cache), resumed && keptBy(resumed, paths));
  const follower = follow({ path: paths.ledger, counters, from: resumed });
  // A bookmark that is not there is worth writing, however short the ledger.
  const [from, lines] = resumed === undefined ? [0, 1] : [resumed.bookmark.last.to, 0];
  return { follower, counters, ...readOn(file, { from, paths, follower, lines }) };
}

/** What is counted anew is read from the ledger itself, by then perhaps under another descriptor. */
function keptBy({ bookmark }: Resumed, { ledger }: SpikePaths): Parameters<typeof openCounters>[1] {
  return {
    vouched: bookmark.counters,
    recount(counters) {
      const follower = follow({ path: ledger, counters });
      const file = openLedgerFile(ledger, 'read');
      try {
        readLines(file, { from: 0, to: bookmark.last.to, path: ledger }, follower.take);
      } finally {
        closeSync(file);
      }
      follower.countGone((start) => !bookmark.pending.has(start.seq));
    },
  };
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
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function resume(file: number, bookmark: Bookmark | undefined, { self }: LedgerWorld): Resumed | undefined {
  if (bookmark === undefined || bookmark.boot !== self.boot || bookmark.opening.from !== 0) return undefined;
  return attempt(() => {
    const { record: open } = recordAt(file, bookmark.opening);
    const { record: last, hash: head } = recordAt(file, bookmark.last);
    const { record: dated } = recordAt(file, bookmark.dated);
    if (open.kind !== 'open' || !('boot' in dated)) return undefined;
    if (last.seq !== bookmark.records - 1 || last.ts !== bookmark.ts) return undefined;
    if ((last.kind === 'seal') !== bookmark.sealed) return undefined;
    if (!boundToBootClock(bookmark.clocks, { open, dated, boot: self.boot })) return undefined;
    return { bookmark, head, open, seal: last.kind === 'seal' ? last : undefined };
  });
}

/** Throws where another line stands there. */
function recordAt(file: number, place: LinePlace): { record: LedgerRecord; hash: RecordHash } {
  const found = readLine(file, place);
  if (found?.hash !== place.hash) throw new Error('another line');
  return { record: decodeRecord(found.line, {}), hash: found.hash };
}
