/** Reads ledgers without changing them, in bounded memory. */

import { closeSync } from 'node:fs';
import { type AttemptReader, createAttemptReader } from '../core/attempt-reader.ts';
import type { RecordHash } from '../core/brand.ts';
import { type ChainState, createChain } from '../core/chain.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { createLineCutter } from '../core/lines.ts';
import type { OpenRecord, SealRecord } from '../core/record.ts';
import type { Attempt, IsGone } from '../core/replay.ts';
import type { Trailer } from '../core/trailer.ts';
import { pathsIn } from './control-directory.ts';
import { endOfLastLine, readChunks, sizeOf } from './ledger-bytes.ts';
import { openLedgerFile } from './ledger-file.ts';

/** One write takes far less. */
const WRITTEN_WITHIN_MS = 100;

type ReadLedger = ReturnType<AttemptReader['finish']>;

interface Reading {
  readonly isGone: IsGone;
  /** Records whose hash the caller wants, by `seq`. */
  readonly wanted?: ReadonlySet<number>;
  /** Whether a last line without its LF is passed over: beside a living ledger it may be one that is just being written. */
  readonly living?: boolean;
}

/** Throws `ledger-broken` with the line, `unreadable` where there is no such file. */
export function readLedgerFile(path: string, { isGone, wanted, living = false }: Reading): ReadLedger {
  return withFile(path, (file) => {
    const reader = createAttemptReader({ file: path, isGone, ...(wanted === undefined ? {} : { wanted }) });
    readChunks(file, { from: 0, to: living ? endOfLastLine(file) : sizeOf(file) }, reader.push);
    return reader.finish();
  });
}

/** The attempts of a spike on this machine, oldest first, and where the chain of the last one stands. */
export interface AttemptsHere {
  readonly earlier: readonly Attempt[];
  readonly last: Attempt;
  readonly chain: ChainState;
}

/** Nothing where no spike was started. Whether the ledgers are joined is for the rules to say. Throws `ledger-broken`. */
export function readAttempts(directory: string, isGone: IsGone): AttemptsHere | undefined {
  const paths = pathsIn(directory);
  const current = attempt(() => readLedgerFile(paths.ledger, { isGone, living: true }));
  if (current === undefined) return undefined;
  const numbers = Array.from({ length: current.attempt.open.attempt - 1 }, (_, index) => index + 1);
  const earlier = numbers.map((number) => {
    // An attempt that another one followed is over: what it left running counts here as it does at the gate.
    const found = attempt(() => readLedgerFile(paths.attempt(number), { isGone: () => true }));
    if (found !== undefined) return found.attempt;
    throw new SpikeError(
      'ledger-broken',
      `expected the ledger of attempt ${number} in ${paths.attempt(number)}, found none`,
    );
  });
  return { earlier, last: current.attempt, chain: current.chain };
}

export interface Verified {
  readonly open: OpenRecord;
  readonly seal: SealRecord | undefined;
  readonly records: number;
  readonly head: RecordHash;
}

/** Walks the chain of one ledger, and nothing more, in constant memory. Throws `ledger-broken` with the line. */
export function verifyLedger(path: string): Verified {
  return withFile(path, (file) => {
    const chain = createChain(path);
    let open: OpenRecord | undefined;
    let seal: SealRecord | undefined;
    const lines = createLineCutter((line) => {
      const { record } = chain.push(line);
      if (record.kind === 'open') open = record;
      if (record.kind === 'seal') seal = record;
    }, path);
    readChunks(file, { from: 0, to: endOfSettled(file) }, lines.push);
    lines.end();
    const { records, head } = chain.state();
    if (open === undefined)
      throw new SpikeError('ledger-broken', 'expected an open record, found an empty ledger', {
        place: { file: path, line: 1 },
      });
    return { open, seal, records, head };
  });
}

/**
 * Everything, but for a last line that is just being written. A line that nobody goes on with is torn, and that is for the reader to
 * know.
 */
function endOfSettled(file: number): number {
  const size = sizeOf(file);
  if (endOfLastLine(file) === size) return size;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITTEN_WITHIN_MS);
  return sizeOf(file) === size ? size : endOfLastLine(file);
}

/** Whether a spike's ledgers on this machine hold a record of that attempt and `seq` whose hash begins with `head`. */
export function holdsRecord(
  directory: string,
  { attempt: number, seq, head }: Pick<Trailer, 'attempt' | 'seq' | 'head'>,
): boolean {
  const paths = pathsIn(directory);
  const wanted = new Set([seq]);
  return [paths.attempt(number), paths.ledger].some((path) => {
    const read = attempt(() => readLedgerFile(path, { isGone: () => true, wanted, living: true }));
    return read?.attempt.open.attempt === number && read.hashes.get(seq)?.startsWith(head) === true;
  });
}

/** Nothing where the file does not exist. */
function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SpikeError && errnoOf(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

function withFile<Result>(path: string, read: (file: number) => Result): Result {
  try {
    const file = openLedgerFile(path, 'read');
    try {
      return read(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if (cause instanceof SpikeError) throw cause;
    throw new SpikeError('unreadable', `expected to read ${path}, found ${errnoOf(cause) ?? 'an error'}`, { cause });
  }
}
