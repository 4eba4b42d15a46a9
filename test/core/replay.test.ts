import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { createMoments } from '../../src/core/moments.ts';
import { createReplay, type End, endOf, repeated } from '../../src/core/replay.ts';
import { buildLedger, type LedgerBuilder, OBSERVABLE, treeId } from '../report/ledger.ts';
import { HOLDS, LOOP, LOOP_FINGERPRINT, looping, minute, seal, TREE } from '../support/facts.ts';
import { refusalOf } from '../support/refusal.ts';

const CWD = '/home/dev/app';
const FAILS = { argv: OBSERVABLE, exit: 1 };
const PASSES = { argv: ['ls'], exit: 0 };

describe('an attempt', () => {
  test('that has just begun is empty', () => {
    const { open, head, ...rest } = buildLedger().attempt();

    expect(open.spike).toBe('users-email');
    expect(head).toMatch(/^[0-9a-f]{64}$/);
    expect(rest).toEqual({
      records: 1,
      ts: minute(0),
      runs: 0,
      passed: 0,
      failed: 0,
      interrupted: 0,
      abandoned: 0,
      observableFailed: 0,
      alive: [],
      refused: { 'clock-expired': 0, 'budget-exhausted': 0, loop: 0 },
      failures: [],
      spent: undefined,
      held: [],
      lastStart: undefined,
      seal: undefined,
      moments: [],
    });
  });

  test('counts each run once, as what it was', () => {
    const attempt = buildLedger()
      .run(1, PASSES)
      .run(2, LOOP)
      .run(3, { ...LOOP, interrupted: true })
      .run(4, FAILS)
      .run(5, HOLDS)
      .refuse(6, ['ls'], 'loop')
      .refuse(7, ['ls'], 'clock-expired')
      .refuse(8, ['ls'], 'budget-exhausted')
      .refuse(9, ['ls'], 'budget-exhausted')
      .begin(10, ['sleep', '9'])
      .attempt();

    expect(attempt).toMatchObject({
      records: 16,
      runs: 6,
      passed: 2,
      failed: 3,
      interrupted: 1,
      abandoned: 1,
      observableFailed: 1,
      refused: { 'clock-expired': 1, 'budget-exhausted': 2, loop: 1 },
      lastStart: minute(10),
      ts: minute(10),
    });
    expect(attempt.moments).toMatchObject([
      { ts: minute(1), what: 'passed' },
      { ts: minute(2), what: 'failed' },
      { ts: minute(3), what: 'interrupted' },
      { ts: minute(4), what: 'failed' },
      { ts: minute(5), what: 'held' },
      { ts: minute(6), what: 'refused' },
      { ts: minute(7), what: 'refused' },
      { ts: minute(8), what: 'refused' },
      { ts: minute(9), what: 'refused' },
      { ts: minute(10), what: 'failed' },
    ]);
  });

  test('is sealed by its seal', () => {
    expect(seal(buildLedger(), 'kill').attempt().seal).toMatchObject({ decision: 'kill', ts: minute(70) });
  });

  test('of no records at all is broken', () => {
    const { finish } = createReplay();
    const { head } = buildLedger().attempt();
    const state = { records: 0, head, ts: 0, sealed: false, clocks: new Map(), pending: new Map() };

    expect(refusalOf(() => finish(state, () => true))).toMatchObject({
      code: 'ledger-broken',
      message: 'expected an open record, found an empty ledger',
    });
  });
});

test('moments beyond those that a timeline can show are counted alone', () => {
  const moments = createMoments();
  for (let at = 0; at < 100_002; at += 1) moments.note({ ts: at, seq: at }, 'passed');

  expect(moments.all()).toHaveLength(100_000);
});

