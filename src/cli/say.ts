/** Says things to people: talk on stderr, data on stdout, colour and wrapped lines to terminals alone. */

import { escapeTerminal } from '../report/escape.ts';
import type { Style } from '../report/paint.ts';
import { hang } from '../report/wrap.ts';
import { type Io, styleOf } from './io.ts';

export function outStyle({ stdout, env }: Io): Style {
  return styleOf(stdout, env);
}

export function talkStyle({ stderr, env }: Io): Style {
  return styleOf(stderr, env);
}

/** What is to be typed is not wrapped, since it is copied: the next command, and lines without a label. */
const LABEL = /^spike: (?!next: )(?:(?:error|hint|note): )?/;

/** Lines of talk, each escaped: they hold branch names, paths and file names. */
export function talk(io: Io, lines: readonly string[]): void {
  const { width } = talkStyle(io);
  for (const line of lines.map(escapeTerminal)) {
    const label = LABEL.exec(line)?.[0] ?? '';
    const text = line.slice(label.length);
    io.stderr.write(`${label}${label === '' ? text : hang(label, text, width)}\n`);
  }
}
