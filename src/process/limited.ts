/** Runs programs that may ask a person or never end: without a terminal, in a process group of their own, for a limited time. */

import { type ChildProcess, spawn } from 'node:child_process';
import { endBySignal } from './runner.ts';

export interface LimitedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Its whole standard input; nothing when absent. */
  readonly input?: string;
}

export interface LimitedEnding {
  /** Undefined where it did not end by itself, or could not be started. */
  readonly status: number | undefined;
  /** Both streams as they came; of very much, the end. */
  readonly said: string;
  readonly cut: boolean;
}

export type RunLimited = (command: LimitedCommand) => Promise<LimitedEnding>;

interface Limits {
  readonly milliseconds: number;
  /** Done once, whatever happens, and before a signal ends this process. */
  readonly tidy: () => void;
}

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** From being asked to end to being ended. */
const GRACE_MS = 2000;
/** For what was said last; a program may leave another behind that keeps the streams open. */
const LAST_WORDS_MS = 500;
const MAX_SAID = 1024 * 1024;

/** What is still running when a signal ends this process is asked to end, too: git then takes its locks away. */
export async function withLimit<Value>(
  { milliseconds, tidy }: Limits,
  act: (run: RunLimited) => Promise<Value>,
): Promise<Value> {
  let running: ChildProcess | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (running !== undefined) signalGroup(running, 'SIGTERM');
    tidy();
    endBySignal(signal);
  };
  for (const signal of ENDING) process.on(signal, end);
  try {
    return await act(async (command) => {
      running = start(command);
      const ending = await endOf(running, milliseconds);
      running = undefined;
      return ending;
    });
  } finally {
    for (const signal of ENDING) process.off(signal, end);
    tidy();
  }
}

function start({ argv: [name, ...args], cwd, env, input }: LimitedCommand): ChildProcess {
  const child = spawn(name, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  // It may end without reading.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return child;
}

function endOf(child: ChildProcess, milliseconds: number): Promise<LimitedEnding> {
  return new Promise((settle) => {
    const said: Buffer[] = [];
    let cut = false;
    let kill: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => {
      cut = true;
      signalGroup(child, 'SIGTERM');
      kill = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
    }, milliseconds);
    const done = (status: number | undefined): void => {
      clearTimeout(limit);
      clearTimeout(kill);
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      settle({ status: cut ? undefined : status, said: Buffer.concat(said).toString(), cut });
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => keep(said, chunk));
    child.on('error', (error) => {
      said.push(Buffer.from(error.message));
      done(undefined);
    });
    child.on('close', (code) => done(code ?? undefined));
    child.on('exit', (code) => {
      // What ignored being asked to end lives on in the group.
      if (cut) signalGroup(child, 'SIGKILL');
      setTimeout(() => done(code ?? undefined), LAST_WORDS_MS).unref();
    });
  });
}

function keep(said: Buffer[], chunk: Buffer): void {
  said.push(chunk);
  let length = said.reduce((sum, one) => sum + one.length, 0);
  while (length > MAX_SAID && said.length > 1) length -= said.shift()?.length ?? 0;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
    return;
  }
}