describe('the observable', () => {
  test('holds on each tree by its last pass', () => {
    const attempt = buildLedger()
      .run(1, HOLDS)
      .run(2, { ...HOLDS, tree: treeId('other') })
      .run(3, { argv: OBSERVABLE, exit: 0 })
      .run(4, HOLDS)
      .attempt();

    expect(attempt.held).toEqual([
      { seq: 4, ts: minute(2), tree: treeId('other') },
      { seq: 6, ts: minute(3) },
      { seq: 8, ts: minute(4), tree: TREE },
    ]);
  });

  test.each([
    { name: 'a second before the deadline', until: 90 - 1 / 60, held: 1 },
    { name: 'at the deadline', until: 90, held: 0 },
  ])('that ends $name', ({ until, held }) => {
    expect(
      buildLedger()
        .run(89, { ...HOLDS, until })
        .attempt().held,
    ).toHaveLength(held);
  });

  test.each([
    { name: 'another exit status', run: FAILS, failed: 1 },
    { name: 'another folder', run: { ...HOLDS, at: 'db' }, failed: 0 },
    { name: 'other arguments', run: { ...HOLDS, argv: OBSERVABLE.slice(0, 2) }, failed: 0 },
  ])('does not hold with $name', ({ run, failed }) => {
    const attempt = buildLedger().run(1, run).attempt();

    expect(attempt.held).toEqual([]);
    expect(attempt.observableFailed).toBe(failed);
  });

  test('that should fail has passed when it does, however often', () => {
    const ledger = buildLedger({ observable: { argv: OBSERVABLE, cwd: 'db', exit: 1 } });
    for (const at of [1, 2, 3]) ledger.run(at, { ...FAILS, at: 'db' });
    ledger.run(4, { ...FAILS, at: 'db', interrupted: true });

    expect(ledger.attempt()).toMatchObject({ passed: 4, failed: 0, interrupted: 0, failures: [], spent: undefined });
  });

  test('that should fail and passes has not held, and spends nothing', () => {
    const attempt = buildLedger({ observable: { argv: OBSERVABLE, cwd: '.', exit: 1 } })
      .run(1, HOLDS)
      .attempt();

    expect(attempt).toMatchObject({ passed: 1, failed: 0, observableFailed: 1, held: [] });
    expect(attempt.moments).toMatchObject([{ ts: minute(1), what: 'passed' }]);
  });
});

describe('failures', () => {
  test('are grouped by fingerprint, most often first, then in the order in which they began', () => {
    const attempt = buildLedger()
      .run(1, { argv: ['a'], exit: 1 })
      .run(2, { argv: ['b'], exit: 1 })
      .run(3, LOOP)
      .run(4, { argv: ['b'], exit: 2 })
      .run(5, LOOP)
      .attempt();

    expect(attempt.failures.map(({ argv, exit, count }) => [argv.join(' '), exit, count])).toEqual([
      ['make schema', 2, 2],
      ['a', 1, 1],
      ['b', 1, 1],
      ['b', 2, 1],
    ]);
    expect(repeated(attempt)).toEqual([
      {
        fp: LOOP_FINGERPRINT,
        cwd: CWD,
        at: '.',
        argv: LOOP.argv,
        exit: 2,
        count: 2,
        first: minute(3),
        last: minute(5),
        firstSeq: 6,
        lastSeq: 10,
      },
    ]);
  });

  test('that were interrupted are free three times for each command', () => {
    const ledger = buildLedger();
    for (const at of [1, 2, 3, 4]) ledger.run(at, { ...LOOP, exit: 130, interrupted: true });
    ledger.run(5, { argv: ['other'], exit: 130, interrupted: true });

    expect(ledger.attempt()).toMatchObject({ interrupted: 4, failed: 1 });
    expect(ledger.attempt().failures).toMatchObject([{ argv: LOOP.argv, exit: 130, count: 1, first: minute(4) }]);
  });

  test('spend the budget by the one that reaches it, and what follows changes nothing', () => {
    const attempt = looping()
      .run(40, LOOP)
      .run(41, { argv: ['b'], exit: 1 })
      .attempt();

    expect(attempt.spent).toEqual({ fp: LOOP_FINGERPRINT, ts: minute(30), seq: 6 });
    expect(attempt.failures[0]).toMatchObject({ count: 4, first: minute(10), last: minute(40) });
  });
});

