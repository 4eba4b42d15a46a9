/** The branch that spikes will merge into, before any has said so. */

import { SpikeError } from '../core/error.ts';
import { defaultTarget } from '../git/target.ts';
import type { Repository } from './repository.ts';

/** In a repository without a commit, its first branch is all there is to merge into. Undefined where git knows no default. */
export function likelyTarget({ top, branch, born }: Repository): string | undefined {
  try {
    return defaultTarget(top);
  } catch (error) {
    if (error instanceof SpikeError) return born ? undefined : branch;
    throw error;
  }
}
