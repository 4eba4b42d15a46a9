import { describe, expect, test } from 'vitest';
import { createAttemptReader } from '../../src/core/attempt-reader.ts';
import type { TreeId } from '../../src/core/brand.ts';
import { hashLine } from '../../src/core/codec.ts';
import { fingerprint } from '../../src/core/fingerprint.ts';
import type { Draft, StartRecord } from '../../src/core/record.ts';
import { type Attempt, endOf, repeated } from '../../src/core/replay.ts';
import { chained, ledgerText, OPENED_AT, open, run, seal, start } from '../support/chained-records.ts';
import { refusalOf } from '../support/refusal.ts';

const FAILING = ['pytest', '-q'];
const OBSERVABLE = ['sh', 'check.sh'];
const gone = (): boolean => true;
const alive = (): boolean => false;

type Timed = Draft & { readonly after?: number };

function read(drafts: readonly Timed[], isGone: (start: StartRecord) => boolean = gone): Attempt {
  const reader = createAttemptReader({ file: 'ledger', isGone });
  reader.push(Buffer.from(ledgerText(chained(drafts))));
  return reader.finish().attempt;
}

/** Starts and ends `argv` once for each status; a start stands at an odd `seq`. */
function runs(argv: readonly string[], exits: readonly number[], from = 1): readonly Timed[] {
  return exits.flatMap((exit, index) => [start(argv), run(from + 2 * index, argv, exit)]);
}

test('the same failure three times spends the budget, whatever passed in between', () => {
  const attempt = read([open(), ...runs(FAILING, [1, 1, 0, 1])]);

  expect(attempt).toMatchObject({
    runs: 4,
    passed: 1,
    failed: 3,
    spent: { fp: fingerprint({ cwd: '/repo', argv: FAILING, exit: 1 }), seq: 8 },
  });
  expect(endOf(attempt, OPENED_AT)).toMatchObject({ why: 'budget', ts: OPENED_AT });
});

test('another exit status, another folder or other arguments are other failures', () => {
  const other = { cwd: '/elsewhere', fp: fingerprint({ cwd: '/elsewhere', argv: FAILING, exit: 1 }) };
  const attempt = read([
    open(),
    ...runs(FAILING, [1, 1, 2]),
    start(FAILING, 0, { cwd: '/elsewhere' }),
    run(7, FAILING, 1, other),
    ...runs(['pytest'], [1], 9),
  ]);

  expect(attempt.spent).toBeUndefined();
  expect(repeated(attempt).map(({ count }) => count)).toEqual([2]);
  expect(attempt.failures.map(({ count }) => count)).toEqual([2, 1, 1, 1]);
});

test('a smaller budget is spent sooner', () => {
  expect(read([open({ budget: 1 }), ...runs(FAILING, [1])]).spent?.seq).toBe(2);
});

describe('the observable', () => {
  test('that ends as it should is a success whatever the number', () => {
    const observable = { argv: OBSERVABLE, cwd: '.', exit: 3 };
    const attempt = read([open({ observable }), ...runs(OBSERVABLE, [3, 3, 3, 3])]);

    expect(attempt).toMatchObject({ failed: 0, passed: 4, spent: undefined, observableFailed: 0 });
    expect(attempt.held.map(({ seq }) => seq)).toEqual([8]);
  });

  test('with that status in another folder is a failure', () => {
    const observable = { argv: OBSERVABLE, cwd: 'sub', exit: 3 };
    const attempt = read([open({ observable }), ...runs(OBSERVABLE, [3, 3, 3])]);

    expect(attempt.spent).toBeDefined();
    expect(attempt.held).toEqual([]);
  });

  test('outside the repository is no observable', () => {
    const attempt = read([
      open(),
      { kind: 'start', cwd: '/repo', argv: OBSERVABLE, pid: 1, boot: 'b', up: 1 },
      run(1, OBSERVABLE, 0),
    ]);

    expect(attempt.held).toEqual([]);
  });

  test('is kept once for each tree, and where files changed while it ran', () => {
    const [one, other] = ['a', 'b'].map((digit) => digit.repeat(40) as TreeId);
    const attempt = read([
      open(),
      start(OBSERVABLE),
      run(1, OBSERVABLE, 0, one === undefined ? {} : { tree: one }),
      start(OBSERVABLE),
      run(3, OBSERVABLE, 0, other === undefined ? {} : { tree: other }),
      start(OBSERVABLE),
      run(5, OBSERVABLE, 0, one === undefined ? {} : { tree: one }),
      start(OBSERVABLE),
      run(7, OBSERVABLE, 0),
    ]);

    expect(attempt.held.map(({ seq, tree }) => [seq, tree])).toEqual([
      [4, other],
      [6, one],
      [8, undefined],
    ]);
  });

  test('that held after the deadline did not hold in time', () => {
    const attempt = read([open(), start(OBSERVABLE), { ...run(1, OBSERVABLE, 0), after: 5400 }]);

    expect(attempt.held).toEqual([]);
    expect(endOf(attempt, OPENED_AT + 5400)).toEqual({ why: 'clock', ts: OPENED_AT + 5400 });
  });
});

