/** Pure: what the commit gate still lets through once a spike is over (SPEC.md, "After the end"). */

import type { CommitFacts } from '../facts.ts';
import type { Attempt } from '../replay.ts';

/**
 * Evidence alone; after the deadline the tree on which the observable held in time; after a ship seal whatever keeps the patch, of
 * which a rebase makes the parts one by one.
 */
export function mayStillCommit(facts: CommitFacts, last: Attempt): boolean {
  if (facts.staged.bundleOnly) return true;
  if (last.seal !== undefined) {
    if (last.seal.decision !== 'ship') return false;
    return facts.staged.rebasing || (facts.change.kind === 'known' && facts.change.patch === last.seal.patch);
  }
  return last.spent === undefined && last.held.some((held) => held.tree === facts.staged.tree);
}
