/** Pure: there is an open spike. */

import type { Ledgers, Standing } from '../facts.ts';
import type { Found } from '../finding.ts';
import { renderSpan } from '../span.ts';
import { mayStillCommit, mayStillMove } from './after-end.ts';
import type { Rule } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const spikeOpen: Rule = {
  id: 'spike-open',
  run: ({ standing, now }) => sealedAlready(standing, now),
  commit(facts) {
    const { ledgers } = facts;
    if (ledgers.kind !== 'intact') return withoutLedger(ledgers);
    return mayStillCommit(facts, ledgers.last) ? [] : sealedAlready(ledgers.last, facts.now);
  },
  move(facts) {
    const { ledgers, unwinds } = facts;
    if (unwinds) return [];
    if (ledgers.kind !== 'intact') return withoutLedger(ledgers);
    return mayStillMove(facts, ledgers.last) ? [] : sealedAlready(ledgers.last, facts.now);
  },
};

function withoutLedger(ledgers: Exclude<Ledgers, { kind: 'intact' }>): readonly Found[] {
  return [unreadable('expected the ledger of this spike here, found none that can be used', ledgers)];
}

function sealedAlready({ open, seal }: Standing, now: number): readonly Found[] {
  if (seal === undefined) return [];
  const when = `${renderSpan(now - seal.ts)} ago`;
  return seal.decision === 'ship'
    ? [
        {
          message: `expected an open spike, found ${open.spike} shipped ${when}`,
          hint: 'spike start --again -m "why" opens a review round',
        },
      ]
    : [
        {
          message: `expected an open spike, found ${open.spike} killed ${when}`,
          hint: 'spike new <slug> begins another spike',
        },
      ];
}
