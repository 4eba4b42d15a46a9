/** Pull requests as the gate sees them, judged by the policy itself. */

import { createHash } from 'node:crypto';
import type { RepoPath, Slug } from '../../src/core/brand.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import type { EvidenceDocument, HypothesisDocument, PullRequestFacts } from '../../src/core/facts.ts';
import type { SealRecord } from '../../src/core/record.ts';
import type { Attempt } from '../../src/core/replay.ts';
import { parseEvidence } from '../../src/evidence/parse.ts';
import { renderEvidence, renderFacts } from '../../src/evidence/render.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import type { CommentView } from '../../src/report/view.ts';
import { buildLedger, commitId, HYPOTHESIS, type LedgerBuilder, OBSERVABLE, patchIdOf, treeId } from './ledger.ts';

export const PARAGRAPH = `The constraint alone does it: the old rows get a placeholder in the same migration,
and no query had to change.

Left for later: the placeholder shows in two admin lists.`;

interface Spike {
  readonly earlier?: readonly Attempt[];
  readonly ledger: LedgerBuilder;
  readonly paragraph?: string;
  readonly sealedAt: number;
  readonly seal?: Partial<SealRecord>;
}

/** Seals a ledger with the evidence that it gives. */
export function sealed({ earlier = [], ledger, paragraph = PARAGRAPH, sealedAt, seal = {} }: Spike): PullRequestFacts {
  const last = ledger.attempt();
  const draft = {
    kind: 'seal' as const,
    ts: last.open.ts + sealedAt * 60,
    decision: 'ship' as const,
    commit: commitId('sealed'),
    tree: treeId('sealed'),
    patch: patchIdOf('sealed'),
    files: 3,
    outside: [],
    ...seal,
  };
  const expected = renderFacts({ earlier, last, seal: draft });
  const file = Buffer.from(renderEvidence(expected, paragraph));
  const digest = createHash('sha256').update(file).digest('hex');
  const attempt = ledger.seal(sealedAt, { ...draft, evidence: digest }).attempt();
  const { facts: found, paragraph: read } = parseEvidence(file, 'spikes/users-email/EVIDENCE.md');
  return facts({
    ledgers: { kind: 'intact', earlier, last: attempt },
    evidence: { kind: 'known', found, expected, paragraph: read, digest },
    hypothesis: hypothesisOf(last.open.hypothesis),
    change: {
      kind: 'known',
      base: commitId('base'),
      patch: draft.patch,
      files: draft.files,
      outside: draft.outside.map((path) => path as RepoPath),
      protected: [],
    },
  });
}

export function facts(some: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return {
    slug: 'users-email' as Slug,
    folder: 'spikes/users-email',
    tip: DEFAULT_CONFIG,
    assurance: 'self-reported',
    ledgers: {
      kind: 'missing',
      reason: 'no spikes/users-email/command_log.jsonl at the head',
      hint: 'spike ship -m "why"',
    },
    hypothesis: { kind: 'missing' },
    evidence: { kind: 'missing' },
    change: { kind: 'known', base: commitId('base'), patch: patchIdOf('work'), files: 2, outside: [], protected: [] },
    trailers: [],
    merged: [],
    head: { commit: commitId('head'), sealedCommitTree: treeId('sealed'), sealedCommitPatch: patchIdOf('sealed') },
    ...some,
  };
}

export function hypothesisOf(text: string): HypothesisDocument {
  return { kind: 'known', text, parsed: parseHypothesis(Buffer.from(text), 'spikes/users-email/HYPOTHESIS.md') };
}

export function view(
  given: PullRequestFacts,
  gate: 'pull-request' | 'evidence' | 'carrier' = 'pull-request',
): CommentView {
  return {
    verdict: evaluate({ gate, facts: given }),
    facts: given,
    verifyCommand:
      'git fetch origin main pull/7/head && spike gate --base origin/main --head 9f2e6d33a371 --branch spike/users-email',
  };
}

const TEST = { argv: OBSERVABLE, exit: 1 };
const HOLDS = { argv: OBSERVABLE, exit: 0, tree: treeId('sealed') };

/** Fails twice in one way, once in another, and holds at minute 61. */
export function greenLedger(): LedgerBuilder {
  return buildLedger()
    .run(2, { argv: ['python', 'manage.py', 'makemigrations'], exit: 0 })
    .run(6, TEST)
    .run(14, { argv: ['python', 'manage.py', 'migrate'], exit: 1 })
    .run(21, { argv: ['ruff', 'check', 'db'], exit: 0 })
    .run(33, TEST)
    .run(47, { argv: ['python', 'manage.py', 'migrate'], exit: 0 })
    .run(61, HOLDS);
}

export function green(): PullRequestFacts {
  return sealed({ ledger: greenLedger(), sealedAt: 62 });
}

/** The clock of the first attempt ran out without a decision. */
export function secondAttempt(): PullRequestFacts {
  const first = buildLedger()
    .run(12, TEST)
    .run(40, { argv: ['make', 'schema'], exit: 2 })
    .run(77, TEST)
    .refuse(95, OBSERVABLE, 'clock-expired');
  const before = first.attempt();
  const ledger = buildLedger({
    ts: before.open.ts + 3 * 3600,
    deadline: before.open.ts + 3 * 3600 + 90 * 60,
    attempt: 2,
    previous: first.head(),
    reason: 'the fixture of the test was broken, not the claim: it is mended on main',
  })
    .run(5, TEST)
    .run(18, HOLDS);
  return sealed({ earlier: [before], ledger, sealedAt: 20 });
}

