/** Pure: what a spike's branch may still become once the spike is over (SPEC.md, "After the end"). */

import type { CommitFacts, MoveFacts } from '../facts.ts';
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

/** The same of a branch that is moved by any command. A shipped one is judged where it is pushed or merged. */
export function mayStillMove({ bundleOnly, tree }: MoveFacts, last: Attempt): boolean {
  if (bundleOnly) return true;
  if (last.seal !== undefined) return last.seal.decision === 'ship';
  return last.spent === undefined && last.held.some((held) => held.tree === tree);
}
