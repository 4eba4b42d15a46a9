/** What someone can do who has the control directory in hand: ledgers written anew, chained and sealed, with evidence to match. */

import { createHash } from 'node:crypto';
import { createAttemptReader } from '../../src/core/attempt-reader.ts';
import type { RecordHash } from '../../src/core/brand.ts';
import { decodeRecord, encodeRecord, FIRST_PREV, hashLine, selfOf } from '../../src/core/codec.ts';
import { fingerprint } from '../../src/core/fingerprint.ts';
import type { LedgerRecord, OpenRecord, RunRecord, SealRecord, StartRecord } from '../../src/core/record.ts';
import type { Attempt } from '../../src/core/replay.ts';
import { renderEvidence, renderFacts } from '../../src/evidence/render.ts';

export interface Forgery {
  readonly ledger: string;
  readonly evidence: string;
}

export interface Wishes {
  /** Which of the records stay; starts and their runs go together. */
  readonly keep?: (record: LedgerRecord) => boolean;
  /** Everything but the seal, changed at will. A run names its start by the `seq` that the start has here. */
  readonly edit?: (records: readonly LedgerRecord[]) => readonly LedgerRecord[];
  /** What the opening record says instead. */
  readonly open?: Partial<OpenRecord>;
  /** What the seal says instead. */
  readonly seal?: Partial<SealRecord>;
  /** The ledgers of the attempts before, to which this one is joined. */
  readonly earlier?: readonly string[];
  readonly paragraph?: string;
  /** The evidence is not what `renderEvidence` makes of the facts and the paragraph. */
  readonly document?: (evidence: string) => string;
}

/** A ledger in which every joint holds, every fingerprint is right, and the seal names the evidence. */
export function forge(ledger: string, wishes: Wishes = {}): Forgery {
  const { keep = () => true, edit = (all) => all, earlier = [], document = (text) => text } = wishes;
  const records = recordsIn(ledger);
  const seal = records.find((record) => record.kind === 'seal');
  if (seal === undefined) throw new Error('expected a sealed ledger');
  const kept = edit(records.filter((record) => record.kind !== 'seal' && keep(record)));
  const writer = createWriter();
  for (const record of kept) writer.put(record.kind === 'open' ? opened(record, wishes) : record);

  const sealed = { ...seal, ts: Math.max(seal.ts, ...kept.map(({ ts }) => ts)), ...wishes.seal };
  const facts = renderFacts({ earlier: earlier.map(attemptIn), last: attemptIn(writer.text()), seal: sealed });
  const evidence = document(renderEvidence(facts, wishes.paragraph ?? 'One word was enough.'));
  writer.put({ ...sealed, evidence: createHash('sha256').update(evidence).digest('hex') });
  return { ledger: writer.text(), evidence };
}

function opened(record: OpenRecord, { open, earlier = [] }: Wishes): OpenRecord {
  const before = earlier.at(-1);
  const joined = before === undefined ? record : { ...record, previous: attemptIn(before).head };
  return { ...joined, ...open };
}

interface Writer {
  readonly put: (record: LedgerRecord) => void;
  readonly text: () => string;
}

function createWriter(): Writer {
  const lines: string[] = [];
  const seqs = new Map<number, number>();
  let prev: RecordHash = FIRST_PREV;
  return {
    put(record) {
      seqs.set(record.seq, lines.length);
      const line = encodeRecord(rejoined({ ...record, seq: lines.length, prev }, seqs));
      lines.push(line);
      prev = hashLine(line);
    },
    text: () => textOf(lines),
  };
}

function rejoined(record: LedgerRecord, seqs: ReadonlyMap<number, number>): LedgerRecord {
  if (record.kind === 'seal') return { ...record, self: selfOf(record) };
  return record.kind === 'run' ? { ...record, of: seqs.get(record.of) ?? -1, fp: fingerprint(record) } : record;
}

/** Lines as they are but for their joints: each `prev`, and the `self` of a seal. What else is wrong with them stays wrong. */
export function rechain(ledger: string, edit: (lines: readonly string[]) => readonly string[]): string {
  let prev: string = FIRST_PREV;
  const joined = edit(linesOf(ledger)).map((line) => {
    const line1 = line.replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${prev}"`);
    const self = hashLine(line1.replace(/"self":"[0-9a-f]{64}"/, '"self":""'));
    const line2 = line1.replace(/"self":"[0-9a-f]{64}"/, `"self":"${self}"`);
    prev = hashLine(line2);
    return line2;
  });
  return textOf(joined);
}

/** Neither the failing runs nor their starts. */
export function withoutFailures(records: readonly LedgerRecord[]): readonly LedgerRecord[] {
  const failed = new Set(records.flatMap((record) => (record.kind === 'run' && record.exit !== 0 ? [record.of] : [])));
  return records.filter((record) => !failed.has(record.kind === 'run' ? record.of : record.seq));
}

/** The first run, and the start that it answers. */
export function firstRunIn(records: readonly LedgerRecord[], exit?: number): readonly [StartRecord, RunRecord] {
  const run = records.find(
    (record): record is RunRecord => record.kind === 'run' && (exit === undefined || record.exit === exit),
  );
  const start = records.find((record): record is StartRecord => record.kind === 'start' && record.seq === run?.of);
  if (run === undefined || start === undefined) throw new Error('expected a run and its start');
  return [start, run];
}

/** The same run once more, at the end: `times` times. `over` changes the run. */
export function repeatRun(
  records: readonly LedgerRecord[],
  { exit, times, over = {} }: { readonly exit: number; readonly times: number; readonly over?: Partial<RunRecord> },
): readonly LedgerRecord[] {
  const [start, run] = firstRunIn(records, exit);
  const { ts, up } = newestReading(records);
  const again = Array.from({ length: times }, (_, index) => [
    { ...start, seq: 1000 + 2 * index, ts, up },
    { ...run, seq: 1001 + 2 * index, of: 1000 + 2 * index, ts, ...over },
  ]);
  return [...records, ...again.flat()];
}

function newestReading(records: readonly LedgerRecord[]): { readonly ts: number; readonly up: number } {
  const ts = Math.max(...records.map((record) => record.ts));
  const open = records.find((record) => record.kind === 'open');
  if (open === undefined) throw new Error('expected an open record');
  const ups = records.map((record) => ('up' in record ? record.up : 0));
  return { ts, up: Math.max(...ups, open.up + 1000 * (ts - open.ts)) };
}

/** Records from `from` on, later by so many seconds of the clock and of the boot clock. */
export function delayed(record: LedgerRecord, seconds: number): LedgerRecord {
  const later = { ...record, ts: record.ts + seconds };
  return 'up' in later ? { ...later, up: later.up + 1000 * seconds } : later;
}

function recordsIn(ledger: string): readonly LedgerRecord[] {
  return linesOf(ledger).map((line) => decodeRecord(Buffer.from(line), {}));
}

function attemptIn(ledger: string): Attempt {
  const reader = createAttemptReader({ isGone: () => true });
  reader.push(Buffer.from(ledger));
  return reader.finish().attempt;
}

function linesOf(ledger: string): readonly string[] {
  return ledger.trimEnd().split('\n');
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
