/**
 * Remembers where the ledger stood after its last record, so that a run need not replay it. A local convenience: it may be thrown
 * away at any time, it is believed only while the ledger's own bytes agree, and neither `verify` nor a gate reads it.
 */

import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Fingerprint } from '../core/brand.ts';
import { decodeRecord, encodeRecord } from '../core/codec.ts';
import type { StartRecord } from '../core/record.ts';
import type { BootClock } from '../core/time.ts';
import { PRIVATE_FILE, readAtOnce } from './private-files.ts';

/** One line of the ledger: where it begins, where it ends (its LF counted), and its hash. */
export interface LinePlace {
  readonly from: number;
  readonly to: number;
  readonly hash: string;
}

/** What a file of counters held when the bookmark was written: what it holds beyond was never relied on. */
export interface Vouched {
  readonly bytes: number;
  /** Of those bytes. */
  readonly digest: string;
}

export interface Spent {
  readonly fp: Fingerprint;
  readonly ts: number;
  readonly seq: number;
}

/** What a replay of the ledger would give, as far as a run needs it. */
export interface Bookmark {
  /** Of this boot alone: after a power cut the files beside this one may have lost what it counts on. */
  readonly boot: string;
  readonly opening: LinePlace;
  readonly last: LinePlace;
  /** The newest record that carries a reading of the boot clock, which the clocks must agree with. */
  readonly dated: LinePlace;
  readonly records: number;
  readonly ts: number;
  readonly sealed: boolean;
  readonly clocks: ReadonlyMap<string, BootClock>;
  /** Starts without a run, those left out whose process was gone and which have been counted. */
  readonly pending: ReadonlyMap<number, StartRecord>;
  readonly spent: Spent | undefined;
  /** `ts` of the newest run. */
  readonly latestRun: number | undefined;
  /** By the name of the file. One that is not named here counts nothing. */
  readonly counters: ReadonlyMap<string, Vouched>;
}

const FORMAT = 2;
/** A pipe in its place must hold nobody up, and a link must lead nobody away. */
const WRITE = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOFOLLOW;
/** One long command line must not make every later bookmark long. */
const MOST_BLANKS = 4096;
const FINGERPRINT = /^[0-9a-f]{16}$/;

export function countersFolder(folder: string): string {
  return `${folder}/failures`;
}

/** The bookmark in `folder`; nothing where there is none, or anything about it is odd. */
export function readBookmark(folder: string): Bookmark | undefined {
  try {
    return parseBookmark(JSON.parse(readAtOnce(bookmarkFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Over the one before, in one write that a kill cannot divide; blanks make up for what it is shorter. Whatever part of it a full
 * disk takes is no bookmark.
 */
export function writeBookmark(folder: string, bookmark: Bookmark): void {
  const { clocks, pending, counters, ...plain } = bookmark;
  const text = JSON.stringify({
    format: FORMAT,
    ...plain,
    clocks: [...clocks],
    pending: [...pending.values()].map(encodeRecord),
    counters: [...counters].map(([name, { bytes, digest }]) => [name, bytes, digest]),
  });
  const file = openSync(bookmarkFile(folder), WRITE, PRIVATE_FILE);
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.from(text.padEnd(size));
    if (writeSync(file, bytes, 0, bytes.length, 0) !== bytes.length) ftruncateSync(file, 0);
    else if (size > text.length + MOST_BLANKS) ftruncateSync(file, Buffer.byteLength(text));
  } finally {
    closeSync(file);
  }
}

function bookmarkFile(folder: string): string {
  return `${folder}/bookmark.json`;
}

/**
 * Where the ledger stands, in the one line that the hooks' shell reads: what may be left behind it of a longer one is no part of it.
 * On a full disk nothing is left, so that nothing is let through by the line before.
 */
export function writeStanding(folder: string, line: string): void {
  const file = openSync(standingFile(folder), WRITE, PRIVATE_FILE);
  const bytes = Buffer.from(line);
  let written = 0;
  try {
    try {
      written = writeSync(file, bytes, 0, bytes.length, 0);
    } finally {
      if (written !== bytes.length) ftruncateSync(file, 0);
    }
  } finally {
    closeSync(file);
  }
}

/** Until it is written again, the program is asked. */
export function dropStanding(folder: string): void {
  rmSync(standingFile(folder), { force: true });
}

/** Nothing where there is none. */
export function readStanding(folder: string): string | undefined {
  try {
    return readAtOnce(standingFile(folder), 'utf8').split('\n', 1)[0];
  } catch {
    return undefined;
  }
}

function standingFile(folder: string): string {
  return `${folder}/standing`;
}

function parseBookmark(value: unknown): Bookmark | undefined {
  const fields = asObject(value);
  if (fields['format'] !== FORMAT) return undefined;
  return {
    boot: asText(fields['boot']),
    opening: parsePlace(fields['opening']),
    last: parsePlace(fields['last']),
    dated: parsePlace(fields['dated']),
    records: asInteger(fields['records']),
    ts: asInteger(fields['ts']),
    sealed: fields['sealed'] === true,
    clocks: new Map(asList(fields['clocks']).map(parseClock)),
    pending: new Map(asList(fields['pending']).map(parseStart)),
    spent: fields['spent'] === undefined ? undefined : parseSpent(fields['spent']),
    latestRun: fields['latestRun'] === undefined ? undefined : asInteger(fields['latestRun']),
    counters: new Map(asList(fields['counters']).map(parseVouched)),
  };
}

function parsePlace(value: unknown): LinePlace {
  const { from, to, hash } = asObject(value);
  return { from: asInteger(from), to: asInteger(to), hash: asText(hash) };
}

function parseClock(value: unknown): [string, BootClock] {
  const [boot, clock] = asList(value);
  const { ts, up, newest } = asObject(clock);
  return [asText(boot), { ts: asInteger(ts), up: asInteger(up), newest: asInteger(newest) }];
}

function parseVouched(value: unknown): [string, Vouched] {
  const [name, bytes, digest] = asList(value);
  return [asText(name), { bytes: asInteger(bytes), digest: asText(digest) }];
}

/** A pending start is kept as its line, so that the ledger's own decoder reads it. */
function parseStart(value: unknown): [number, StartRecord] {
  const record = decodeRecord(Buffer.from(asText(value)), {});
  if (record.kind !== 'start') throw odd();
  return [record.seq, record];
}

function parseSpent(value: unknown): Spent {
  const { fp, ts, seq } = asObject(value);
  if (!isFingerprint(fp)) throw odd();
  return { fp, ts: asInteger(ts), seq: asInteger(seq) };
}

function isFingerprint(value: unknown): value is Fingerprint {
  return typeof value === 'string' && FINGERPRINT.test(value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw odd();
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw odd();
  return value;
}

function asInteger(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw odd();
  return value;
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw odd();
  return value;
}

/** Never leaves this file: an odd bookmark is no bookmark. */
function odd(): Error {
  return new Error('an odd bookmark');
}
