import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/core/evaluate.ts';
import { evidenceDocument, foundBy, killedFacts, PLACED, shippedFacts } from '../../support/facts.ts';

const RESTORE = 'spike ship or spike kill writes it again from the ledger';

const CASES = [
  { name: 'as it was sealed', evidence: evidenceDocument(), found: [] },
  {
    name: 'missing',
    evidence: { kind: 'missing' },
    found: [{ message: 'expected EVIDENCE.md in the bundle, found none', hint: RESTORE }],
  },
  {
    name: 'malformed',
    evidence: PLACED,
    found: [
      {
        message: 'expected a well-formed EVIDENCE.md: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
    ],
  },
  {
    name: 'with other facts',
    evidence: evidenceDocument({ found: '- **Runs**: 2', digest: 'f'.repeat(64) }),
    found: [{ message: 'expected the facts to be those of the ledger, found them edited', hint: RESTORE }],
  },
  {
    name: 'with other facts than a newer ledger gives, though its bytes were sealed',
    evidence: evidenceDocument({ expected: '- **Runs**: 4' }),
    found: [{ message: 'expected the facts to be those of the ledger, found them edited', hint: RESTORE }],
  },
  {
    name: 'with the facts, and edited around them',
    evidence: evidenceDocument({ digest: 'f'.repeat(64) }),
    found: [{ message: 'expected the EVIDENCE.md that was sealed, found it edited since', hint: RESTORE }],
  },
] as const;

const BARE = { message: 'expected a paragraph that gives the reason of the decision, found none' };

describe.each(['pull-request', 'evidence', 'carrier'] as const)('in the column of %s, evidence', (gate) => {
  const facts = gate === 'evidence' ? killedFacts : shippedFacts;

  test.each(CASES)('$name', ({ evidence, found }) => {
    expect(foundBy('evidence', { gate, facts: facts({ evidence }) })).toEqual(found);
  });

  test('without a reason, and edited', () => {
    const evidence = evidenceDocument({ paragraph: '', digest: 'f'.repeat(64) });
    const hint = gate === 'evidence' ? 'spike kill -m "why"' : 'spike ship -m "why"';

    expect(foundBy('evidence', { gate, facts: facts({ evidence }) })).toEqual([
      { ...BARE, hint },
      { message: 'expected the EVIDENCE.md that was sealed, found it edited since', hint: RESTORE },
    ]);
  });
});

test('without its ledger, what evidence lacks is told, and that it holds is not said', () => {
  const judged = (evidence: ReturnType<typeof evidenceDocument>) => {
    const { findings, held } = evaluate({ gate: 'carrier', facts: shippedFacts({ ledgers: PLACED, evidence }) });
    return { messages: findings.filter(({ rule }) => rule === 'evidence').map(({ message }) => message), held };
  };

  expect(judged(evidenceDocument())).toEqual({ messages: [], held: [] });
  expect(judged(evidenceDocument({ paragraph: '' }))).toEqual({ messages: [BARE.message], held: [] });
});