describe('a start that no run answers', () => {
  const sleep = ['sleep', '9'];
  const fp = fingerprint({ cwd: CWD, argv: sleep, exit: 137 });

  test('is alive as long as its process may be', () => {
    const attempt = buildLedger().begin(1, sleep).attempt(true);

    expect(attempt).toMatchObject({ runs: 0, failed: 0, abandoned: 0, failures: [], moments: [] });
    expect(attempt.alive).toMatchObject([{ seq: 1, argv: sleep }]);
  });

  test('is a failure with 137 afterwards', () => {
    const attempt = buildLedger().begin(1, sleep).attempt();

    expect(attempt).toMatchObject({ runs: 1, failed: 1, abandoned: 1, alive: [] });
    expect(attempt.failures).toEqual([
      {
        fp,
        cwd: CWD,
        at: '.',
        argv: sleep,
        exit: 137,
        count: 1,
        first: minute(1),
        last: minute(1),
        firstSeq: 1,
        lastSeq: 1,
      },
    ]);
  });

  test('is a failure even where the observable should exit 137', () => {
    const ledger = buildLedger({ observable: { argv: sleep, cwd: '.', exit: 137 } }).begin(1, sleep);

    expect(ledger.attempt()).toMatchObject({ failed: 1, held: [] });
  });

  test('counts with the runs that ended so, and stands among them by its time', () => {
    const attempt = buildLedger()
      .begin(1, sleep)
      .run(5, { argv: sleep, exit: 137 })
      .run(9, { argv: sleep, exit: 137 })
      .attempt();

    expect(attempt.failures).toMatchObject([{ fp, count: 3, first: minute(1), last: minute(9) }]);
    expect(attempt.spent).toMatchObject({ fp, ts: minute(9) });
    expect(attempt.moments.map(({ ts }) => ts)).toEqual([minute(1), minute(5), minute(9)]);
  });

  test('spends the budget when it began, where it was the last', () => {
    const attempt = buildLedger().run(1, { argv: sleep, exit: 137 }).begin(2, sleep).begin(7, sleep).attempt();

    expect(attempt.spent).toEqual({ fp, ts: minute(7), seq: 4 });
  });
});

describe('an attempt ends', () => {
  test.each<{ name: string; ledger: LedgerBuilder; now: number; end: End | undefined }>([
    { name: 'not while it is in time', ledger: buildLedger(), now: 89, end: undefined },
    { name: 'at the deadline', ledger: buildLedger(), now: 90, end: { why: 'clock', ts: minute(90) } },
    { name: 'at the deadline, seen later', ledger: buildLedger(), now: 500, end: { why: 'clock', ts: minute(90) } },
    {
      name: 'with its budget',
      ledger: looping(),
      now: 40,
      end: { why: 'budget', ts: minute(30), fp: fingerprint({ cwd: CWD, ...LOOP }) },
    },
    {
      name: 'with its budget, where the deadline came later',
      ledger: looping(),
      now: 100,
      end: { why: 'budget', ts: minute(30), fp: fingerprint({ cwd: CWD, ...LOOP }) },
    },
    {
      name: 'at the deadline, where a run that crossed it spent the budget',
      ledger: buildLedger()
        .run(10, LOOP)
        .run(20, LOOP)
        .run(89, { ...LOOP, until: 95 }),
      now: 100,
      end: { why: 'clock', ts: minute(90) },
    },
    {
      name: 'with its seal',
      ledger: seal(buildLedger(), 'ship'),
      now: 100,
      end: { why: 'sealed', ts: minute(70) },
    },
    {
      name: 'with its budget, sealed afterwards',
      ledger: seal(looping(), 'kill'),
      now: 100,
      end: { why: 'budget', ts: minute(30), fp: fingerprint({ cwd: CWD, ...LOOP }) },
    },
    {
      name: 'at the deadline, sealed afterwards',
      ledger: seal(buildLedger(), 'ship', { at: 95 }),
      now: 100,
      end: { why: 'clock', ts: minute(90) },
    },
  ])('$name', ({ ledger, now, end }) => {
    expect(endOf(ledger.attempt(), minute(now))).toEqual(end);
  });
});
