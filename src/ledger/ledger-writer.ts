/** Writes records to an open ledger: each is chained, dated and checked before, and on the disk afterwards. */

import { ftruncateSync } from 'node:fs';
import type { ChainState } from '../core/chain.ts';
import { encodeRecord, selfOf } from '../core/codec.ts';
import { SpikeError } from '../core/error.ts';
import type { Standing } from '../core/facts.ts';
import type { BootReading, Draft, LedgerRecord, StartRecord } from '../core/record.ts';
import { timestamp } from '../core/time.ts';
import { appendLine } from './append-line.ts';
import type { Caught } from './catch-up.ts';
import type { SpikePaths } from './control-directory.ts';
import type { Taken } from './follow.ts';
import { readRecord, sizeOf } from './ledger-bytes.ts';
import type { LedgerWorld } from './world.ts';

/** A ledger as its one writer sees it. */
export interface OpenLedger {
  readonly standing: () => Standing;
  readonly chain: () => ChainState;
  /** Starts without a run whose process may still live. */
  readonly alive: () => readonly StartRecord[];
  /** `ts` of the newest run. */
  readonly latestRun: () => number | undefined;
  /** The record of that `seq`; the ledger is read from its beginning for it. */
  readonly record: (seq: number) => LedgerRecord | undefined;
  /** The one reading of the boot clock that decides and dates everything of this update. */
  readonly reading: () => BootReading;
  /** The same moment in the ledger's time, Unix seconds. */
  readonly now: () => number;
  /** Writes a record to the disk. A record that carries a reading must carry this update's. Throws `ledger-unwritable`. */
  readonly append: (draft: Draft) => Taken;
}

export interface LedgerWriter {
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

export function createWriter(file: number, caught: Caught, { paths, world }: Surroundings): LedgerWriter {
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
      record: (seq) => readRecord(file, { seq, end, path: paths.ledger }),
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
