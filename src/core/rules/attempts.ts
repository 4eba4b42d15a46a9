/** Pure: no more attempts than the tip allows, and the ledger of every one is here. */

import { endedWithoutShipping } from '../attempts.ts';
import { attemptFile } from '../bundle.ts';
import type { PullRequestFacts } from '../facts.ts';
import { count } from '../span.ts';
import { atRecord, inBundle } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';

export const attempts: Rule = { id: 'attempts', pullRequest: judge, evidence: judge };

function judge(facts: PullRequestFacts): Ruling {
  const { ledgers, tip } = facts;
  if (ledgers.kind !== 'intact') return UNJUDGED;
  const { earlier, last } = ledgers;
  const numbers = [...earlier, last].map((attempt) => attempt.open.attempt);
  const odd = numbers.findIndex((number, index) => number !== index + 1);
  if (odd !== -1) {
    return [
      {
        message: `expected the ledgers of attempts 1 to ${last.open.attempt}, found those of ${numbers.join(', ')}`,
        hint: 'spike ship writes the whole bundle again',
        ...inBundle(facts, attemptFile(odd + 1)),
      },
    ];
  }
  // Whatever ended without shipping was followed by another attempt, which the tip must still have allowed.
  const ended = endedWithoutShipping(earlier);
  if (ended < tip.attempts) return [];
  return [
    {
      message: `expected fewer than ${count(tip.attempts, 'attempt')} to have ended without shipping before this one, found ${ended}`,
      hint: 'begin another spike with another hypothesis: spike new <slug>',
      ...atRecord(facts, 0),
    },
  ];
}
