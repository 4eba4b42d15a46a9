/** Pure: the exit status of each kind of error (SPEC.md, "Exit codes"). All other codes are reserved. */

import type { ErrorCode } from './error.ts';

export const EXIT_PASS = 0;
export const EXIT_FINDING = 1;
export const EXIT_USAGE = 2;
export const EXIT_CLOCK = 3;
export const EXIT_BUDGET = 4;

const STATUS: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT_USAGE,
  'hypothesis-refused': EXIT_USAGE,
  'not-a-repository': EXIT_USAGE,
  'not-started': EXIT_USAGE,
  'already-started': EXIT_USAGE,
  'already-closed': EXIT_USAGE,
  'reason-missing': EXIT_USAGE,
  'cannot-pass-on': EXIT_USAGE,
  'config-invalid': EXIT_FINDING,
  'clock-expired': EXIT_CLOCK,
  'budget-exhausted': EXIT_BUDGET,
  'ledger-broken': EXIT_FINDING,
  'ledger-busy': EXIT_FINDING,
  'ledger-unwritable': EXIT_FINDING,
  refused: EXIT_FINDING,
  unreadable: EXIT_FINDING,
  'git-failed': EXIT_FINDING,
  'github-failed': EXIT_FINDING,
};

export function exitCodeOf(code: ErrorCode): number {
  return STATUS[code];
}
