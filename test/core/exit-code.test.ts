import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/core/error.ts';
import { EXIT_BUDGET, EXIT_CLOCK, EXIT_FINDING, EXIT_PASS, EXIT_USAGE, exitCodeOf } from '../../src/core/exit-code.ts';

/** The whole table: a code that is missing here does not compile. */
const TABLE: Readonly<Record<ErrorCode, 1 | 2 | 3 | 4>> = {
  usage: 2,
  'hypothesis-refused': 2,
  'not-a-repository': 2,
  'not-started': 2,
  'already-started': 2,
  'already-closed': 2,
  'reason-missing': 2,
  'cannot-pass-on': 2,
  'clock-expired': 3,
  'budget-exhausted': 4,
  'config-invalid': 1,
  'ledger-broken': 1,
  'ledger-busy': 1,
  'ledger-unwritable': 1,
  refused: 1,
  unreadable: 1,
  'git-failed': 1,
  'github-failed': 1,
};

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(TABLE, text);
}

describe('an error exits with its status', () => {
  test.each(Object.keys(TABLE).filter(isCode))('%s', (code) => {
    expect(exitCodeOf(code)).toBe(TABLE[code]);
  });
});

test('the statuses have their names', () => {
  expect([EXIT_PASS, EXIT_FINDING, EXIT_USAGE, EXIT_CLOCK, EXIT_BUDGET]).toEqual([0, 1, 2, 3, 4]);
});
