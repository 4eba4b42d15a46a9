/** Facts of every gate, for tests of the policy: a spike that holds every rule, and the ways to break one. */

import type { CommitId, RepoPath, Slug } from '../../src/core/brand.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import type { Question } from '../../src/core/evaluate.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import type {
  Change,
  CommitFacts,
  EvidenceDocument,
  HypothesisDocument,
  Ledgers,
  MoveFacts,
  PullRequestFacts,
  PushFacts,
  RunFacts,
  Staged,
  Unknown,
} from '../../src/core/facts.ts';
import type { Finding, Found, RuleId } from '../../src/core/finding.ts';
import { RULE_IDS } from '../../src/core/finding.ts';
import type { Decision, OpenRecord, SealRecord } from '../../src/core/record.ts';
import type { Attempt } from '../../src/core/replay.ts';
import type { Gate, Verdict } from '../../src/core/verdict.ts';
import {
  buildLedger,
  commitId,
  HYPOTHESIS,
  type LedgerBuilder,
  OBSERVABLE,
  patchIdOf,
  TEN_O_CLOCK,
  treeId,
} from '../report/ledger.ts';

export const SLUG = 'users-email' as Slug;

/** The tree that the spike ships, and the one that is staged, unless a test says otherwise. */
export const TREE = treeId('sealed');
const PATCH = patchIdOf('sealed');
export const COMMIT: CommitId = commitId('sealed');
const EVIDENCE_DIGEST = 'e'.repeat(64);

/** Unix seconds of a minute of the first attempt, which has ninety. */
export function minute(number: number): number {
  return TEN_O_CLOCK + number * 60;
}

export const HOLDS = { argv: OBSERVABLE, exit: 0, tree: TREE };
export const LOOP = { argv: ['make', 'schema'], exit: 2 };
export const LOOP_FINGERPRINT = buildLedger().run(1, LOOP).attempt().failures[0]?.fp ?? '';

/** Open, with one run of each kind. */
export function atWork(open: Partial<OpenRecord> = {}): LedgerBuilder {
  return buildLedger(open)
    .run(5, { argv: ['ls'], exit: 0 })
    .run(10, LOOP);
}

/** Open, and its observable has held on `TREE`. */
export function holding(open: Partial<OpenRecord> = {}): LedgerBuilder {
  return atWork(open).run(60, HOLDS);
}

/** Open, and stopped by its budget. */
export function looping(open: Partial<OpenRecord> = {}): LedgerBuilder {
  return buildLedger(open).run(10, LOOP).run(20, LOOP).run(30, LOOP);
}

export function seal(ledger: LedgerBuilder, decision: Decision, { at = 70, ...over }: SealOptions = {}): LedgerBuilder {
  return ledger.seal(at, { decision, evidence: EVIDENCE_DIGEST, ...over });
}

type SealOptions = Partial<SealRecord> & { readonly at?: number };

/** What the opening record of the attempt after `before` says. */
export function after(before: LedgerBuilder): Partial<OpenRecord> {
  const { open, head, ts } = before.attempt();
  return { ts: ts + 60, deadline: ts + 60 + 90 * 60, attempt: open.attempt + 1, previous: head, reason: 'try again' };
}

/** The ledgers of a spike, oldest first, as a gate has read them. */
export function intact(...ledgers: readonly LedgerBuilder[]): Ledgers {
  return between(ledgers.map((ledger) => ledger.attempt()));
}

function between(attempts: readonly Attempt[]): Ledgers {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('expected an attempt');
  return { kind: 'intact', earlier: attempts.slice(0, -1), last };
}

export const MISSING = {
  kind: 'missing',
  reason: 'it was not started here',
  hint: 'work where the spike was started',
} as const satisfies Ledgers;

export const UNKNOWN = { kind: 'unknown', reason: 'it is torn', hint: 'mend it' } as const satisfies Unknown;
export const PLACED: Unknown = { ...UNKNOWN, file: 'spikes/users-email/a-file', line: 7 };

export function change(over: Partial<Omit<Extract<Change, { kind: 'known' }>, 'kind'>> = {}): Change {
  return { kind: 'known', base: commitId('base'), patch: PATCH, files: 3, outside: [], protected: [], ...over };
}

export function repoPaths(...paths: readonly string[]): readonly RepoPath[] {
  return paths.map((path) => path as RepoPath);
}