/** Three times the same failure spends the budget. */
export function spentLedger(): LedgerBuilder {
  const loop = { argv: ['python', 'manage.py', 'migrate'], exit: 1 };
  return buildLedger()
    .run(4, TEST)
    .run(9, loop)
    .run(17, { argv: ['git', 'diff'], exit: 0 })
    .run(24, loop)
    .run(31, loop)
    .refuse(32, loop.argv, 'budget-exhausted')
    .refuse(33, OBSERVABLE, 'budget-exhausted');
}

export function killed(): PullRequestFacts {
  const paragraph =
    'Old rows have no e-mail and the placeholder breaks the unique index.\nWhat it taught: fill the column first, in a release of its own.';
  const given = sealed({
    ledger: spentLedger(),
    sealedAt: 40,
    paragraph,
    seal: { decision: 'kill', commit: commitId('base') },
  });
  return {
    ...given,
    change: { kind: 'known', base: commitId('base'), patch: patchIdOf('none'), files: 0, outside: [], protected: [] },
  };
}

/** What a branch such as develop carries on: two that hold, and one whose commits the log does not know. */
export function carriedOn(): readonly CommentView[] {
  const spikes = ['users-email', 'faster-search', 'one-cache'].map((name): PullRequestFacts => {
    const slug = name as Slug;
    const ledger = buildLedger({ spike: slug, branch: `spike/${name}` })
      .run(6, TEST)
      .run(33, HOLDS);
    return { ...sealed({ ledger, sealedAt: 35 }), slug };
  });
  return spikes.map((given, index) =>
    view(index === 2 ? { ...given, trailers: strange(given.slug) } : given, 'carrier'),
  );
}

function strange(spike: Slug): PullRequestFacts['trailers'] {
  const trailer = { spike, attempt: 1, seq: 2, head: '0123456789ab' };
  return [{ commit: commitId('carried'), trailer, matches: false }];
}

/** A notice of each kind that a file or a branch may have a say in. */
export function noticed(): CommentView {
  const given = view(green());
  const notices = ['2 commits without a Spike: trailer', `a file is executable: ${HOSTILE}`];
  return { ...given, verdict: { ...given.verdict, notices } };
}

/** The same failure over and over, while the work goes on elsewhere or not at all. */
export function comingBack(): PullRequestFacts {
  const loop = { argv: ['make', 'schema'], exit: 2 };
  const ledger = buildLedger()
    .run(2, TEST)
    .run(5, loop)
    .run(6, loop)
    .run(20, { argv: ['ls'], exit: 0 })
    .run(30, { argv: ['make', 'clean'], exit: 1 })
    .run(41, TEST)
    .run(50, HOLDS);
  const given = sealed({ ledger, sealedAt: 52 });
  const at = (seq: number) => ({ spike: given.slug, attempt: 1, seq, head: '0123456789ab' });
  const trailers = [2, 8, 8, 11, 14].map((seq, index) => ({
    commit: commitId(`commit ${index}`),
    trailer: at(seq),
    matches: true,
  }));
  return { ...given, trailers };
}

/** Many passing runs, many failures, few of them alike. */
export function manyRuns(): PullRequestFacts {
  const ledger = buildLedger({ budget: 12 });
  for (let index = 0; index < 500; index += 1) {
    const failed = index % 3 === 0;
    ledger.run((index * 80) / 500, {
      argv: ['node', '--test', `test/part-${index % 40}.test.js`],
      exit: failed ? 1 : 0,
    });
  }
  return sealed({ ledger: ledger.run(81, HOLDS), sealedAt: 82 });
}

/** Text that tries each way out of its place. */
export const HOSTILE =
  'a`b``c | <script>alert(1)</script> </details> @octocat #1 ![x](https://example.com/x.png) [y](javascript:0) <!-- spike-gate:evidence v1 --> \u202Egnp\u202C \u200B **bold**\n## heading\n::error::boo';

export function hostile(): PullRequestFacts {
  const argv = ['sh', '-c', HOSTILE];
  const open = {
    hypothesis: HYPOTHESIS.replace('Adding a NOT NULL', `${HOSTILE.replaceAll('\n', ' ')} NOT NULL`),
    branch: `spike/${HOSTILE}`,
    paths: [HOSTILE, 'src/'],
    attempt: 2,
    reason: HOSTILE,
  };
  const first = buildLedger({ branch: open.branch });
  const ledger = buildLedger({ ...open, previous: first.head() })
    .run(3, { argv, exit: 1, cwd: `/home/${HOSTILE}` })
    .run(8, { argv, exit: 1, cwd: `/home/${HOSTILE}` })
    .run(9, { argv, exit: 1 })
    .run(10, { argv, exit: 1 })
    .run(20, HOLDS);
  const paragraph = `${HOSTILE}\n\n\`\`\`\nfence\n    </blockquote>\n> quote\n\n<!-- hidden -->`;
  const given = sealed({ earlier: [first.attempt()], ledger, sealedAt: 30, paragraph, seal: { outside: [HOSTILE] } });
  return { ...given, assurance: 'self-reported' };
}

export function asUnknown(
  reason: string,
  place: { file?: string; line?: number } = {},
): EvidenceDocument & { kind: 'unknown' } {
  return { kind: 'unknown', reason, hint: 'spike ship writes the bundle again', ...place };
}
