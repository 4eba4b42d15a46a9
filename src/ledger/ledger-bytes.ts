/** Reads parts of a ledger file, holding no more of it in memory than a chunk and one line. */

import { fstatSync, readSync } from 'node:fs';
import type { RecordHash } from '../core/brand.ts';
import { decodeRecord, hashLine } from '../core/codec.ts';
import { createLineCutter } from '../core/lines.ts';
import type { LedgerRecord } from '../core/record.ts';

const CHUNK_BYTES = 1024 * 1024;
const LF = 0x0a;

export function sizeOf(file: number): number {
  return fstatSync(file).size;
}

interface Part {
  readonly from: number;
  readonly to: number;
  /** Names the ledger in errors. */
  readonly path: string;
}

/** Calls `take` with each whole line between two offsets, and where it begins. Gives the end of the last one. */
export function readLines(
  file: number,
  { from, to, path }: Part,
  take: (line: Uint8Array, at: number) => void,
): number {
  let end = from;
  const cutter = createLineCutter((line) => {
    take(line, end);
    end += line.length + 1;
  }, path);
  readChunks(file, { from, to }, cutter.push);
  return end;
}

/** The record of that `seq`, which is the number of lines before it; nothing where there is none. */
export function readRecord(
  file: number,
  { seq, end, path }: { seq: number; end: number; path: string },
): LedgerRecord | undefined {
  let found: LedgerRecord | undefined;
  let lines = 0;
  readLines(file, { from: 0, to: end, path }, (line) => {
    if (lines === seq) found = decodeRecord(line, { file: path, line: seq + 1 });
    lines += 1;
  });
  return found;
}

/** Calls `push` with the bytes between two offsets; each chunk is valid until the next. */
export function readChunks(file: number, { from, to }: Omit<Part, 'path'>, push: (chunk: Uint8Array) => void): void {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, to - from)));
  for (let at = from; at < to; ) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, to - at), at);
    if (read === 0) return;
    push(buffer.subarray(0, read));
    at += read;
  }
}

/** The line between two offsets, without its LF, and its hash; nothing where no whole line stands there. */
export function readLine(
  file: number,
  { from, to }: Omit<Part, 'path'>,
): { line: Uint8Array; hash: RecordHash } | undefined {
  if (to <= from) return undefined;
  const bytes = Buffer.allocUnsafe(to - from);
  if (readSync(file, bytes, 0, bytes.length, from) !== bytes.length || bytes.indexOf(LF) !== bytes.length - 1)
    return undefined;
  const line = bytes.subarray(0, -1);
  return { line, hash: hashLine(line) };
}

/** The end of the last whole line. */
export function endOfLastLine(file: number): number {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  for (let to = sizeOf(file); to > 0; ) {
    const from = Math.max(0, to - buffer.length);
    const read = readSync(file, buffer, 0, to - from, from);
    const found = buffer.subarray(0, read).lastIndexOf(LF);
    if (found !== -1) return from + found + 1;
    to = from;
  }
  return 0;
}
