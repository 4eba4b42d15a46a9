/** Pure: no fingerprint has spent the budget, and the budget was no larger than the tip allows. */

import { renderCommand } from '../command-line.ts';
import type { PullRequestFacts, Standing } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Attempt } from '../replay.ts';
import { count } from '../span.ts';
import { mayStillCommit, mayStillMove } from './after-end.ts';
import { atRecord } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';

export const budget: Rule = {
  id: 'budget',
  run: ({ standing }) => spentBudget(standing),
  commit(facts) {
    const { ledgers } = facts;
    if (ledgers.kind !== 'intact') return UNJUDGED;
    return mayStillCommit(facts, ledgers.last) ? [] : spentBudget(ledgers.last);
  },
  move(facts) {
    const { ledgers, unwinds } = facts;
    if (unwinds) return [];
    if (ledgers.kind !== 'intact') return UNJUDGED;
    return mayStillMove(facts, ledgers.last) ? [] : spentBudget(ledgers.last);
  },
  push({ ledgers, unwinds }) {
    if (unwinds) return [];
    return ledgers.kind === 'intact' ? spentBudget(ledgers.last) : UNJUDGED;
  },
  pullRequest: judgeBudget,
};

function spentBudget(standing: Standing | Attempt): readonly Found[] {
  const { open, seal, spent } = standing;
  if (seal !== undefined || spent === undefined) return [];
  return [
    {
      message: `the failure budget of spike ${open.spike} is spent: ${describeSpent(standing, spent.fp)}`,
      hint: 'spike kill -m "what was learnt" keeps what this spike taught',
    },
  ];
}

function judgeBudget(facts: PullRequestFacts): Ruling {
  const { ledgers, tip } = facts;
  if (ledgers.kind !== 'intact') return UNJUDGED;
  const { last } = ledgers;
  const found: Found[] = [];
  if (last.spent !== undefined) {
    found.push({
      message: `expected fewer than ${last.open.budget} identical failures, found the budget spent: ${describeSpent(last, last.spent.fp)}`,
      hint: 'spike kill -m "what was learnt" is the way to close it',
      ...atRecord(facts, last.spent.seq),
    });
  }
  if (last.open.budget > tip.budget) {
    found.push({
      message: `expected a budget of at most ${tip.budget}, as the target's tip allows, found ${last.open.budget}`,
      hint: 'spike start --again -m "why" opens an attempt under the rules of today',
      ...atRecord(facts, 0),
    });
  }
  return found;
}

/** Names the command where the whole attempt is known; the run gate knows the fingerprint alone. */
function describeSpent(standing: Standing | Attempt, fp: string): string {
  const group = 'failures' in standing ? standing.failures.find((failure) => failure.fp === fp) : undefined;
  if (group === undefined) return `fingerprint ${fp} failed ${count(standing.open.budget, 'time')}`;
  return `${renderCommand(group.argv)} failed ${count(group.count, 'time')} with exit status ${group.exit} (fingerprint ${fp})`;
}
