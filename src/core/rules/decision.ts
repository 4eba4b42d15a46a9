/** Pure: shipped, for a pull request; killed, for one that carries evidence alone. */

import type { PullRequestFacts } from '../facts.ts';
import type { Decision } from '../record.ts';
import { atRecord } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';

export const decision: Rule = {
  id: 'decision',
  pullRequest: (facts) =>
    judge(
      facts,
      'ship',
      `a killed spike never merges code: push the branch spike-evidence/${facts.slug} that spike kill made instead`,
    ),
  evidence: (facts) => judge(facts, 'kill', 'evidence of a shipped spike merges with its code: use the spike branch'),
};

function judge(facts: PullRequestFacts, expected: Decision, hint: string): Ruling {
  const { ledgers, slug } = facts;
  if (ledgers.kind === 'unknown') return UNJUDGED;
  const last = ledgers.kind === 'intact' ? ledgers.last : undefined;
  const found = last?.seal?.decision;
  if (found === expected) return [];
  if (found !== undefined) {
    const at = atRecord(facts, last?.seal?.seq);
    return [{ message: `expected the decision to be ${expected}, found ${found}`, hint, ...at }];
  }
  return [
    {
      message: `${slug} is not ${expected === 'ship' ? 'shipped' : 'killed'} yet: expected a sealed bundle, found none`,
      hint: `spike ${last?.spent === undefined ? expected : 'kill'} -m "why"`,
    },
  ];
}
