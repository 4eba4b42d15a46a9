/** Records with the right joints, for tests of whatever reads or writes ledgers. */

import type { CommitId, PatchId, RecordHash, TreeId } from '../../src/core/brand.ts';
import { encodeRecord, FIRST_PREV, hashLine, selfOf } from '../../src/core/codec.ts';
import { fingerprint } from '../../src/core/fingerprint.ts';
import type { Draft, LedgerRecord } from '../../src/core/record.ts';
import { openDraft } from './spike-fixture.ts';

export const OPENED_AT = 1_750_000_000;
export const BOOT = 'aaaaaaaa-0000-4000-8000-000000000000';
export const UP = 1_000_000;

/** Where a chain stands, so that the next record can be made to fit or not to fit. */
export interface Joint {
  readonly seq: number;
  readonly prev: RecordHash;
  readonly ts: number;
}

/** The lines of records that are chained as a writer would. `ts` is the seconds since the opening, with it `up` follows. */
export function chained(drafts: readonly (Draft & { readonly after?: number })[]): readonly string[] {
  const lines: string[] = [];
  let prev = FIRST_PREV;
  let ts = OPENED_AT;
  for (const [seq, { after = 0, ...draft }] of drafts.entries()) {
    ts += after;
    const line = encodeRecord(complete(draft, { seq, prev, ts }));
    lines.push(line);
    prev = hashLine(line);
  }
  return lines;
}

function complete(draft: Draft, joint: Joint): LedgerRecord {
  const record: LedgerRecord = { v: 1, ...joint, ...draft };
  return record.kind === 'seal' ? { ...record, self: selfOf(record) } : record;
}

export function ledgerText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

export function open(over: Partial<Extract<Draft, { kind: 'open' }>> = {}): Draft {
  return openDraft({ deadline: OPENED_AT + 5400, boot: BOOT, up: UP, ...over });
}

/** Began `seconds` after the opening. */
export function start(
  argv: readonly string[],
  seconds = 0,
  over: Partial<Extract<Draft, { kind: 'start' }>> = {},
): Draft {
  return {
    kind: 'start',
    cwd: '/repo',
    at: '.',
    argv,
    pid: 4242,
    born: '77',
    boot: BOOT,
    up: UP + seconds * 1000,
    ...over,
  };
}

type RunDraft = Extract<Draft, { kind: 'run' }>;

/** Ended with an exit status, or with one and more. */
export function run(
  of: number,
  argv: readonly string[],
  ended: number | (Partial<RunDraft> & { readonly exit: number }),
): RunDraft {
  const over = typeof ended === 'number' ? { exit: ended } : ended;
  return {
    kind: 'run',
    of,
    cwd: '/repo',
    argv,
    fp: fingerprint({ cwd: '/repo', argv, exit: over.exit }),
    ms: 5,
    ...over,
  };
}

export function seal(over: Partial<Extract<Draft, { kind: 'seal' }>> = {}): Draft {
  return {
    kind: 'seal',
    decision: 'kill',
    commit: '2'.repeat(40) as CommitId,
    tree: '3'.repeat(40) as TreeId,
    patch: '4'.repeat(64) as PatchId,
    files: 1,
    outside: [],
    evidence: '5'.repeat(64),
    self: '',
    ...over,
  };
}
