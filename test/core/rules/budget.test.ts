import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/config.ts';
import type { LedgerBuilder } from '../../report/ledger.ts';
import { buildLedger, OBSERVABLE } from '../../report/ledger.ts';
import {
  after,
  atWork,
  commitFacts,
  foundBy,
  HOLDS,
  holding,
  intact,
  LOOP,
  LOOP_FINGERPRINT,
  looping,
  pushFacts,
  runFacts,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

const SPENT = [
  {
    message: `the failure budget of spike users-email is spent: make schema failed 3 times with exit status 2 (fingerprint ${LOOP_FINGERPRINT})`,
    hint: 'spike kill -m "what was learnt" keeps what this spike taught',
  },
];

interface Case {
  readonly name: string;
  readonly ledger: LedgerBuilder;
  readonly spent: boolean;
}

const CASES: readonly Case[] = [
  { name: 'two failures alike', ledger: buildLedger().run(1, LOOP).run(2, LOOP), spent: false },
  { name: 'three failures alike', ledger: looping(), spent: true },
  {
    name: 'a pass in between, which resets nothing',
    ledger: buildLedger()
      .run(1, LOOP)
      .run(2, { ...LOOP, exit: 0 })
      .run(3, LOOP)
      .run(4, LOOP),
    spent: true,
  },
  {
    name: 'three failures that differ',
    ledger: buildLedger()
      .run(1, LOOP)
      .run(2, { ...LOOP, exit: 3 })
      .run(3, { argv: ['make'], exit: 2 }),
    spent: false,
  },
  {
    name: 'three in three folders',
    ledger: buildLedger()
      .run(1, LOOP)
      .run(2, { ...LOOP, cwd: '/a' })
      .run(3, { ...LOOP, cwd: '/b' }),
    spent: false,
  },
  {
    name: 'the observable as it should end, again and again',
    ledger: buildLedger({ observable: { argv: OBSERVABLE, cwd: '.', exit: 1 } })
      .run(1, { argv: OBSERVABLE, exit: 1 })
      .run(2, { argv: OBSERVABLE, exit: 1 })
      .run(3, { argv: OBSERVABLE, exit: 1 }),
    spent: false,
  },
  {
    name: 'three interruptions of a loop',
    ledger: buildLedger()
      .run(1, { ...LOOP, interrupted: true })
      .run(2, { ...LOOP, interrupted: true })
      .run(3, { ...LOOP, interrupted: true }),
    spent: false,
  },
];

describe('at work', () => {
  test.each(CASES)('$name: a commit and a push', ({ ledger, spent }) => {
    const ledgers = intact(ledger);
    const found = spent ? SPENT : [];

    expect(foundBy('budget', { gate: 'commit', facts: commitFacts({ ledgers }) })).toEqual(found);
    expect(foundBy('budget', { gate: 'push', facts: pushFacts({ ledgers }) })).toEqual(found);
  });

  test.each(CASES)('$name: a run', ({ ledger, spent }) => {
    expect(foundBy('budget', { gate: 'run', facts: runFacts({ standing: ledger.attempt() }) })).toEqual(
      spent ? SPENT : [],
    );
  });

  test('the run gate, which has not replayed the ledger, names the fingerprint alone', () => {
    const { open, seal: sealed, spent } = looping().attempt();
    const facts = runFacts({ standing: { open, seal: sealed, spent } });

    expect(foundBy('budget', { gate: 'run', facts })).toEqual([
      {
        message: `the failure budget of spike users-email is spent: fingerprint ${LOOP_FINGERPRINT} failed 3 times`,
        hint: 'spike kill -m "what was learnt" keeps what this spike taught',
      },
    ]);
  });

  test('a budget of one is spent by one failure', () => {
    const facts = runFacts({ standing: atWork({ budget: 1 }).attempt() });

    expect(foundBy('budget', { gate: 'run', facts })).toMatchObject([
      {
        message: `the failure budget of spike users-email is spent: make schema failed 1 time with exit status 2 (fingerprint ${LOOP_FINGERPRINT})`,
      },
    ]);
  });

  test('a start that lost its run counts once its process is gone', () => {
    const ledger = buildLedger({ budget: 2 }).begin(1, ['sleep', '9']).begin(2, ['sleep', '9']);

    expect(foundBy('budget', { gate: 'run', facts: runFacts({ standing: ledger.attempt(true) }) })).toEqual([]);
    expect(foundBy('budget', { gate: 'run', facts: runFacts({ standing: ledger.attempt() }) })).toMatchObject([
      { message: expect.stringContaining('sleep 9 failed 2 times with exit status 137') },
    ]);
  });

  test('the counts of another attempt start at zero', () => {
    const first = looping();
    const ledgers = intact(first, atWork(after(first)).run(20, LOOP));

    expect(foundBy('budget', { gate: 'commit', facts: commitFacts({ ledgers }) })).toEqual([]);
  });
});

describe('in a pull request', () => {
  const judged = (ledger: LedgerBuilder, budget = 3) =>
    foundBy('budget', {
      gate: 'pull-request',
      facts: shippedFacts({ ledgers: intact(seal(ledger, 'ship')), tip: { ...DEFAULT_CONFIG, budget } }),
    });

  test('a budget that was spent, though the observable held', () => {
    expect(judged(looping().run(60, HOLDS))).toEqual([
      {
        message: `expected fewer than 3 identical failures, found the budget spent: make schema failed 3 times with exit status 2 (fingerprint ${LOOP_FINGERPRINT})`,
        hint: 'spike kill -m "what was learnt" is the way to close it',
      },
    ]);
  });

  test('a budget that was larger than the tip allows', () => {
    expect(judged(holding(), 3)).toEqual([]);
    expect(judged(holding(), 2)).toEqual([
      {
        message: "expected a budget of at most 2, as the target's tip allows, found 3",
        hint: 'spike start --again -m "why" opens an attempt under the rules of today',
      },
    ]);
  });

  test('both', () => {
    expect(judged(looping().run(60, HOLDS), 1)).toHaveLength(2);
  });

  test('a start without its run always counts', () => {
    const loop = buildLedger({ budget: 2 }).begin(1, ['sleep', '9']).begin(2, ['sleep', '9']).run(60, HOLDS);

    expect(judged(loop)).toMatchObject([{ message: expect.stringContaining('sleep 9 failed 2 times') }]);
  });
});
