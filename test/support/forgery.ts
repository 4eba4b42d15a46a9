/** What someone can do who has the control directory in hand: a ledger written anew, chained and sealed, with evidence to match. */

import { createHash } from 'node:crypto';
import { createAttemptReader } from '../../src/core/attempt-reader.ts';
import { decodeRecord, encodeRecord, FIRST_PREV, hashLine, selfOf } from '../../src/core/codec.ts';
import type { LedgerRecord, SealRecord } from '../../src/core/record.ts';
import type { Attempt } from '../../src/core/replay.ts';
import { renderEvidence, renderFacts } from '../../src/evidence/render.ts';

export interface Forgery {
  readonly ledger: string;
  readonly evidence: string;
}

interface Wishes {
  /** Which of the records stay; starts and their runs go together. */
  readonly keep?: (record: LedgerRecord) => boolean;
  /** What the seal says instead. */
  readonly seal?: Partial<SealRecord>;
}

/** A ledger in which every joint holds. */
export function forge(ledger: string, { keep = () => true, seal: wanted = {} }: Wishes): Forgery {
  const records = ledger
    .trimEnd()
    .split('\n')
    .map((line) => decodeRecord(Buffer.from(line), {}));
  const kept = records.filter((record) => record.kind !== 'seal' && keep(record));
  const lines: string[] = [];
  let prev = FIRST_PREV;
  const seqs = new Map<number, number>();
  const put = (record: LedgerRecord): void => {
    seqs.set(record.seq, lines.length);
    const moved = { ...record, seq: lines.length, prev };
    const joined = moved.kind === 'run' ? { ...moved, of: seqs.get(moved.of) ?? -1 } : moved;
    const line = encodeRecord(joined.kind === 'seal' ? { ...joined, self: selfOf(joined) } : joined);
    lines.push(line);
    prev = hashLine(line);
  };
  for (const record of kept) put(record);

  const seal = records.find((record) => record.kind === 'seal');
  if (seal === undefined) throw new Error('expected a sealed ledger');
  const sealed = { ...seal, ...wanted };
  const facts = renderFacts({ earlier: [], last: attemptIn(lines), seal: sealed });
  const evidence = renderEvidence(facts, 'One word was enough.');
  put({ ...sealed, evidence: createHash('sha256').update(evidence).digest('hex') });
  return { ledger: textOf(lines), evidence };
}

function attemptIn(lines: readonly string[]): Attempt {
  const reader = createAttemptReader({ isGone: () => true });
  reader.push(Buffer.from(textOf(lines)));
  return reader.finish().attempt;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
