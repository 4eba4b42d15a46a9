/** Pure: the deadline has not passed; in a pull request, no run began after it, and the clock was no longer than the tip allows. */

import type { PullRequestFacts, Standing } from '../facts.ts';
import type { Found } from '../finding.ts';
import { renderSpan } from '../span.ts';
import { mayStillCommit, mayStillMove } from './after-end.ts';
import { atRecord } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const clock: Rule = {
  id: 'clock',
  run: ({ standing, now }) => expired(standing, now),
  commit(facts) {
    const { ledgers, now } = facts;
    if (ledgers.kind !== 'intact') return UNJUDGED;
    return mayStillCommit(facts, ledgers.last) ? [] : expired(ledgers.last, now);
  },
  move(facts) {
    const { ledgers, now, unwinds } = facts;
    if (unwinds) return [];
    if (ledgers.kind !== 'intact') return UNJUDGED;
    return mayStillMove(facts, ledgers.last) ? [] : expired(ledgers.last, now);
  },
  push({ ledgers, now, unwinds }) {
    if (unwinds) return [];
    if (ledgers.kind === 'intact') return expired(ledgers.last, now);
    return [unreadable('expected a ledger that shows this spike in time or sealed', ledgers)];
  },
  pullRequest: judgeRuns,
};

function expired({ open, seal }: Standing, now: number): readonly Found[] {
  if (seal !== undefined || now < open.deadline) return [];
  return [
    {
      message: `the deadline of spike ${open.spike} passed ${renderSpan(now - open.deadline)} ago, after ${renderSpan(open.deadline - open.ts)}`,
      hint: 'spike ship -m "why" if the observable held in time, else spike kill -m "what was learnt"',
    },
  ];
}

function judgeRuns(facts: PullRequestFacts): Ruling {
  const { ledgers, tip } = facts;
  if (ledgers.kind !== 'intact') return UNJUDGED;
  const { open, lastStart, lastStartSeq } = ledgers.last;
  const found: Found[] = [];
  if (lastStart !== undefined && lastStart >= open.deadline) {
    found.push({
      message: `expected no run after the deadline, found one that began ${renderSpan(lastStart - open.deadline)} after it`,
      hint: 'spike start --again -m "why" opens another attempt',
      ...atRecord(facts, lastStartSeq),
    });
  }
  const allowed = open.deadline - open.ts;
  if (allowed > tip.clock) {
    found.push({
      message: `expected a clock of at most ${renderSpan(tip.clock)}, as the target's tip allows, found ${renderSpan(allowed)}`,
      hint: 'spike start --again -m "why" opens an attempt under the rules of today',
      ...atRecord(facts, 0),
    });
  }
  return found;
}
