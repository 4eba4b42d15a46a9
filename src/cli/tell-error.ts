/** What is said where a command fails, and its exit status. */

import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING, exitCodeOf } from '../core/exit-code.ts';
import { renderError } from '../report/terminal.ts';
import { type Io, styleOf } from './io.ts';

export function tellError(error: unknown, io: Io): number {
  const told = error instanceof SpikeError ? error : unexpected(error);
  io.stderr.write(renderError(told, styleOf(io.stderr, io.env)));
  if (io.env['SPIKE_DEBUG'] === '1' && error instanceof Error) io.stderr.write(`${error.stack}\n`);
  return error instanceof SpikeError ? exitCodeOf(error.code) : EXIT_FINDING;
}

/** A defect of this program: still one line a person can act on, never a stack trace. */
function unexpected(cause: unknown): SpikeError {
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new SpikeError('unreadable', `this is a defect of spike-gate: ${message}`, {
    hint: 'report it with this message; set SPIKE_DEBUG=1 to see where it happened',
    cause,
  });
}
