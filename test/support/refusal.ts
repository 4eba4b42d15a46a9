/** What a call refuses with, for tests that look at its code, place and hint. */

import { SpikeError } from '../../src/core/error.ts';

export function refusalOf(act: () => unknown): SpikeError {
  try {
    act();
  } catch (error) {
    if (error instanceof SpikeError) return error;
    throw error;
  }
  throw new Error('expected a refusal, found none');
}
