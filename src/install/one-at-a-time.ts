/** One `spike init` at a time in a repository: of two plans made of the same state, the second would undo the first. */

import { SpikeError } from '../core/error.ts';
import { withLock } from '../ledger/lock.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { lockPath } from './places.ts';

/** Throws `refused` where another goes on for longer than anybody waits. */
export function oneAtATime<Result>(commonDir: string, world: LedgerWorld, act: () => Result): Result {
  const path = lockPath(commonDir);
  try {
    return withLock(path, world, act);
  } catch (cause) {
    if (!(cause instanceof SpikeError) || cause.code !== 'ledger-busy') throw cause;
    throw new SpikeError(
      'refused',
      'expected no other spike init in this repository, found one that has gone on for 10 seconds',
      { hint: `try again; if none is running, remove ${path}`, cause },
    );
  }
}
