/** A stream whose failing is told in a line: the reader has gone, or the disk is full. */

import { writeSync } from 'node:fs';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING } from '../core/exit-code.ts';
import { renderError } from '../report/terminal.ts';

/** What was begun is brought to its end all the same; the exit status then tells of it too. */
export function watched(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount('error') === 0) stream.once('error', tell).on('error', () => undefined);
  return stream;
}

function tell(cause: Error): void {
  const error = new SpikeError('unreadable', `expected to write everything, found ${errnoOf(cause) ?? cause.message}`, {
    hint: 'run it again with its output to a terminal',
    cause,
  });
  say(renderError(error, { colour: false }));
  process.once('exit', () => {
    process.exitCode ||= EXIT_FINDING;
  });
}

/** By the descriptor, since it may be the stream of errors that fails. */
function say(text: string): void {
  try {
    writeSync(process.stderr.fd, text);
  } catch {
    return;
  }
}
