/** The time that the next record of a ledger would carry. */

import { timestamp } from '../core/time.ts';
import type { AttemptsHere } from '../ledger/read.ts';
import type { Context } from './context.ts';

export function ledgerNow({ chain }: AttemptsHere, { world }: Context): number {
  return timestamp(chain.clocks, { reading: world.reading(), wall: world.wall(), last: chain.ts });
}
