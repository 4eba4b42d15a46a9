/** A person at a terminal: a real one, made by `script`, with keys that are pressed and a screen that is read. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

export interface Terminal {
  readonly type: (keys: string) => void;
  /** Waits until the screen shows a text after everything that was seen before. Gives what was between. */
  readonly see: (text: string) => Promise<string>;
  /** Everything that was shown so far. */
  readonly screen: () => string;
  /** The exit status, once the command has ended. */
  readonly ended: () => Promise<number | null>;
}

export const CTRL_C = '\u0003';
export const CTRL_Z = '\u001a';
export const CTRL_BACKSLASH = '\u001c';

interface Session {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command of bash, which goes on after Ctrl-C unless its child died of it, on a terminal of its own. */
export function openTerminal(command: string, { cwd, env }: Session): Terminal {
  const child: ChildProcess = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd,
    env: { ...env, SHELL: '/bin/bash', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  let seen = 0;
  // Not `exit`: what was shown last may still be on its way then.
  let closed = false;
  const close = once(child, 'close').then(() => {
    closed = true;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  return {
    type: (keys) => void child.stdin?.write(keys),
    async see(text) {
      for (let at = screen.indexOf(text, seen); ; at = screen.indexOf(text, seen)) {
        if (at !== -1) {
          const between = screen.slice(seen, at);
          seen = at + text.length;
          return between;
        }
        if (closed) throw new Error(`expected ${JSON.stringify(text)} on the screen, found ${JSON.stringify(screen)}`);
        await new Promise((settle) => setTimeout(settle, 10));
      }
    },
    screen: () => screen,
    async ended() {
      await close;
      return child.exitCode;
    },
  };
}
