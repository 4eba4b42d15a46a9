/** The process as a parameter: what a command may read of it and write to it. */

import type { Readable, Writable } from 'node:stream';

interface Terminal {
  readonly isTTY?: boolean;
}

export interface Io {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: Readable & Terminal;
  /** Data. */
  readonly stdout: Writable & Terminal;
  /** Talk. */
  readonly stderr: Writable & Terminal;
}

/** Whether a person is at both ends: only then is anything asked. */
export function isInteractive({ stdin, stderr }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** https://no-color.org */
export function wantsColour(stream: Terminal, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
