/** Pure: no more attempts than the tip allows, and the ledger of every one is here. */

import { endedWithoutShipping, mayReopen } from '../attempts.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';
import { count } from '../span.ts';
import type { Rule } from './rule.ts';

export const attempts: Rule = { id: 'attempts', pullRequest: judge, evidence: judge };

function judge({ ledgers, tip }: PullRequestFacts): readonly Found[] {
  if (ledgers.kind !== 'intact') return [];
  const { earlier, last } = ledgers;
  const numbers = [...earlier, last].map((attempt) => attempt.open.attempt);
  if (numbers.some((number, index) => number !== index + 1) || last.open.attempt !== numbers.length) {
    return [
      {
        message: `expected the ledgers of attempts 1 to ${last.open.attempt}, found those of ${numbers.join(', ')}`,
        hint: 'spike ship writes the whole bundle again',
      },
    ];
  }
  if (earlier.length === 0 || mayReopen(earlier, tip.attempts)) return [];
  return [
    {
      message: `expected at most ${count(tip.attempts, 'attempt')} to end without shipping, found ${endedWithoutShipping(earlier)} before this one`,
      hint: 'begin another spike with another hypothesis: spike new <slug>',
    },
  ];
}
