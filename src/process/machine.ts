/** This machine, as the ledger asks about it. */

import type { BootReading } from '../core/record.ts';
import { readBootClock } from './boot-clock.ts';
import { identifySelf, isGone, type Lifetime } from './identity.ts';

export interface Machine {
  readonly reading: () => BootReading;
  /** Unix seconds by the wall clock. */
  readonly wall: () => number;
  readonly self: Lifetime;
  readonly isGone: (process: Lifetime) => boolean;
}

export function thisMachine(): Machine {
  let self: Lifetime | undefined;
  return {
    reading: readBootClock,
    wall: () => Math.floor(Date.now() / 1000),
    // Asked only where there is a ledger: a command that is just run must not need to know.
    get self() {
      self ??= identifySelf();
      return self;
    },
    isGone,
  };
}
