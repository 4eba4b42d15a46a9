/** Pure: time by the boot clock, so that turning the wall clock gains nothing (SPEC.md, "Time"). */

import { SpikeError } from './error.ts';
import type { BootReading } from './record.ts';

/** What one boot's first record fixes, and the newest reading of that boot. `ts` in Unix seconds, the others in milliseconds since boot. */
export interface BootClock {
  readonly ts: number;
  readonly up: number;
  readonly newest: number;
}

export type BootClocks = ReadonlyMap<string, BootClock>;

interface Moment {
  readonly reading: BootReading;
  /** Unix seconds by the wall clock: believed only for the first record of a boot. */
  readonly wall: number;
  /** `ts` of the record before. */
  readonly last: number;
}

/** `ts` for a record written at `moment`. Throws `ledger-broken` where the boot clock has gone back: it cannot, so something else answered. */
export function timestamp(clocks: BootClocks, { reading, wall, last }: Moment): number {
  const clock = clocks.get(reading.boot);
  if (clock === undefined) return Math.max(wall, last);
  if (reading.up < clock.newest) {
    throw new SpikeError(
      'ledger-broken',
      `expected a boot clock of at least ${clock.newest} ms, found ${reading.up} ms: the boot clock went back`,
      { hint: 'run from the same machine, outside any container that reports an uptime of its own' },
    );
  }
  return onBoot(clock, reading.up, last);
}

/** Whether a record that carries `reading` may carry `ts`. On a boot not seen before, only that time does not go down can be asked. */
export function agreesWithBootClock(
  clocks: BootClocks,
  reading: BootReading,
  { ts, last }: { ts: number; last: number },
): boolean {
  const clock = clocks.get(reading.boot);
  if (clock === undefined) return ts >= last;
  return reading.up >= clock.newest && ts === onBoot(clock, reading.up, last);
}

interface Bound {
  readonly open: BootReading & { readonly ts: number };
  /** The newest record that carries a reading. */
  readonly dated: BootReading & { readonly ts: number };
  /** This boot. */
  readonly boot: string;
}

/**
 * Whether clocks that were kept beside a ledger are those of its records, so far as its first and its newest reading show. Where two
 * boots take turns they may be right all the same; a replay then tells.
 */
export function boundToBootClock(clocks: BootClocks, { open, dated, boot }: Bound): boolean {
  const first = clocks.get(open.boot);
  const newest = clocks.get(dated.boot);
  if (first?.ts !== open.ts || first.up !== open.up) return false;
  if (newest?.newest !== dated.up || dated.ts !== onBoot(newest, dated.up, 0)) return false;
  return boot === dated.boot || !clocks.has(boot);
}

/** The clocks after a record that carries `reading`. */
export function noteBoot(clock: BootClock | undefined, reading: BootReading, ts: number): BootClock {
  return clock === undefined
    ? { ts, up: reading.up, newest: reading.up }
    : { ts: clock.ts, up: clock.up, newest: reading.up };
}

function onBoot(clock: BootClock, up: number, last: number): number {
  return Math.max(last, clock.ts + Math.floor((up - clock.up) / 1000));
}
