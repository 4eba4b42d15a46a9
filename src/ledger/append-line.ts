/** The only place that writes to a ledger: one write per line, its length checked, then flushed; what falls short is cut back. */

import { fdatasyncSync, ftruncateSync, writeSync } from 'node:fs';
import { MAX_LINE_BYTES } from '../core/codec.ts';
import { SpikeError } from '../core/error.ts';
import { unwritable } from './unwritable.ts';
import type { Writer } from './world.ts';

const DISK: Writer = {
  write: (file, bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
  sync: fdatasyncSync,
};

interface Target {
  readonly file: number;
  /** Where the line begins. */
  readonly at: number;
  /** Names the ledger in errors. */
  readonly path: string;
  readonly writer: Writer | undefined;
  /** A torn line stands there already: what falls short is left as one, since nothing may be cut without a record. */
  readonly torn?: boolean;
}

/** Writes `line` and its LF over whatever stands at `at`, and flushes it. Gives where it ends. Throws `ledger-unwritable`. */
export function appendLine(line: string, target: Target): number {
  const bytes = Buffer.from(`${line}\n`);
  if (bytes.length > MAX_LINE_BYTES) {
    throw new SpikeError(
      'ledger-unwritable',
      `expected a record of at most ${MAX_LINE_BYTES} bytes, found ${bytes.length}`,
      {
        hint: 'put the long command line in a script and run that',
      },
    );
  }
  const { file, at, path, writer = DISK, torn = false } = target;
  try {
    const written = writer.write(file, bytes, at);
    if (written !== bytes.length) throw short(path, { written, expected: bytes.length });
    writer.sync(file);
  } catch (error) {
    if (!torn) cutBack(file, at);
    throw unwritable(error, path);
  }
  return at + bytes.length;
}

function short(path: string, { written, expected }: { written: number; expected: number }): SpikeError {
  return new SpikeError(
    'ledger-unwritable',
    `expected to write ${expected} bytes to ${path}, found room for ${written}`,
    {
      hint: 'make room on that disk, then run the command again',
    },
  );
}

/** Where even this fails, a torn line stays, which the next writer cuts. */
function cutBack(file: number, at: number): void {
  try {
    ftruncateSync(file, at);
  } catch {
    return;
  }
}