test('three interruptions are free, the fourth is a failure', () => {
  const interrupted = (count: number): readonly Timed[] =>
    Array.from({ length: count }, (_, index) => [
      start(FAILING),
      run(2 * index + 1, FAILING, 130, { signal: 'SIGINT', interrupted: true }),
    ]).flat();

  expect(read([open(), ...interrupted(3)])).toMatchObject({ interrupted: 3, failed: 0 });
  expect(read([open(), ...interrupted(6)])).toMatchObject({ interrupted: 3, failed: 3, spent: { seq: 12 } });
});

test('a passing run that was interrupted still passed', () => {
  expect(read([open(), start(FAILING), run(1, FAILING, 0)])).toMatchObject({ passed: 1, interrupted: 0 });
});

describe('a start without its run', () => {
  test('counts as 137 once its process is gone', () => {
    const attempt = read([open(), start(FAILING), start(FAILING), start(FAILING)]);

    expect(attempt).toMatchObject({
      runs: 3,
      failed: 3,
      abandoned: 3,
      alive: [],
      spent: { fp: fingerprint({ cwd: '/repo', argv: FAILING, exit: 137 }) },
    });
  });

  test('is alive until then, and counts as nothing', () => {
    const attempt = read([open(), start(FAILING), start(['b'])], alive);

    expect(attempt).toMatchObject({ runs: 0, failed: 0, abandoned: 0, spent: undefined });
    expect(attempt.alive.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('adds to runs that were killed', () => {
    const attempt = read([open(), ...runs(FAILING, [137, 137]), start(FAILING)]);

    expect(attempt.failures).toMatchObject([{ exit: 137, count: 3 }]);
    expect(attempt.spent).toBeDefined();
  });
});

test('the first of budget, deadline and seal is the end', () => {
  const late = { ...seal(), after: 6000 };
  const spentInTime = [open(), ...runs(FAILING, [1, 1, 1])];

  expect(endOf(read([open()]), OPENED_AT + 5399)).toBeUndefined();
  expect(endOf(read([open()]), OPENED_AT + 5400)).toMatchObject({ why: 'clock' });
  expect(endOf(read([...spentInTime, late]), OPENED_AT + 9000)).toMatchObject({ why: 'budget' });
  expect(endOf(read([open(), late]), OPENED_AT + 9000)).toMatchObject({ why: 'clock' });
  expect(endOf(read([open(), { ...seal(), after: 60 }]), OPENED_AT + 9000)).toEqual({
    why: 'sealed',
    ts: OPENED_AT + 60,
  });
});

test('refusals are counted by reason, and moments are told in order', () => {
  const refusal = { kind: 'refuse', cwd: '/repo', argv: FAILING, boot: 'b', up: 1 } as const;
  const attempt = read([
    open(),
    ...runs(FAILING, [1]),
    { ...refusal, why: 'clock-expired' },
    { ...refusal, why: 'clock-expired' },
    { ...refusal, why: 'loop' },
  ]);

  expect(attempt.refused).toEqual({ 'clock-expired': 2, 'budget-exhausted': 0, loop: 1 });
  expect(attempt.moments.map(({ what }) => what)).toEqual(['failed', 'refused', 'refused', 'refused']);
});

test('hashes are given of the records that were asked for', () => {
  const lines = chained([open(), start(FAILING), run(1, FAILING, 0)]);
  const reader = createAttemptReader({ isGone: gone, wanted: new Set([1, 9]) });
  reader.push(Buffer.from(ledgerText(lines)));

  expect([...reader.finish().hashes]).toEqual([[1, hashLine(lines[1] ?? '')]]);
});

test('an empty ledger and one without its last line feed are refused', () => {
  const empty = createAttemptReader({ file: 'ledger', isGone: gone });
  const torn = createAttemptReader({ file: 'ledger', isGone: gone });
  torn.push(Buffer.from(ledgerText(chained([open()])).slice(0, -1)));

  expect(refusalOf(empty.finish)).toMatchObject({
    code: 'ledger-broken',
    message: 'expected an open record, found an empty ledger',
  });
  expect(refusalOf(torn.finish)).toMatchObject({ code: 'ledger-broken', place: { file: 'ledger', line: 1 } });
});
