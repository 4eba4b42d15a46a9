/** Pure: the observable held, before the deadline, on the sealed tree. */

import { renderCommand } from '../command-line.ts';
import type { PullRequestFacts } from '../facts.ts';
import { atRecord } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';

export const observable: Rule = { id: 'observable', pullRequest: judge };

function judge(facts: PullRequestFacts): Ruling {
  const { ledgers } = facts;
  if (ledgers.kind !== 'intact' || ledgers.last.seal === undefined) return UNJUDGED;
  const { held, seal, open } = ledgers.last;
  if (held.some((one) => one.tree === seal.tree)) return [];
  const command = renderCommand(open.observable.argv);
  const what = held.length === 0 ? 'it never held before the deadline' : 'it held on other trees only';
  return [
    {
      message: `expected ${command} to exit ${open.observable.exit} on the sealed tree ${seal.tree.slice(0, 12)}, found that ${what}`,
      hint: 'spike start --again -m "why", then spike-run the observable on exactly what is committed',
      ...atRecord(facts, seal.seq),
    },
  ];
}
