/** Pure: how many attempts a spike may have (SPEC.md, "Attempts"). */

import type { Attempt } from './replay.ts';

/** Attempts that ended without a ship seal, among those given. */
export function endedWithoutShipping(attempts: readonly Pick<Attempt, 'seal'>[]): number {
  return attempts.filter((attempt) => attempt.seal?.decision !== 'ship').length;
}

/** Whether another attempt may follow `ended`, oldest first, all of which are over. One that shipped may always be reopened. */
export function mayReopen(ended: readonly Pick<Attempt, 'seal'>[], allowed: number): boolean {
  return ended.at(-1)?.seal?.decision === 'ship' || endedWithoutShipping(ended) < allowed;
}
