/** The process as a parameter: what a command may read of it and write to it. */

import type { Readable, Writable } from 'node:stream';
import type { Style } from '../report/paint.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
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

/** How a stream wants its text: without colour by https://no-color.org, and both colour and wrapping to terminals alone. */
export function styleOf({ isTTY = false, columns }: Terminal, env: NodeJS.ProcessEnv): Style {
  return {
    colour: isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
    width: isTTY ? columns : undefined,
  };
}
