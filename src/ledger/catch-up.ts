/** Brings a follower up to the newest whole line of a ledger, from a bookmark where the ledger agrees with it. */

import { decodeRecord } from '../core/codec.ts';
import { type Bookmark, countersFolder, forgetBookmark, readBookmark } from './cache.ts';
import type { SpikePaths } from './control-directory.ts';
import { type CounterFiles, forgetCounters, openCounters } from './counter-files.ts';
import { type Follower, follow, type Resumed } from './follow.ts';
import { readLine, readLines, sizeOf } from './ledger-bytes.ts';
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
export function attempt<Result>(act: () => Result): Result | undefined {
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
