/** Pure: how an attempt ended, in words that hold wherever they stand. EVIDENCE.md is made of this too: its output is part of that format. */

import type { SealRecord } from '../core/record.ts';
import { type Attempt, type End, endOf } from '../core/replay.ts';
import { count } from '../core/span.ts';
import { minuteOf } from './instant.ts';

/** The part of a seal that ends an attempt; a draft of one has it before it is written. */
export type Sealing = Pick<SealRecord, 'decision' | 'ts'>;

/** What stopped the clock first. `seal` is given beside the attempt, since the evidence is written before the seal. */
export function stopOf(attempt: Attempt, seal: Sealing | undefined, now: number): End | undefined {
  const stop = endOf({ ...attempt, seal: undefined }, seal?.ts ?? now);
  return stop === undefined && seal !== undefined ? { why: 'sealed', ts: seal.ts } : stop;
}

/** `stopped at minute 31 by the budget, sealed (kill) at minute 33`; `not stopped` where nothing has. */
export function renderEnding(attempt: Attempt, seal: Sealing | undefined, now: number): string {
  const stop = stopOf(attempt, seal, now);
  if (stop === undefined) return 'not stopped';
  const minute = minuteOf(attempt.open, stop.ts);
  if (stop.why === 'sealed') return `stopped at minute ${minute} by the seal${decided(seal)}`;
  const sealed = seal === undefined ? '' : `, sealed${decided(seal)} at minute ${minuteOf(attempt.open, seal.ts)}`;
  return `stopped at minute ${minute} by the ${stop.why === 'budget' ? 'budget' : 'deadline'}${sealed}`;
}

/** `14 runs: 11 passed, 3 failed`; what did not happen is left out. */
export function renderTally(attempt: Attempt): string {
  const refused = Object.values(attempt.refused).reduce((sum, times) => sum + times, 0);
  const parts = [`${attempt.passed} passed`, `${attempt.failed} failed`];
  if (attempt.abandoned > 0) parts.push(`${attempt.abandoned} of these without a recorded end`);
  if (attempt.interrupted > 0) parts.push(`${attempt.interrupted} interrupted`);
  const runs = `${count(attempt.runs, 'run')}: ${parts.join(', ')}`;
  return refused === 0 ? runs : `${runs}; ${count(refused, 'command')} refused`;
}

/** `90 minutes`, in the unit that says the whole of it. */
export function renderClock(attempt: Attempt): string {
  const seconds = attempt.open.deadline - attempt.open.ts;
  return seconds % 60 === 0 ? count(seconds / 60, 'minute') : count(seconds, 'second');
}

function decided(seal: Sealing | undefined): string {
  return seal === undefined ? '' : ` (${seal.decision})`;
}
