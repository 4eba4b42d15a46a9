/** Pure: the evidence is present, its facts equal the ledger's, and the decision has its paragraph. */

import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';
import { saysNothing } from '../paragraph.ts';
import { atEvidence, firstDifference, putBack } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const evidence: Rule = { id: 'evidence', pullRequest: judge, evidence: judge, carrier: judge };

const RESTORE = 'spike ship or spike kill writes it again from the ledger';

/** Before the facts: the title, an empty line, the marker. */
const LINES_BEFORE = 3;

function judge(facts: PullRequestFacts): Ruling {
  const { evidence: document, ledgers } = facts;
  if (document.kind === 'missing') {
    return [{ message: 'expected EVIDENCE.md in the bundle, found none', hint: RESTORE, ...atEvidence(facts) }];
  }
  if (document.kind === 'unknown') return [unreadable('expected a well-formed EVIDENCE.md', document)];
  const seal = ledgers.kind === 'intact' ? ledgers.last.seal : undefined;
  const found: Found[] = [];
  if (saysNothing(document.paragraph)) {
    found.push({
      message: 'expected a paragraph that gives the reason of the decision, found none',
      hint: `spike ${seal?.decision ?? 'ship'} -m "why"`,
      ...atEvidence(facts),
    });
  }
  if (seal === undefined) return found.length === 0 ? UNJUDGED : found;
  if (document.found !== document.expected) {
    const line = LINES_BEFORE + firstDifference(document.found, document.expected);
    found.push({
      message: 'expected the facts to be those of the ledger, found them edited',
      hint: putBack(facts) ?? RESTORE,
      ...atEvidence(facts, line),
    });
  } else if (document.digest !== seal.evidence) {
    found.push({
      message: 'expected the EVIDENCE.md that was sealed, found it edited since',
      hint: putBack(facts) ?? RESTORE,
      ...atEvidence(facts),
    });
  }
  return found;
}
