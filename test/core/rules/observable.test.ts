import { describe, expect, test } from 'vitest';
import { type LedgerBuilder, OBSERVABLE, treeId } from '../../report/ledger.ts';
import { after, atWork, foundBy, HOLDS, holding, intact, seal, shippedFacts, TREE } from '../../support/facts.ts';

const COMMAND = 'pytest tests/test_users_email.py -q';

function unheld(what: string) {
  return [
    {
      message: `expected ${COMMAND} to exit 0 on the sealed tree ${TREE.slice(0, 12)}, found that ${what}`,
      hint: 'spike start --again -m "why", then spike-run the observable on exactly what is committed',
    },
  ];
}

const NEVER = unheld('it never held before the deadline');
const ELSEWHERE = unheld('it held on other trees only');
const other = { ...HOLDS, tree: treeId('other') };

describe('the observable', () => {
  test.each<{ name: string; ledger: LedgerBuilder; found: readonly object[] }>([
    { name: 'held on the sealed tree', ledger: holding(), found: [] },
    { name: 'held there, then on another tree', ledger: holding().run(65, other), found: [] },
    { name: 'held there, then failed', ledger: holding().run(65, { argv: OBSERVABLE, exit: 1 }), found: [] },
    { name: 'held there in the last second', ledger: atWork().run(89, { ...HOLDS, until: 90 - 1 / 60 }), found: [] },
    { name: 'never ran', ledger: atWork(), found: NEVER },
    { name: 'failed', ledger: atWork().run(60, { argv: OBSERVABLE, exit: 1 }), found: NEVER },
    {
      name: 'began in time and ended at the deadline',
      ledger: atWork().run(89, { ...HOLDS, until: 90 }),
      found: NEVER,
    },
    { name: 'held on another tree', ledger: atWork().run(60, other), found: ELSEWHERE },
    { name: 'held while files changed', ledger: atWork().run(60, { argv: OBSERVABLE, exit: 0 }), found: ELSEWHERE },
    { name: 'held in another folder', ledger: atWork().run(60, { ...HOLDS, at: 'db' }), found: NEVER },
    {
      name: 'held with one argument more',
      ledger: atWork().run(60, { ...HOLDS, argv: [...OBSERVABLE, '-x'] }),
      found: NEVER,
    },
  ])('$name', ({ ledger, found }) => {
    const facts = shippedFacts({ ledgers: intact(seal(ledger, 'ship', { at: 95 })) });

    expect(foundBy('observable', { gate: 'pull-request', facts })).toEqual(found);
  });

  test('that held in an earlier attempt has to hold again', () => {
    const first = holding();
    const facts = shippedFacts({ ledgers: intact(first, seal(atWork(after(first)), 'ship')) });

    expect(foundBy('observable', { gate: 'pull-request', facts })).toEqual(NEVER);
  });
});
