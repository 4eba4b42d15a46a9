/** Pure: the one error class. Callers branch on `code`; people read `message` and `hint`. */

/** What went wrong, as the caller must act on it. `exit-code.ts` maps each to its status. */
export type ErrorCode =
  | 'usage'
  | 'hypothesis-refused'
  | 'config-invalid'
  | 'not-a-repository'
  | 'not-started'
  | 'already-started'
  | 'already-closed'
  | 'reason-missing'
  | 'cannot-pass-on'
  | 'clock-expired'
  | 'budget-exhausted'
  | 'ledger-broken'
  | 'ledger-busy'
  | 'ledger-unwritable'
  | 'refused'
  | 'unreadable'
  | 'git-failed'
  | 'github-failed';

/** Where hostile or mistaken text stands: a file, and in it a line and column (both from 1). */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

interface SpikeErrorOptions {
  /** The next command to type, or the one thing to change. Lower case, no full stop. */
  readonly hint?: string;
  readonly place?: Place;
  readonly cause?: unknown;
}

/** `message` says what was expected and what was found, in lower case, without a full stop. */
export class SpikeError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly place: Place | undefined;

  constructor(code: ErrorCode, message: string, options: SpikeErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'SpikeError';
    this.code = code;
    this.hint = options.hint;
    this.place = options.place;
  }
}
