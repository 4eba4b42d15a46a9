/** Pure: shipped, for a pull request; killed, for one that carries evidence alone. */

import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Decision } from '../record.ts';
import type { Rule } from './rule.ts';

export const decision: Rule = {
  id: 'decision',
  pullRequest: (facts) =>
    judge(facts, 'ship', 'a killed spike never merges code: push the branch spike-evidence/<slug> that spike kill made instead'),
  evidence: (facts) => judge(facts, 'kill', 'evidence of a shipped spike merges with its code: use the spike branch'),
};

function judge(facts: PullRequestFacts, expected: Decision, hint: string): readonly Found[] {
  const found = decisionOf(facts);
  if (found === expected) return [];
  if (found === undefined) {
    return [
      {
        message: `${facts.slug} is not ${expected === 'ship' ? 'shipped' : 'killed'} yet: expected a sealed bundle, found none`,
        hint: `spike ${expected} -m "why"`,
      },
    ];
  }
  return [{ message: `expected the decision to be ${expected}, found ${found}`, hint }];
}

/** The decision of the last attempt; nothing while it is open. */
export function decisionOf({ ledgers }: Pick<PullRequestFacts, 'ledgers'>): Decision | undefined {
  return ledgers.kind === 'intact' ? ledgers.last.seal?.decision : undefined;
}
