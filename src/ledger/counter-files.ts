/**
 * Counts of failures in small files, so that neither time nor memory of a run grows with the number of distinct failures. Each line is
 * a key and the `seq` of the record that was counted: counting a record again after a crash changes nothing. Of each file the
 * bookmark says what it held; where that is not so, everything is counted anew.
 */

import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { Counters } from '../core/budget.ts';
import { sha256 } from '../core/sha256.ts';
import type { Vouched } from './cache.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER, readAtOnce } from './private-files.ts';

export interface CounterFiles {
  /** Counters that count the record `seq`. */
  readonly at: (seq: number) => Counters;
  /** Writes what was counted since they were opened. */
  readonly save: () => void;
  /** What the files hold once that is written. */
  readonly vouched: () => ReadonlyMap<string, Vouched>;
}

interface Kept {
  readonly vouched: ReadonlyMap<string, Vouched>;
  /** Counts everything that the bookmark knows into counters that hold nothing yet. */
  readonly recount: (into: CounterFiles) => void;
}

interface Shard {
  readonly seqs: Map<string, number[]>;
  text: string;
  /** How much of the text stands in the file. */
  saved: number;
}

/** Keys end in hex digits of a digest, so that their last two spread them evenly. */
const SHARD_DIGITS = 2;
/** Enough to tell one text from another; whoever would forge one can as well write another digest. */
const DIGEST_DIGITS = 16;
/** A pipe in its place must hold nobody up, and a link must lead nobody away. */
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const LINE = /^(\S+) (\d+)$/;

/** Opens the counters in `folder`; the files that are needed are read when they are. Without `kept` they hold nothing. */
export function openCounters(folder: string, kept?: Kept): CounterFiles {
  const shards = new Map<string, Shard>();
  let vouched = kept?.vouched ?? new Map<string, Vouched>();

  const shardOf = (key: string): Shard => {
    const name = key.slice(-SHARD_DIGITS);
    const known = shards.get(name) ?? readShard(`${folder}/${name}`, vouched.get(name)) ?? anew(name);
    shards.set(name, known);
    return known;
  };

  const anew = (name: string): Shard => {
    // What was counted since the bookmark was written is kept.
    const since = [...shards.values()].flatMap(({ seqs }) => [...seqs]);
    vouched = new Map();
    shards.clear();
    kept?.recount(counters);
    for (const [key, seqs] of since) for (const seq of seqs) countIn(shardOf(key), key, seq);
    return shards.get(name) ?? emptyShard();
  };

  const counters: CounterFiles = {
    at: (seq) => ({ add: (key) => countIn(shardOf(key), key, seq) }),
    save() {
      for (const [name, shard] of shards) {
        if (shard.saved === shard.text.length) continue;
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
        saveShard(`${folder}/${name}`, shard);
      }
    },
    vouched: () => new Map([...vouched, ...[...shards].map(([name, { text }]) => [name, vouchFor(text)] as const)]),
  };
  return counters;
}

/** Which one in the row of its key this record is, from 1. */
function countIn(shard: Shard, key: string, seq: number): number {
  const seqs = shard.seqs.get(key) ?? [];
  shard.seqs.set(key, seqs);
  const known = seqs.indexOf(seq);
  if (known !== -1) return known + 1;
  shard.text += `${key} ${seq}\n`;
  return seqs.push(seq);
}

/** Nothing where the file does not hold what it held. */
function readShard(path: string, vouched: Vouched | undefined): Shard | undefined {
  if (vouched === undefined) return emptyShard();
  const text = textOf(path)?.slice(0, vouched.bytes);
  if (text === undefined || vouchFor(text).digest !== vouched.digest) return undefined;
  const seqs = new Map<string, number[]>();
  for (const line of text.split('\n')) {
    const [, key, seq] = LINE.exec(line) ?? [];
    if (key === undefined || seq === undefined) continue;
    const known = seqs.get(key);
    if (known === undefined) seqs.set(key, [Number(seq)]);
    else known.push(Number(seq));
  }
  return { seqs, text, saved: text.length };
}

function emptyShard(): Shard {
  return { seqs: new Map(), text: '', saved: 0 };
}

/** Over whatever a crash left there. */
function saveShard(path: string, shard: Shard): void {
  const file = openSync(path, WRITE, PRIVATE_FILE);
  try {
    const bytes = Buffer.from(shard.text.slice(shard.saved), 'latin1');
    if (writeSync(file, bytes, 0, bytes.length, shard.saved) !== bytes.length) throw new Error('a full disk');
    if (fstatSync(file).size > shard.text.length) ftruncateSync(file, shard.text.length);
    shard.saved = shard.text.length;
  } finally {
    closeSync(file);
  }
}

function vouchFor(text: string): Vouched {
  return { bytes: text.length, digest: sha256(text).slice(0, DIGEST_DIGITS) };
}

/** A character is a byte, so that whatever stands there has the length of the file. Nothing where it cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readAtOnce(path, 'latin1');
  } catch {
    return undefined;
  }
}
