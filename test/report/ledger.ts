/** Writes a ledger record by record, with its chain, and reads it back as the product does. */

import { createHash } from 'node:crypto';
import { createAttemptReader } from '../../src/core/attempt-reader.ts';
import type { CommitId, PatchId, RecordHash, Slug, TreeId } from '../../src/core/brand.ts';
import { encodeRecord, FIRST_PREV, hashLine, selfOf } from '../../src/core/codec.ts';
import { fingerprint } from '../../src/core/fingerprint.ts';
import type { LedgerRecord, OpenRecord, RefusalReason, RunRecord, SealRecord } from '../../src/core/record.ts';
import type { Attempt } from '../../src/core/replay.ts';

/** 2026-03-01 10:00 UTC. */
export const TEN_O_CLOCK = Date.UTC(2026, 2, 1, 10) / 1000;

export function treeId(name: string): TreeId {
  return digest(name).slice(0, 40) as TreeId;
}

export function commitId(name: string): CommitId {
  return digest(name).slice(0, 40) as CommitId;
}

export function patchIdOf(name: string): PatchId {
  return digest(name) as PatchId;
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

export const HYPOTHESIS = `# Users' e-mail is required

Statement: Adding a NOT NULL migration makes the users.email integration
test pass without changing application query code.

Observable: \`pytest tests/test_users_email.py -q\` exits 0

Paths:
- db/migrations/
- tests/test_users_email.py

Kill: The same failing command fingerprint is recorded three times, or the
deadline passes, whichever comes first.
`;

export const OBSERVABLE = ['pytest', 'tests/test_users_email.py', '-q'];

interface RunOptions {
  readonly cwd?: string;
  /** From the top of the worktree; the top where it is not said. */
  readonly at?: string;
  /** Minute at which it ended, where that is not the one at which it began. */
  readonly until?: number;
  readonly tree?: TreeId;
  readonly interrupted?: true;
}

export interface LedgerBuilder {
  readonly run: (
    minute: number,
    run: { readonly argv: readonly string[]; readonly exit: number } & RunOptions,
  ) => LedgerBuilder;
  /** Began, and its end was never recorded. */
  readonly begin: (minute: number, argv: readonly string[]) => LedgerBuilder;
  readonly refuse: (minute: number, argv: readonly string[], why: RefusalReason) => LedgerBuilder;
  readonly seal: (minute: number, seal: Partial<SealRecord>) => LedgerBuilder;
  /** What the ledger says; `alive` has every unanswered start still running. */
  readonly attempt: (alive?: boolean) => Attempt;
  readonly head: () => RecordHash;
}

export function buildLedger(open: Partial<OpenRecord> = {}): LedgerBuilder {
  const began = open.ts ?? TEN_O_CLOCK;
  const lines: string[] = [];
  let prev = FIRST_PREV;
  const at = (minute: number): number => began + Math.round(minute * 60);
  const boot = (ts: number): { boot: string; up: number } => ({ boot: `boot-${began}`, up: 1000 * (ts - began) });
  const push = (record: LedgerRecord): number => {
    const line = encodeRecord(record);
    lines.push(line);
    prev = hashLine(line);
    return record.seq;
  };
  const common = (ts: number): { v: 1; seq: number; prev: RecordHash; ts: number } => ({
    v: 1,
    seq: lines.length,
    prev,
    ts,
  });
  const start = (minute: number, argv: readonly string[], place: { cwd: string; at: string }): number =>
    push({ ...common(at(minute)), kind: 'start', ...place, argv, pid: 4321, ...boot(at(minute)) });

  push({
    ...common(began),
    kind: 'open',
    spike: 'users-email' as Slug,
    repo: 'app-1f2e3d4c',
    branch: 'spike/users-email',
    target: 'main',
    base: commitId('base'),
    attempt: 1,
    hypothesis: HYPOTHESIS,
    paths: ['db/migrations/', 'tests/test_users_email.py'],
    observable: { argv: OBSERVABLE, cwd: '.', exit: 0 },
    deadline: began + 90 * 60,
    budget: 3,
    policy: { attempts: 2, budget: 3, clock: 5400 },
    ...boot(began),
    tool: 'spike-gate/0.1.0',
    ...open,
  });

  const builder: LedgerBuilder = {
    run(minute, { argv, exit, cwd = '/home/dev/app', at: place = '.', until = minute, tree, interrupted }) {
      const of = start(minute, argv, { cwd, at: place });
      const run: RunRecord = {
        ...common(at(until)),
        kind: 'run',
        of,
        cwd,
        argv,
        exit,
        fp: fingerprint({ cwd, argv, exit }),
        ms: 900,
      };
      push({ ...run, ...(interrupted === undefined ? {} : { interrupted }), ...(tree === undefined ? {} : { tree }) });
      return builder;
    },
    begin(minute, argv) {
      start(minute, argv, { cwd: '/home/dev/app', at: '.' });
      return builder;
    },
    refuse(minute, argv, why) {
      push({ ...common(at(minute)), kind: 'refuse', cwd: '/home/dev/app', argv, why, ...boot(at(minute)) });
      return builder;
    },
    seal(minute, seal) {
      const record: SealRecord = {
        ...common(at(minute)),
        kind: 'seal',
        decision: 'ship',
        commit: commitId('sealed'),
        tree: treeId('sealed'),
        patch: patchIdOf('sealed'),
        files: 3,
        outside: [],
        evidence: digest('evidence'),
        self: '',
        ...seal,
      };
      push({ ...record, self: selfOf(record) });
      return builder;
    },
    attempt(alive = false) {
      const reader = createAttemptReader({ isGone: () => !alive });
      reader.push(Buffer.from(lines.map((line) => `${line}\n`).join('')));
      return reader.finish().attempt;
    },
    head: () => prev,
  };
  return builder;
}
