/** What the ledger asks of the machine, as a narrow interface: nothing in this folder reads a clock or the kernel's list of processes. */

import type { BootReading, ProcessIdentity } from '../core/record.ts';

/** A process on one boot: enough to prove that it is over. */
export interface Lifetime extends ProcessIdentity {
  readonly boot: string;
}

/** The disk, as one line is written to it. */
export interface Writer {
  /** Gives the number of bytes written, which a full disk makes fewer than asked without any error. */
  readonly write: (file: number, bytes: Uint8Array, position: number) => number;
  readonly sync: (file: number) => void;
}

export interface LedgerWorld {
  readonly reading: () => BootReading;
  /** Unix seconds by the wall clock. */
  readonly wall: () => number;
  readonly self: Lifetime;
  /** Whether a process is provably over; when in doubt it lives. */
  readonly isGone: (process: Lifetime) => boolean;
  /** `node:fs` when absent. */
  readonly writer?: Writer;
}
