import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/core/evaluate.ts';
import type { CommitFacts, Ledgers, MoveFacts } from '../../src/core/facts.ts';
import type { RuleId } from '../../src/core/finding.ts';
import { patchIdOf, treeId } from '../report/ledger.ts';
import {
  after,
  atWork,
  BUNDLE_ALONE,
  change,
  commitFacts,
  HOLDS,
  holding,
  intact,
  looping,
  MISSING,
  MORE_WORK,
  minute,
  moveFacts,
  PLACED,
  pushFacts,
  repoPaths,
  rulesOf,
  seal,
  TREE,
  UNKNOWN,
} from '../support/facts.ts';

interface Ending {
  readonly name: string;
  readonly ledgers: Ledgers;
  readonly now: number;
  /** What refuses a commit of more work. */
  readonly refusedBy: readonly RuleId[];
}

const ENDINGS: readonly Ending[] = [
  { name: 'the deadline', ledgers: intact(holding()), now: minute(91), refusedBy: ['clock'] },
  { name: 'the budget', ledgers: intact(looping()), now: minute(40), refusedBy: ['budget'] },
  { name: 'both', ledgers: intact(looping()), now: minute(91), refusedBy: ['clock', 'budget'] },
  { name: 'a kill', ledgers: intact(seal(looping(), 'kill')), now: minute(91), refusedBy: ['spike-open'] },
  { name: 'shipping', ledgers: intact(seal(holding(), 'ship')), now: minute(91), refusedBy: ['spike-open'] },
];

const more = change({ patch: patchIdOf('more') });

function refusers(facts: Partial<CommitFacts>): readonly RuleId[] {
  const { passed, findings } = evaluate({ gate: 'commit', facts: commitFacts({ change: more, ...facts }) });
  expect(passed).toBe(findings.length === 0);
  return rulesOf(findings);
}

function moveRefusers(facts: Partial<MoveFacts>): readonly RuleId[] {
  const { passed, findings } = evaluate({ gate: 'move', facts: moveFacts(facts) });
  expect(passed).toBe(findings.length === 0);
  return rulesOf(findings);
}

describe.each(ENDINGS)('after $name', ({ ledgers, now, refusedBy }) => {
  test('more work is not committed', () => {
    expect(refusers({ ledgers, now })).toEqual(refusedBy);
  });

  test('the bundle alone is', () => {
    expect(refusers({ ledgers, now, staged: BUNDLE_ALONE })).toEqual([]);
  });

  test('the bundle alone is, whatever lies outside the paths and whether or not it can be known', () => {
    const strays = change({ outside: repoPaths('src/a.py'), protected: repoPaths('.spike.yml') });

    expect(refusers({ ledgers, now, staged: BUNDLE_ALONE, change: strays })).toEqual([]);
    expect(refusers({ ledgers, now, staged: BUNDLE_ALONE, change: UNKNOWN })).toEqual([]);
  });
});

describe('without its ledger', () => {
  test.each([MISSING, PLACED])('not even the bundle is committed', (ledgers) => {
    expect(refusers({ ledgers, staged: BUNDLE_ALONE })).toEqual(['spike-open']);
  });
});

describe('after the deadline, a commit of the tree on which the observable held', () => {
  const staged = { ...MORE_WORK, tree: TREE };
  const now = minute(91);

  test('goes through', () => {
    expect(refusers({ ledgers: intact(holding()), now, staged })).toEqual([]);
  });

  test('goes through where it held on another tree afterwards', () => {
    const ledgers = intact(holding().run(70, { ...HOLDS, tree: treeId('other') }));

    expect(refusers({ ledgers, now, staged })).toEqual([]);
    expect(refusers({ ledgers, now, staged: { ...staged, tree: treeId('third') } })).toEqual(['clock']);
  });

  test.each([
    { name: 'where it held after the deadline', ledger: atWork().run(89, { ...HOLDS, until: 91 }), by: ['clock'] },
    {
      name: 'where files changed while it ran',
      ledger: atWork().run(60, { argv: HOLDS.argv, exit: 0 }),
      by: ['clock'],
    },
    { name: 'where it failed', ledger: atWork().run(60, { ...HOLDS, exit: 1 }), by: ['clock'] },
    {
      name: 'where the budget is spent too',
      ledger: looping().run(60, HOLDS),
      by: ['clock', 'budget'],
    },
    { name: 'where it held in an earlier attempt alone', ledger: undefined, by: ['clock'] },
  ])('does not $name', ({ ledger, by }) => {
    const first = holding();
    const ledgers = ledger === undefined ? intact(first, atWork(after(first))) : intact(ledger);

    expect(refusers({ ledgers, now: minute(180), staged })).toEqual(by);
  });

  test('does not once the spike was killed', () => {
    expect(refusers({ ledgers: intact(seal(holding(), 'kill')), now, staged })).toEqual(['spike-open']);
  });

  test('does not outside the declared paths', () => {
    const strays = change({ outside: repoPaths('src/a.py') });

    expect(refusers({ ledgers: intact(holding()), now, staged, change: strays })).toEqual(['paths']);
  });
});

