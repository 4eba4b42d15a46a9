import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/core/evaluate.ts';
import type { Hypothesis } from '../../../src/core/hypothesis.ts';
import { HYPOTHESIS } from '../../report/ledger.ts';
import {
  after,
  atWork,
  foundBy,
  holding,
  hypothesisDocument,
  intact,
  killedFacts,
  looping,
  PLACED,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

const RESTORE = 'restore HYPOTHESIS.md as the ledger has it: spike ship or spike kill writes it again';
const { parsed } = hypothesisDocument();

function stating(over: Partial<Hypothesis>) {
  return hypothesisDocument({ parsed: { ...parsed, ...over } });
}

const CONTRADICTS = [
  {
    message: 'expected the paths and the observable of the ledger to be those of its hypothesis, found others',
    hint: 'begin another spike: this ledger contradicts itself',
  },
];

const CASES = [
  { name: 'the one that was opened', hypothesis: hypothesisDocument(), found: [] },
  {
    name: 'missing',
    hypothesis: { kind: 'missing' },
    found: [{ message: 'expected HYPOTHESIS.md in the bundle, found none', hint: RESTORE }],
  },
  {
    name: 'malformed',
    hypothesis: PLACED,
    found: [
      {
        message: 'expected a well-formed HYPOTHESIS.md: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
    ],
  },
  {
    name: 'edited, be it by a blank',
    hypothesis: hypothesisDocument({ text: `${HYPOTHESIS} ` }),
    found: [{ message: 'expected the hypothesis that was opened, found an edited one', hint: RESTORE }],
  },
  { name: 'with fewer paths than were opened', hypothesis: stating({ paths: ['db/migrations/'] }), found: CONTRADICTS },
  { name: 'with another path', hypothesis: stating({ paths: ['db/migrations/', 'src/'] }), found: CONTRADICTS },
  {
    name: 'with another command',
    hypothesis: stating({ observable: { ...parsed.observable, argv: ['true'] } }),
    found: CONTRADICTS,
  },
  {
    name: 'with another folder',
    hypothesis: stating({ observable: { ...parsed.observable, cwd: 'db' } }),
    found: CONTRADICTS,
  },
  {
    name: 'with another exit status',
    hypothesis: stating({ observable: { ...parsed.observable, exit: 1 } }),
    found: CONTRADICTS,
  },
] as const;

describe.each(['pull-request', 'evidence', 'carrier'] as const)('in the column of %s, a hypothesis', (gate) => {
  test.each(CASES)('$name', ({ hypothesis, found }) => {
    const facts = gate === 'evidence' ? killedFacts({ hypothesis }) : shippedFacts({ hypothesis });
    const question: Question = { gate, facts };

    expect(foundBy('hypothesis', question)).toEqual(found);
  });
});

test('all attempts have one hypothesis', () => {
  const first = looping();
  const other = atWork({ ...after(first), hypothesis: `${HYPOTHESIS}\n` });
  const third = seal(holding({ ...after(other) }), 'ship');
  const facts = shippedFacts({ ledgers: intact(first, other, third) });

  expect(foundBy('hypothesis', { gate: 'carrier', facts })).toEqual([
    {
      message: 'expected one hypothesis for all attempts, found another in attempt 2',
      hint: 'begin another spike for another hypothesis: spike new <slug>',
    },
  ]);
});
