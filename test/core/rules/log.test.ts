import { describe, expect, test } from 'vitest';
import type { RecordHash, Slug } from '../../../src/core/brand.ts';
import { type Assurance, DEFAULT_CONFIG } from '../../../src/core/config.ts';
import { evaluate } from '../../../src/core/evaluate.ts';
import type { PullRequestFacts } from '../../../src/core/facts.ts';
import type { OpenRecord } from '../../../src/core/record.ts';
import type { LedgerBuilder } from '../../report/ledger.ts';
import {
  after,
  foundBy,
  holding,
  intact,
  killedFacts,
  looping,
  MISSING,
  PLACED,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

const AGAIN = 'copy the ledger unchanged from where the spike was started: spike ship writes the bundle again';

const first = looping();

/** Two attempts, the second one opened like this. */
function second(over: Partial<OpenRecord> = {}): readonly [LedgerBuilder, LedgerBuilder] {
  return [first, seal(holding({ ...after(first), ...over }), 'ship')];
}

const CASES = [
  { name: 'a sealed one', ledgers: intact(seal(holding(), 'ship')), found: [] },
  { name: 'two that are joined', ledgers: intact(...second()), found: [] },
  { name: 'two that were opened in two clones', ledgers: intact(...second({ repo: 'app-99999999' })), found: [] },
  {
    name: 'that of another spike',
    ledgers: intact(seal(holding({ spike: 'users-mail' as Slug }), 'ship')),
    found: [{ message: 'attempt 1: expected the ledger of users-email, found that of users-mail', hint: AGAIN }],
  },
  {
    name: 'that of a spike whose name differs in case',
    ledgers: intact(seal(holding({ spike: 'Users-email' as Slug }), 'ship')),
    found: [{ message: 'attempt 1: expected the ledger of users-email, found that of Users-email', hint: AGAIN }],
  },
  {
    name: 'an earlier one of another spike',
    ledgers: intact(looping({ spike: 'x' as Slug }), seal(holding(after(looping({ spike: 'x' as Slug }))), 'ship')),
    found: [{ message: 'attempt 1: expected the ledger of users-email, found that of x', hint: AGAIN }],
  },
  {
    name: 'two that are not joined',
    ledgers: intact(...second({ previous: '1'.repeat(64) as RecordHash })),
    found: [
      { message: 'attempt 2: expected it to be joined to the attempt before, found another ledger there', hint: AGAIN },
    ],
  },
  {
    name: 'two that were both first attempts',
    ledgers: intact(looping(), seal(holding(), 'ship')),
    gates: ['carrier'],
    found: [
      { message: 'attempt 1: expected it to be joined to the attempt before, found another ledger there', hint: AGAIN },
      { message: 'attempt 1: expected it to open after the attempt before, found an earlier time', hint: AGAIN },
    ],
  },
  {
    name: 'a second one alone',
    ledgers: intact(second()[1]),
    gates: ['carrier'],
    found: [
      { message: 'attempt 2: expected it to be joined to the attempt before, found no ledger there', hint: AGAIN },
    ],
  },
  {
    name: 'two out of the order of time',
    ledgers: intact(...second({ ts: first.attempt().ts - 1, deadline: first.attempt().ts + 5000 })),
    found: [{ message: 'attempt 2: expected it to open after the attempt before, found an earlier time', hint: AGAIN }],
  },
  {
    name: 'a setting that nobody here knows',
    ledgers: intact(seal(holding({ policy: { budget: 3, mercy: 'much' } }), 'ship')),
    found: [
      {
        message: 'attempt 1: expected settings that this version knows, found mercy',
        hint: 'judge with the version that wrote this ledger',
      },
    ],
  },
  {
    name: 'every setting that is known',
    ledgers: intact(
      seal(
        holding({
          policy: {
            assurance: 'self-reported',
            attempts: 2,
            branches: ['spike/*'],
            budget: 3,
            bundle: 'spikes',
            carriers: [],
            clock: 5400,
            masks: 1,
            protected: [],
          },
        }),
        'ship',
      ),
    ),
    found: [],
  },
  {
    name: 'one that cannot be read',
    ledgers: PLACED,
    found: [
      {
        message: 'expected an intact command log: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
    ],
  },
] as const;

describe('a pull request', () => {
  test.each(CASES.filter((one) => !('gates' in one)))('$name', ({ ledgers, found }) => {
    expect(foundBy('log', { gate: 'pull-request', facts: shippedFacts({ ledgers }) })).toEqual(found);
  });
});

describe('evidence', () => {
  test('of a killed spike, joined to the attempt before', () => {
    const [, last] = [first, seal(looping(after(first)), 'kill')];

    expect(foundBy('log', { gate: 'evidence', facts: killedFacts({ ledgers: intact(first, last) }) })).toEqual([]);
  });

  test('of another spike', () => {
    const ledgers = intact(seal(looping({ spike: 'other' as Slug }), 'kill'));

    expect(foundBy('log', { gate: 'evidence', facts: killedFacts({ ledgers }) })).toMatchObject([
      { message: 'attempt 1: expected the ledger of users-email, found that of other' },
    ]);
  });
});

describe('a carried bundle', () => {
  test.each(CASES)('$name', ({ ledgers, found }) => {
    expect(foundBy('log', { gate: 'carrier', facts: shippedFacts({ ledgers }) })).toEqual(found);
  });

  test('of a killed spike may travel too', () => {
    expect(foundBy('log', { gate: 'carrier', facts: killedFacts() })).toEqual([]);
  });

  test('that is missing', () => {
    expect(foundBy('log', { gate: 'carrier', facts: shippedFacts({ ledgers: MISSING }) })).toEqual([
      {
        message: 'expected a command log in the bundle: it was not started here',
        hint: 'work where the spike was started',
      },
    ]);
  });
});

describe('assurance', () => {
  const judged = (assurance: Assurance, asked: Assurance) => {
    const facts: PullRequestFacts = shippedFacts({ assurance, tip: { ...DEFAULT_CONFIG, assurance: asked } });
    return evaluate({ gate: 'pull-request', facts }).findings;
  };

  test.each([
    ['self-reported', 'self-reported'],
    ['sealed', 'self-reported'],
    ['sealed', 'sealed'],
    ['confined', 'sealed'],
    ['confined', 'confined'],
  ] as const)('%s is enough where %s is asked', (assurance, asked) => {
    expect(judged(assurance, asked)).toEqual([]);
  });

  test.each([
    ['self-reported', 'sealed'],
    ['self-reported', 'confined'],
    ['sealed', 'confined'],
  ] as const)('%s is not enough where %s is asked', (assurance, asked) => {
    expect(judged(assurance, asked)).toEqual([
      {
        rule: 'log',
        message: `expected a ledger that is at least ${asked}, as the target's tip asks, found one that is ${assurance}`,
        hint: 'run the spike where its ledger is kept out of reach, as SECURITY.md says',
      },
    ]);
  });
});
