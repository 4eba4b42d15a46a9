/** The arguments of `spike-run` and `spike run`, and what is said once the command has ended. */

import { fstatSync, writeSync } from 'node:fs';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING, EXIT_PASS, exitCodeOf } from '../core/exit-code.ts';
import { VERSION } from '../core/version.ts';
import { thisMachine } from '../process/machine.ts';
import { endBySignal } from '../process/runner.ts';
import { renderError, renderNote } from '../report/terminal.ts';
import { type RunRequest, runCommand } from '../spike/run.ts';
import type { Speech } from '../spike/run-words.ts';
import { workingDirectory } from './working-directory.ts';

const STDOUT = 1;
const STDERR = 2;

const HELP = `Usage: spike-run [--if-open] [--] command [argument…]

Runs a command and records it in the ledger of the spike on this branch. Its
streams, signals and exit status are its own. Once the clock has expired
(exit 3) or the failure budget is spent (exit 4) it is not run.

  --if-open    just run the command where no spike is open
  --help       this text
  --version    the version
`;

interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
}

type Request = RunRequest | { readonly print: string };

/** Gives the exit status; ends this process by SIGINT where the command died of it. */
export async function runWrapped(args: readonly string[], { env }: Surroundings): Promise<number> {
  try {
    const request = parseArguments(args);
    if ('print' in request) {
      if (write(STDOUT, request.print)) return EXIT_PASS;
      throw new SpikeError('unreadable', 'expected to write everything, found no room or no reader');
    }
    const { exit, raise, said } = await runCommand(request, { cwd: workingDirectory(), env, world: thisMachine() });
    say(said, env);
    if (raise !== undefined) endBySignal(raise);
    return exit;
  } catch (error) {
    const told = error instanceof SpikeError ? error : defect(error);
    say([{ kind: 'error', error: told }], env);
    return error instanceof SpikeError ? exitCodeOf(error.code) : EXIT_FINDING;
  }
}

/** Options end at the first word that is none: everything from there on is the command's. */
function parseArguments(args: readonly string[]): Request {
  let ifOpen = false;
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at];
    if (argument === '--help') return { print: HELP };
    if (argument === '--version') return { print: `${VERSION}\n` };
    if (argument === '--if-open') {
      ifOpen = true;
      continue;
    }
    if (argument !== '--' && argument?.startsWith('-') === true)
      throw misused(`expected a command, found the unknown option ${argument}`);
    const [name, ...rest] = args.slice(argument === '--' ? at + 1 : at);
    if (name !== undefined) return { argv: [name, ...rest], ifOpen };
    break;
  }
  throw misused('expected a command, found none');
}

function misused(message: string): SpikeError {
  return new SpikeError('usage', message, { hint: 'spike-run [--if-open] [--] command [argument…]' });
}

function say(said: readonly Speech[], env: NodeJS.ProcessEnv): void {
  if (said.length === 0) return;
  // Of the devices that are written a character at a time, those that are no terminal show nothing anyway.
  const style = {
    colour: fstatSync(STDERR).isCharacterDevice() && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
  };
  const lines = said.map((speech) =>
    speech.kind === 'error' ? renderError(speech.error, style) : renderNote(speech.text, style),
  );
  write(STDERR, lines.join(''));
}

/** Whether all was written. By the descriptor: Node's own streams would make a pipe non-blocking that is shared with the command. */
function write(descriptor: number, text: string): boolean {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      // Somebody else made it non-blocking, and it is full; or nobody reads it any more.
      if (errnoOf(error) !== 'EAGAIN') return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return true;
}

/** A defect of this program: still one line a person can act on, never a stack trace. */
function defect(cause: unknown): SpikeError {
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return new SpikeError('unreadable', `this is a defect of spike-gate: ${message}`, {
    hint: 'report it with this message',
    cause,
  });
}
