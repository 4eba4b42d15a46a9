/** An open ledger under its lock: brought up to its newest record without reading it whole, and mended where a crash left a torn line. */

import { closeSync } from 'node:fs';
import { renderStanding } from '../core/cached-facts.ts';
import type { StartRecord } from '../core/record.ts';
import { writeBookmark, writeStanding } from './cache.ts';
import { attempt, type Caught, catchUp, goOn } from './catch-up.ts';
import type { SpikePaths } from './control-directory.ts';
import { sizeOf } from './ledger-bytes.ts';
import { openLedgerFile } from './ledger-file.ts';
import { createWriter, type OpenLedger } from './ledger-writer.ts';
import { makePrivateFolder } from './private-files.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld } from './world.ts';

/** A bookmark may lag by the start that its own run is about to follow: read again, that costs less than to be written. */
const MOST_UNKNOWN = 1;

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
          if (known !== undefined && (counted || isWorthKnowing(known))) remember(known, paths, world);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

/** That a spike is over must be seen by the hooks at once. */
function isWorthKnowing({ lines, follower }: Caught): boolean {
  const { seal, spent } = follower.standing();
  return lines > MOST_UNKNOWN || seal !== undefined || spent !== undefined;
}

function isSelf({ pid, born, pidns, boot }: StartRecord, { self }: LedgerWorld): boolean {
  return pid === self.pid && born === self.born && pidns === self.pidns && boot === self.boot;
}

function openForWriting({ ledger }: SpikePaths): number {
  try {
    return openLedgerFile(ledger, 'write');
  } catch (error) {
    throw unwritable(error, ledger);
  }
}

/** What cannot be remembered is read again by the next command: nothing here may fail a run. */
function remember({ follower, counters }: Caught, { cache }: SpikePaths, { self }: LedgerWorld): void {
  const write = (): void => {
    // Whatever stands in the place of one of them, the others are written.
    attempt(() => {
      const opening = follower.opening().hash;
      writeStanding(
        cache,
        renderStanding({ ...follower.standing(), chain: follower.chain(), opening, boot: self.boot }),
      );
    });
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
