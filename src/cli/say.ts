/** Says things to people: talk on stderr, data on stdout, colour to terminals alone. */

import { escapeTerminal } from '../report/escape.ts';
import type { Style } from '../report/paint.ts';
import { type Io, wantsColour } from './io.ts';

export function outStyle({ stdout, env }: Io): Style {
  return { colour: wantsColour(stdout, env) };
}

export function talkStyle({ stderr, env }: Io): Style {
  return { colour: wantsColour(stderr, env) };
}

/** Lines of talk, each escaped: they hold branch names, paths and file names. */
export function talk({ stderr }: Io, lines: readonly string[]): void {
  for (const line of lines) stderr.write(`${escapeTerminal(line)}\n`);
}
