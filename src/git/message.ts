/** The `Spike:` trailer of a commit message that is still a file, comments and scissors in it. Git says what a trailer is. */

import { readFileSync, writeFileSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';
import { TRAILER_KEY } from '../core/trailer.ts';
import { git } from './plumbing.ts';

export interface NewTrailer {
  readonly value: string;
  /** Whether a value that is already there may stay: amending and rebasing keep a valid one. */
  readonly keep: (value: string) => boolean;
}

/** A person's settings may rename trailers or run commands for them. */
const SETTINGS = ['-c', 'trailer.separators=:', '-c', `trailer.${TRAILER_KEY}.key=${TRAILER_KEY}`] as const;

/** A line of dashes is a patch's divider to git by default, and part of the message in a commit. */
const INTERPRET = [...SETTINGS, 'interpret-trailers', '--no-divider'] as const;

const NEWLINE = 0x0a;

const LINE = new RegExp(`^${TRAILER_KEY}[ \\t]*:`, 'i');

/** Below this line git puts the diff that `commit --verbose` shows; the character before it is `core.commentChar`. */
const SCISSORS = /^\S+ -{24} >8 -{24}$/m;

/** Values of the `Spike:` trailers that the message has now. */
export function trailersOf(cwd: string, messageFile: string): readonly string[] {
  return valuesIn(cwd, readFileSync(messageFile));
}

/** Leaves exactly one `Spike:` trailer in the message: the last one that `keep` accepts, else `value`. What people wrote stays byte for byte. */
export function addTrailer(cwd: string, messageFile: string, { value, keep }: NewTrailer): void {
  const message = readFileSync(messageFile);
  const present = valuesIn(cwd, message);
  const kept = present.filter(keep).at(-1);
  if (kept !== undefined && present.length === 1) return;
  const input = roomy(cwd, withoutTrailers(message.toString('latin1'), present.length));
  const args = [
    '--where',
    'end',
    '--if-exists',
    'add',
    '--if-missing',
    'add',
    '--trailer',
    `${TRAILER_KEY}: ${kept ?? value}`,
  ];
  const result = git([...INTERPRET, ...args], { cwd, input: Buffer.from(input, 'latin1') });
  const left = valuesIn(cwd, withSubject(result));
  if (left.length !== 1) {
    throw new SpikeError('git-failed', `expected one ${TRAILER_KEY} trailer in the message, found ${left.length}`, {
      hint: `take the lines that begin with "${TRAILER_KEY}:" out of the message, and any trailer.${TRAILER_KEY} out of the git configuration`,
    });
  }
  writeFileSync(messageFile, result);
}

function valuesIn(cwd: string, message: Uint8Array): readonly string[] {
  const lines = git([...INTERPRET, '--parse'], { cwd, input: message })
    .toString()
    .split('\n');
  return lines.filter((line) => LINE.test(line)).map((line) => line.replace(LINE, '').trim());
}

/** Trailers are a message's last lines, so that `count` of them are the last `count` lines that look like one, with their continuations. */
function withoutTrailers(message: string, count: number): string {
  const end = SCISSORS.exec(message)?.index ?? message.length;
  const lines = message.slice(0, end).split(/(?<=\n)/);
  for (let left = count; left > 0; left -= 1) {
    const at = lines.findLastIndex((line) => LINE.test(line));
    if (at === -1) break;
    const continued = lines.slice(at + 1).findIndex((line) => !/^[ \t]+\S/.test(line));
    lines.splice(at, 1 + (continued === -1 ? lines.length : continued));
  }
  return lines.join('') + message.slice(end);
}

/**
 * Git sees no trailer in the first paragraph. So the last line ends before a trailer follows it, and an empty message, which the
 * editor is about to show, gets a line for the subject and a blank one above the trailer.
 */
function roomy(cwd: string, message: string): string {
  const end = SCISSORS.exec(message)?.index ?? message.length;
  const written = git(['stripspace', '--strip-comments'], { cwd, input: Buffer.from(message.slice(0, end), 'latin1') });
  if (written.length === 0) return `\n${message}`;
  return message.endsWith('\n') ? message : `${message}\n`;
}

/** What the message will be once a person has written a subject where there is none. */
function withSubject(message: Buffer): Buffer {
  return message[0] === NEWLINE ? Buffer.concat([Buffer.from('subject'), message]) : message;
}
