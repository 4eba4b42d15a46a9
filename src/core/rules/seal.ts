/** Pure: the seal speaks for this head. */

import { sameArguments } from '../chain.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';
import { atRecord } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const seal: Rule = { id: 'seal', pullRequest: judge };

const AGAIN = 'spike start --again -m "why" opens a review round for what was added since';

function judge(facts: PullRequestFacts): Ruling {
  const { ledgers, change, head } = facts;
  if (ledgers.kind !== 'intact' || ledgers.last.seal === undefined) return UNJUDGED;
  const sealed = ledgers.last.seal;
  const found: Found[] = [];
  const at = atRecord(facts, sealed.seq);
  if (change.kind === 'unknown') {
    found.push(unreadable('expected the sealed patch, found that the change cannot be read', change));
  } else if (change.patch !== sealed.patch) {
    found.push({ message: 'expected the patch that was sealed, found other changes', hint: AGAIN, ...at });
  } else if (change.files !== sealed.files || !sameArguments(change.outside, sealed.outside)) {
    found.push({
      message: 'expected the seal to count what changed, found other counts for the same patch',
      hint: AGAIN,
      ...at,
    });
  }
  if (head.sealedCommitTree !== undefined && head.sealedCommitTree !== sealed.tree) {
    found.push({
      message: `expected commit ${sealed.commit.slice(0, 12)} to have the sealed tree ${sealed.tree.slice(0, 12)}, found another`,
      hint: AGAIN,
      ...at,
    });
  }
  if (head.sealedCommitTree !== undefined && head.sealedCommitPatch !== sealed.patch) {
    found.push({
      message: `expected commit ${sealed.commit.slice(0, 12)} to change what was sealed, found that it changes something else`,
      hint: AGAIN,
      ...at,
    });
  }
  return found;
}
