/** The `Spike:` trailer of a commit message that is still a file, comments and scissors in it. Git says what a trailer is. */

import { readFileSync, writeFileSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';
import { TRAILER_KEY } from '../core/trailer.ts';
import { readPlainMessage } from './plain-message.ts';
import { git } from './plumbing.ts';
import { TRAILER_SETTINGS } from './trailer-settings.ts';

export interface NewTrailer {
  readonly value: string;
  /** Whether a value that is already there may stay: amending and rebasing keep a valid one. */
  readonly keep: (value: string) => boolean;
}

/** A line of dashes is a patch's divider to git by default, and part of the message in a commit. */
const INTERPRET = [...TRAILER_SETTINGS, 'interpret-trailers', '--no-divider'] as const;

const LINE = new RegExp(`^${TRAILER_KEY}[ \\t]*:`, 'i');

/** Below this line git puts the diff that `commit --verbose` shows; the character before it is `core.commentChar`. */
const SCISSORS = /^\S+ -{24} >8 -{24}$/m;

/** Values of the `Spike:` trailers that the message has now. */
export function trailersOf(cwd: string, messageFile: string): readonly string[] {
  return valuesIn(cwd, readFileSync(messageFile));
}

/**
 * Leaves exactly one `Spike:` trailer in the message: the last one that `keep` accepts, else `value`. What people wrote stays byte
 * for byte. An empty message stays empty: with a trailer in it git would no longer take it for a commit that was thought better of.
 */
export function addTrailer(cwd: string, messageFile: string, { value, keep }: NewTrailer): void {
  const message = readFileSync(messageFile);
  const plain = readPlainMessage(message.toString('latin1'));
  if (plain === undefined) addByGit(cwd, messageFile, { value, keep });
  else if (plain.trailer === undefined || !keep(plain.trailer)) writePlain(messageFile, plain.above, value);
}

/** As git would, without any of its processes. */
function writePlain(messageFile: string, text: string, value: string): void {
  writeFileSync(messageFile, `${text}\n\n${TRAILER_KEY}: ${value}\n`, 'latin1');
}

/** Git says what a trailer is, and where the message ends. */
function addByGit(cwd: string, messageFile: string, { value, keep }: NewTrailer): void {
  const message = readFileSync(messageFile);
  if (isBlank(cwd, message.toString('latin1'))) return;
  const present = valuesIn(cwd, message);
  const kept = present.filter(keep).at(-1);
  if (kept !== undefined && present.length === 1) return;
  const bare = withoutTrailers(message.toString('latin1'), present.length);
  const trailer = `${TRAILER_KEY}: ${kept ?? value}`;
  const result = append(cwd, bare, trailer);
  refuseUnlessOne(cwd, result);
  writeFileSync(messageFile, result);
}

/** Git puts it above comments and scissors, after the trailers that are there. */
function append(cwd: string, message: string, trailer: string): Buffer {
  const input = Buffer.from(message.endsWith('\n') ? message : `${message}\n`, 'latin1');
  const args = ['--where', 'end', '--if-exists', 'add', '--if-missing', 'add', '--trailer', trailer];
  return git([...INTERPRET, ...args], { cwd, input });
}

function isBlank(cwd: string, message: string): boolean {
  const input = Buffer.from(message.slice(0, endOf(message)), 'latin1');
  return git(['stripspace', '--strip-comments'], { cwd, input }).length === 0;
}

/** Settings may run a command for a trailer, or a line may be what neither we nor git foresaw: then nothing is written. */
function refuseUnlessOne(cwd: string, message: Buffer): void {
  const { length } = valuesIn(cwd, message);
  if (length === 1) return;
  throw new SpikeError('git-failed', `expected one ${TRAILER_KEY} trailer in the message, found ${length}`, {
    hint: `take lines that begin with "${TRAILER_KEY}:" out of the message, and trailer.* settings out of the git configuration`,
  });
}

function valuesIn(cwd: string, message: Uint8Array): readonly string[] {
  const lines = git([...INTERPRET, '--parse'], { cwd, input: message })
    .toString()
    .split('\n');
  return lines.filter((line) => LINE.test(line)).map((line) => line.replace(LINE, '').trim());
}

/**
 * Trailers are a message's last lines, so that `count` of them are the last `count` lines that look like one, with their
 * continuations; and the blank line above them where nothing else is left below it.
 */
function withoutTrailers(message: string, count: number): string {
  const end = endOf(message);
  const lines = message.slice(0, end).split(/(?<=\n)/);
  for (let left = count; left > 0; left -= 1) {
    const at = lines.findLastIndex((line) => LINE.test(line));
    if (at === -1) break;
    const continued = lines.slice(at + 1).findIndex((line) => !/^[ \t]+\S/.test(line));
    lines.splice(at, 1 + (continued === -1 ? lines.length : continued));
    if (lines[at - 1] === '\n' && (lines[at] ?? '\n') === '\n') lines.splice(at - 1, 1);
  }
  return lines.join('') + message.slice(end);
}

function endOf(message: string): number {
  return SCISSORS.exec(message)?.index ?? message.length;
}