export const BUNDLE_ALONE: Staged = { tree: treeId('with the bundle'), bundleOnly: true, rebasing: false };
export const MORE_WORK: Staged = { tree: treeId('more work'), bundleOnly: false, rebasing: false };

export function runFacts(over: Partial<RunFacts> = {}): RunFacts {
  return { slug: SLUG, now: minute(80), standing: atWork().attempt(), ...over };
}

export function commitFacts(over: Partial<CommitFacts> = {}): CommitFacts {
  return { slug: SLUG, now: minute(80), ledgers: intact(atWork()), change: change(), staged: MORE_WORK, ...over };
}

export function moveFacts(over: Partial<MoveFacts> = {}): MoveFacts {
  return {
    slug: SLUG,
    now: minute(80),
    ledgers: intact(atWork()),
    unwinds: false,
    tree: undefined,
    bundleOnly: false,
    ...over,
  };
}

export function pushFacts(over: Partial<PushFacts> = {}): PushFacts {
  return { slug: SLUG, now: minute(80), ledgers: intact(atWork()), unwinds: false, ...over };
}

/** Shipped, and every rule holds. */
export function shippedFacts(over: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return {
    slug: SLUG,
    tip: DEFAULT_CONFIG,
    assurance: 'self-reported',
    ledgers: intact(seal(holding(), 'ship')),
    hypothesis: hypothesisDocument(),
    evidence: evidenceDocument(),
    change: change(),
    trailers: [],
    merged: [],
    head: { commit: commitId('head'), sealedCommitTree: TREE, sealedCommitPatch: PATCH },
    ...over,
  };
}

/** Killed, and the bundle is all that is proposed. */
export function killedFacts(over: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return shippedFacts({ ledgers: intact(seal(looping(), 'kill')), change: change({ files: 0 }), ...over });
}

export function hypothesisDocument(over: Partial<KnownHypothesis> = {}): KnownHypothesis {
  return {
    kind: 'known',
    text: HYPOTHESIS,
    parsed: {
      title: undefined,
      statement: 'the constraint alone does it',
      observable: { argv: OBSERVABLE, cwd: '.', exit: 0 },
      observableText: 'it exits 0',
      paths: ['db/migrations/', 'tests/test_users_email.py'],
      kill: 'when the deadline passes',
      ship: undefined,
    },
    ...over,
  };
}

type KnownHypothesis = Extract<HypothesisDocument, { kind: 'known' }>;

export function evidenceDocument(over: Partial<KnownEvidence> = {}): KnownEvidence {
  return {
    kind: 'known',
    found: '- **Runs**: 3',
    expected: '- **Runs**: 3',
    paragraph: 'It held.',
    digest: EVIDENCE_DIGEST,
    ...over,
  };
}

type KnownEvidence = Extract<EvidenceDocument, { kind: 'known' }>;

/** What one rule says in a gate. Throws where another has a finding too, so that a table shows the whole of a verdict. */
export function foundBy(rule: RuleId, question: Question): readonly Found[] {
  const { findings } = evaluate(question);
  return findings.map(({ rule: by, ...found }) => {
    if (by !== rule) throw new Error(`expected findings of ${rule} alone, found one of ${by}: ${found.message}`);
    return found;
  });
}

export function rulesOf(findings: readonly Finding[]): readonly RuleId[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}

/** The rules of a gate's column that neither hold nor have found anything. */
export function unjudgedIn({ held, findings }: Verdict, column: readonly RuleId[]): readonly RuleId[] {
  return column.filter((rule) => !held.includes(rule) && !rulesOf(findings).includes(rule));
}

/** DESIGN's table of rules, by column; a test holds the product to it. */
export const COLUMNS: Readonly<Record<Gate, readonly RuleId[]>> = {
  run: ['spike-open', 'clock', 'budget'],
  commit: ['spike-open', 'clock', 'budget', 'paths'],
  move: ['spike-open', 'clock', 'budget'],
  push: ['clock', 'budget'],
  'pull-request': RULE_IDS.filter((rule) => rule !== 'spike-open'),
  evidence: ['paths', 'attempts', 'hypothesis', 'evidence', 'log', 'decision'],
  carrier: ['hypothesis', 'evidence', 'log', 'trailers'],
};
