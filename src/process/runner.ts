/** Runs one command to its end: it has the streams, the terminal and the process group of the caller, and every signal once. */

import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { errnoOf } from '../core/errno.ts';
import type { Executable } from './executable.ts';
import { isInForeground } from './foreground.ts';

export interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
  readonly executable: Executable;
}

export interface Ending {
  /** As a shell says it: 126, 127, 128 and the number of the signal, else the command's own status. */
  readonly exit: number;
  /** Milliseconds, whatever the clocks did meanwhile. */
  readonly ms: number;
  readonly signal?: NodeJS.Signals;
  /** Ctrl-C at the terminal reached this process while it was in the foreground. */
  readonly interrupted: boolean;
  /** Why it could not be started. */
  readonly unstarted?: string;
}

type Outcome = Omit<Ending, 'ms' | 'interrupted'>;

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const SIGNAL_BASE = 128;

/** A thread that was just woken needs far less. */
const LATE_SIGNAL_MS = 3;
/** A terminal sends these to its whole foreground group, and with it to the command. */
const FROM_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
/** Sent to this process alone. Those that stop and continue are left to do so: the terminal sends them to the whole group. */
const FORWARDED: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM'];

export async function runToEnd(command: Command): Promise<Ending> {
  const began = process.hrtime.bigint();
  const { executable } = command;
  const elapsed = (): number => Number((process.hrtime.bigint() - began) / 1_000_000n);
  if (executable.kind === 'none')
    return { exit: executable.exit, ms: elapsed(), interrupted: false, unstarted: executable.reason };

  let interrupted = false;
  let child: ChildProcess | undefined;
  const fromTerminal = (signal: NodeJS.Signals): void => {
    if (!isInForeground()) child?.kill(signal);
    else if (signal === 'SIGINT') interrupted = true;
  };
  const forward = (signal: NodeJS.Signals): void => void child?.kill(signal);
  for (const signal of FROM_TERMINAL) process.on(signal, fromTerminal);
  for (const signal of FORWARDED) process.on(signal, forward);

  const ended = await new Promise<Outcome>((settle) => {
    child = start(command, executable.file);
    child.on('error', (error) => settle(unstarted(error)));
    child.on('exit', (code, signal) => settle(endingOf(code, signal)));
  });
  const ms = elapsed();
  if (ended.exit !== 0 && !interrupted && isInForeground()) await lateSignal();
  return { ...ended, ms, interrupted };
}

/** The kernel hands a signal to any thread of this process, so that it may be told of Ctrl-C after the end that came of it. */
function lateSignal(): Promise<void> {
  return new Promise((settle) => void setTimeout(settle, LATE_SIGNAL_MS));
}

/** Ends this process by the signal that ended the command, so that a shell's loop stops too; an exit status would not do that. */
export function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function start({ argv, env }: Command, file: string): ChildProcess {
  const [name, ...rest] = argv;
  return spawn(file, rest, { argv0: name, env, stdio: 'inherit' });
}

function endingOf(code: number | null, signal: NodeJS.Signals | null): Outcome {
  // Neither a status nor a signal: whatever that was, it was no success.
  return signal === null ? { exit: code ?? NOT_EXECUTABLE } : { exit: SIGNAL_BASE + constants.signals[signal], signal };
}

/** A missing interpreter of a script is the one way that a file which was found is "not found". */
function unstarted(error: Error): Outcome {
  const errno = errnoOf(error) ?? error.message;
  return errno === 'ENOENT'
    ? { exit: NOT_FOUND, unstarted: 'its interpreter was not found' }
    : { exit: NOT_EXECUTABLE, unstarted: errno };
}