describe('after a ship seal', () => {
  const ledgers = intact(seal(holding(), 'ship'));
  const now = minute(200);

  test('whatever keeps the patch goes through: the target merged in', () => {
    expect(refusers({ ledgers, now, change: change() })).toEqual([]);
  });

  test('the parts of a rebase go through, which make the patch together', () => {
    expect(refusers({ ledgers, now, staged: { ...MORE_WORK, rebasing: true } })).toEqual([]);
  });

  test('what changes the patch does not, nor what nobody can read', () => {
    expect(refusers({ ledgers, now })).toEqual(['spike-open']);
    expect(refusers({ ledgers, now, change: UNKNOWN })).toEqual(['spike-open', 'paths']);
  });

  test('the tree that held does not, where it is not the patch that was sealed', () => {
    expect(refusers({ ledgers, now, staged: { ...MORE_WORK, tree: TREE } })).toEqual(['spike-open']);
  });
});

test.each(ENDINGS.filter(({ name }) => name !== 'shipping'))('after $name a rebase lets nothing through', (ending) => {
  const { ledgers, now, refusedBy } = ending;

  expect(refusers({ ledgers, now, staged: { ...MORE_WORK, rebasing: true } })).toEqual(refusedBy);
});

test('after a kill, what keeps the patch is not committed either', () => {
  expect(refusers({ ledgers: intact(seal(holding(), 'kill')), change: change() })).toEqual(['spike-open']);
});

describe('a push', () => {
  test.each([
    { name: 'of a spike in time', ledgers: intact(atWork()), now: minute(89), by: [] },
    { name: 'after the deadline', ledgers: intact(holding()), now: minute(90), by: ['clock'] },
    { name: 'after the budget', ledgers: intact(looping()), now: minute(40), by: ['budget'] },
    { name: 'of a shipped spike, at any time', ledgers: intact(seal(holding(), 'ship')), now: minute(900), by: [] },
    { name: 'of a killed spike, budget spent', ledgers: intact(seal(looping(), 'kill')), now: minute(900), by: [] },
    { name: 'without the ledger', ledgers: MISSING, now: minute(40), by: ['clock'] },
    { name: 'with a ledger that cannot be read', ledgers: UNKNOWN, now: minute(40), by: ['clock'] },
  ])('$name', ({ ledgers, now, by }) => {
    const { passed, findings } = evaluate({ gate: 'push', facts: pushFacts({ ledgers, now }) });

    expect(rulesOf(findings)).toEqual(by);
    expect(passed).toBe(by.length === 0);
  });

  test.each([intact(holding()), intact(looping()), intact(seal(looping(), 'kill')), MISSING, UNKNOWN])(
    'that removes or unwinds the branch goes through',
    (ledgers) => {
      const { passed } = evaluate({ gate: 'push', facts: pushFacts({ ledgers, now: minute(900), unwinds: true }) });

      expect(passed).toBe(true);
    },
  );

  test('of another attempt, after a ship seal, is judged by that attempt', () => {
    const first = seal(holding(), 'ship');
    const ledgers = intact(first, atWork(after(first)));

    expect(evaluate({ gate: 'push', facts: pushFacts({ ledgers, now: minute(100) }) }).passed).toBe(true);
    expect(evaluate({ gate: 'push', facts: pushFacts({ ledgers, now: minute(200) }) }).passed).toBe(false);
  });
});

describe('the branch of a spike', () => {
  test.each(ENDINGS.filter(({ name }) => name !== 'shipping'))(
    'takes no more work after $name',
    ({ ledgers, now, refusedBy }) => {
      expect(moveRefusers({ ledgers, now })).toEqual(refusedBy);
      expect(moveRefusers({ ledgers, now, tree: treeId('more') })).toEqual(refusedBy);
    },
  );

  test.each(ENDINGS)('is unwound after $name, and takes its bundle', ({ ledgers, now }) => {
    expect(moveRefusers({ ledgers, now, unwinds: true })).toEqual([]);
    expect(moveRefusers({ ledgers, now, bundleOnly: true })).toEqual([]);
  });

  test('goes to the tree on which the observable held in time, unless the budget is spent', () => {
    expect(moveRefusers({ ledgers: intact(holding()), now: minute(91), tree: TREE })).toEqual([]);
    expect(moveRefusers({ ledgers: intact(looping()), now: minute(40), tree: TREE })).toEqual(['budget']);
  });

  test('moves as it likes while the spike is live, and once it is shipped', () => {
    expect(moveRefusers({})).toEqual([]);
    expect(moveRefusers({ ledgers: intact(seal(holding(), 'ship')), now: minute(91) })).toEqual([]);
  });

  test.each([
    { name: 'missing', ledgers: MISSING },
    { name: 'unreadable', ledgers: UNKNOWN },
  ])('does not move where its ledger is $name, but back', ({ ledgers }) => {
    expect(moveRefusers({ ledgers })).toEqual(['spike-open']);
    expect(moveRefusers({ ledgers, unwinds: true })).toEqual([]);
  });
});
