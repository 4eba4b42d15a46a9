/** The ledgers of a branch's spike on this machine, as a local gate sees them. */

import { SpikeError } from '../core/error.ts';
import type { Ledgers } from '../core/facts.ts';
import { timestamp } from '../core/time.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory } from '../ledger/control-directory.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { withoutLedger } from './without-ledger.ts';

export interface LedgersHere {
  readonly ledgers: Ledgers;
  /** Unix seconds by the ledger's clock; by the wall clock where there is no ledger. */
  readonly now: number;
}

/** Where a spike lives is what `start` noted: a hook believes no environment variable. */
export function ledgersHere(worktree: Worktree, branch: string, world: LedgerWorld): LedgersHere {
  const directory = notedDirectory(worktree.commonDir, branch);
  if (directory === undefined) return { ledgers: notStarted(worktree, branch), now: world.wall() };
  try {
    const here = readAttempts(directory, world.isGone);
    if (here === undefined) return { ledgers: lost(`there is none in ${directory}`), now: world.wall() };
    return { ledgers: judgedHere(here, branch), now: nowIn(here, world) };
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    const reason = `${error.place?.line === undefined ? '' : `line ${error.place.line}: `}${error.message}`;
    return { ledgers: { kind: 'unknown', reason, hint: error.hint ?? `spike verify ${directory}` }, now: world.wall() };
  }
}

function judgedHere({ earlier, last }: AttemptsHere, branch: string): Ledgers {
  if (last.open.branch === branch) return { kind: 'intact', earlier, last };
  return lost(`the one that was noted for ${branch} is that of ${last.open.branch}`);
}

function nowIn({ chain }: AttemptsHere, world: LedgerWorld): number {
  return timestamp(chain.clocks, { reading: world.reading(), wall: world.wall(), last: chain.ts });
}

function notStarted(worktree: Worktree, branch: string): Ledgers {
  const { state, hint } = withoutLedger(worktree, branch);
  const reason = state === 'begun' ? `${branch} has not started` : `${branch} was not started here`;
  return { kind: 'missing', reason, hint };
}

function lost(reason: string): Ledgers {
  return { kind: 'missing', reason, hint: 'work where the spike was started, or begin another: spike new <slug>' };
}
