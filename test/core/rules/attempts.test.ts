import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/config.ts';
import { evaluate } from '../../../src/core/evaluate.ts';
import type { LedgerBuilder } from '../../report/ledger.ts';
import {
  after,
  atWork,
  foundBy,
  holding,
  intact,
  killedFacts,
  looping,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

type Ending = 'shipped' | 'killed' | 'left';

/** Joined ledgers that ended like this, oldest first. */
function chainOf(...endings: readonly Ending[]): readonly LedgerBuilder[] {
  const ledgers: LedgerBuilder[] = [];
  for (const ending of endings) {
    const before = ledgers.at(-1);
    const open = before === undefined ? {} : after(before);
    if (ending === 'shipped') ledgers.push(seal(holding(open), 'ship'));
    if (ending === 'killed') ledgers.push(seal(looping(open), 'kill'));
    if (ending === 'left') ledgers.push(atWork(open));
  }
  return ledgers;
}

const tooMany = (allowed: string, ended: number) => [
  {
    message: `expected fewer than ${allowed} to have ended without shipping before this one, found ${ended}`,
    hint: 'begin another spike with another hypothesis: spike new <slug>',
  },
];

describe('a pull request', () => {
  test.each<{ allowed: number; endings: readonly Ending[]; found: readonly object[] }>([
    { allowed: 1, endings: ['shipped'], found: [] },
    { allowed: 1, endings: ['left', 'shipped'], found: tooMany('1 attempt', 1) },
    { allowed: 2, endings: ['left', 'shipped'], found: [] },
    { allowed: 2, endings: ['killed', 'shipped'], found: [] },
    { allowed: 2, endings: ['left', 'killed', 'shipped'], found: tooMany('2 attempts', 2) },
    { allowed: 3, endings: ['left', 'killed', 'shipped'], found: [] },
    { allowed: 1, endings: ['shipped', 'shipped', 'shipped', 'shipped'], found: [] },
    { allowed: 1, endings: ['shipped', 'left', 'shipped'], found: tooMany('1 attempt', 1) },
    { allowed: 2, endings: ['left', 'shipped', 'shipped', 'shipped'], found: [] },
    { allowed: 2, endings: ['left', 'shipped', 'left', 'shipped'], found: tooMany('2 attempts', 2) },
  ])('$endings, where $allowed may end without a ship seal', ({ allowed, endings, found }) => {
    const facts = shippedFacts({
      ledgers: intact(...chainOf(...endings)),
      tip: { ...DEFAULT_CONFIG, attempts: allowed },
    });

    expect(foundBy('attempts', { gate: 'pull-request', facts })).toEqual(found);
  });

  test('a ledger that is not there is missed', () => {
    const [first, second, third] = chainOf('shipped', 'shipped', 'shipped');
    if (first === undefined || second === undefined || third === undefined) throw new Error('expected three');
    const found = (...ledgers: readonly LedgerBuilder[]) => {
      const { findings } = evaluate({ gate: 'pull-request', facts: shippedFacts({ ledgers: intact(...ledgers) }) });
      return findings.filter(({ rule }) => rule === 'attempts').map(({ message }) => message);
    };

    expect(found(first, second, third)).toEqual([]);
    expect(found(third)).toEqual(['expected the ledgers of attempts 1 to 3, found those of 3']);
    expect(found(first, third)).toEqual(['expected the ledgers of attempts 1 to 3, found those of 1, 3']);
    expect(found(second, first, third)).toEqual(['expected the ledgers of attempts 1 to 3, found those of 2, 1, 3']);
    expect(found(first, first, third)).toEqual(['expected the ledgers of attempts 1 to 3, found those of 1, 1, 3']);
  });
});

describe('evidence', () => {
  test.each<{ endings: readonly Ending[]; found: readonly object[] }>([
    { endings: ['left', 'killed'], found: [] },
    { endings: ['left', 'left', 'killed'], found: tooMany('2 attempts', 2) },
    { endings: ['left', 'shipped', 'killed'], found: [] },
  ])('$endings', ({ endings, found }) => {
    const facts = killedFacts({ ledgers: intact(...chainOf(...endings)) });

    expect(foundBy('attempts', { gate: 'evidence', facts })).toEqual(found);
  });
});
