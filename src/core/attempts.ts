/** Pure: how many attempts a spike may have (SPEC.md, "Attempts"). */

import type { Attempt } from './replay.ts';
import type { Trailer } from './trailer.ts';

/** Attempts that ended without a ship seal, among those given. */
export function endedWithoutShipping(attempts: readonly Pick<Attempt, 'seal'>[]): number {
  return attempts.filter((attempt) => attempt.seal?.decision !== 'ship').length;
}

/** Whether another attempt may follow `ended`, oldest first, all of which are over. One that shipped may always be reopened. */
export function mayReopen(ended: readonly Pick<Attempt, 'seal'>[], allowed: number): boolean {
  return ended.at(-1)?.seal?.decision === 'ship' || endedWithoutShipping(ended) < allowed;
}

/**
 * Whether what a trailer marks may merge: its attempt shipped, or a later one did. The commit of a killed attempt's bundle, whose trailer
 * points at the seal, may too, since it is evidence and no code.
 */
export function mayMerge(
  { attempt, seq }: Pick<Trailer, 'attempt' | 'seq'>,
  attempts: readonly Pick<Attempt, 'open' | 'seal'>[],
): boolean {
  return attempts.some(
    ({ open, seal }) =>
      (open.attempt >= attempt && seal?.decision === 'ship') || (open.attempt === attempt && seal?.seq === seq),
  );
}
