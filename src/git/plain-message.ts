/** Pure: reads a commit message in which nothing is left to git: no comment, no scissors, no trailer but perhaps one of ours. */

import { TRAILER_KEY } from '../core/trailer.ts';

export interface PlainMessage {
  /** What stands above the trailer, or where one is to be added, without a line feed at its end. */
  readonly above: string;
  /** The value of the one trailer, where the message ends in it. */
  readonly trailer: string | undefined;
}

/**
 * A letter or a digit begins no comment, whatever people make the comment character; nor does it continue a trailer. What follows
 * `Conflicts:` git may take for a list that an old version added.
 */
const LINE = /^(?!Conflicts:)[A-Za-z0-9\x80-\xff][^\r\0]*$/;
/** Git takes what a trailer's name begins with for the name. */
const SEEMS_OURS = new RegExp(`^(?:${prefixesOf(TRAILER_KEY)})[ \\t]*:`, 'i');
const OURS = new RegExp(`^${TRAILER_KEY}: (\\S+ \\S+)$`);

/** Text of one character a byte. Nothing where git has to be asked. */
export function readPlainMessage(text: string): PlainMessage | undefined {
  const paragraphs = text
    .replace(/\n$/, '')
    .split('\n\n')
    .map((paragraph) => paragraph.split('\n'));
  if (!paragraphs.flat().every((line) => LINE.test(line))) return undefined;
  const trailer = paragraphs.length > 1 ? onlyTrailer(paragraphs.at(-1) ?? []) : undefined;
  const rest = trailer === undefined ? paragraphs : paragraphs.slice(0, -1);
  if (rest.flat().some((line) => SEEMS_OURS.test(line))) return undefined;
  if (trailer === undefined && paragraphs.length > 1 && mayHoldTrailers(paragraphs.at(-1) ?? [])) return undefined;
  return { above: rest.map((lines) => lines.join('\n')).join('\n\n'), trailer };
}

function onlyTrailer([line, ...more]: readonly string[]): string | undefined {
  return line === undefined || more.length > 0 ? undefined : OURS.exec(line)?.[1];
}

/** The first paragraph is the subject; the last one may be of trailers, which are lines with a colon. */
function mayHoldTrailers(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes(':'));
}

function prefixesOf(key: string): string {
  return Array.from(key, (_letter, at) => key.slice(0, at + 1)).join('|');
}
