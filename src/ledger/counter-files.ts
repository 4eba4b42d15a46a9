/**
 * Counts of failures in small files, so that neither time nor memory of a run grows with the number of distinct failures. Each line is
 * a key and the `seq` of the record that was counted: counting a record again after a crash changes nothing.
 */

import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Counters } from '../core/budget.ts';
import { errnoOf } from '../core/errno.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

export interface CounterFiles {
  /** Counters that count the record `seq`. */
  readonly at: (seq: number) => Counters;
  /** Writes what was counted since they were opened. */
  readonly save: () => void;
}

interface Shard {
  readonly seqs: Map<string, number[]>;
  added: string;
}

/** Keys end in hex digits of a digest, so that their last two spread them evenly. */
const SHARD_DIGITS = 2;
/** Makes of a torn line one that counts nothing, so that the next does not grow out of it. */
const SPOIL = ' -\n';
const LINE = /^(\S+) (\d+)$/;

/** Opens the counters in `folder`; the files that are needed are read when they are. */
export function openCounters(folder: string): CounterFiles {
  const shards = new Map<string, Shard>();
  const shardOf = (key: string): Shard => {
    const name = key.slice(-SHARD_DIGITS);
    const known = shards.get(name) ?? readShard(join(folder, name));
    shards.set(name, known);
    return known;
  };
  return {
    at: (seq) => ({ add: (key) => countIn(shardOf(key), key, seq) }),
    save() {
      for (const [name, shard] of shards) {
        if (shard.added === '') continue;
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
        appendFileSync(join(folder, name), shard.added, { mode: PRIVATE_FILE });
        shard.added = '';
      }
    },
  };
}

/** Begins anew. */
export function forgetCounters(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Which one in the row of its key this record is, from 1. */
function countIn(shard: Shard, key: string, seq: number): number {
  const seqs = shard.seqs.get(key) ?? [];
  shard.seqs.set(key, seqs);
  const known = seqs.indexOf(seq);
  if (known !== -1) return known + 1;
  shard.added += `${key} ${seq}\n`;
  return seqs.push(seq);
}

function readShard(path: string): Shard {
  const seqs = new Map<string, number[]>();
  const text = textOf(path);
  // What stands after the last line feed was left by a crash, and never relied on.
  for (const line of text.split('\n').slice(0, -1)) {
    const [, key, seq] = LINE.exec(line) ?? [];
    if (key === undefined || seq === undefined) continue;
    const known = seqs.get(key);
    if (known === undefined) seqs.set(key, [Number(seq)]);
    else if (!known.includes(Number(seq))) known.push(Number(seq));
  }
  return { seqs, added: text === '' || text.endsWith('\n') ? '' : SPOIL };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return '';
    throw error;
  }
}
