/** One pull request for each rule that a sealed spike may break. */

import type { RepoPath, Slug } from '../../src/core/brand.ts';
import type { PullRequestFacts } from '../../src/core/facts.ts';
import type { RuleId } from '../../src/core/finding.ts';
import type { Trailer } from '../../src/core/trailer.ts';
import { buildLedger, commitId, HYPOTHESIS, OBSERVABLE, patchIdOf, treeId } from './ledger.ts';
import { asUnknown, green, greenLedger, hypothesisOf, killed, sealed, spentLedger } from './spikes.ts';

type SealedRule = Exclude<RuleId, 'spike-open'>;

export const FAILING: Readonly<Record<SealedRule, () => PullRequestFacts>> = {
  clock: () => sealed({ ledger: greenLedger().run(97, { argv: ['make', 'late'], exit: 0 }), sealedAt: 99 }),
  budget: () => sealed({ ledger: spentLedger(), sealedAt: 40 }),
  paths: () => changed([...strays(14), '.github/workflows/ci.yml'], ['.github/workflows/ci.yml']),
  attempts: manyAttempts,
  hypothesis: () => ({
    ...green(),
    hypothesis: hypothesisOf(HYPOTHESIS.replace('- db/migrations/', '- db/migrations/\n- src/')),
  }),
  evidence: () => editedEvidence(),
  log: () => ({
    ...green(),
    ledgers: asUnknown('expected prev to be the hash of the line before, found another', {
      file: 'spikes/users-email/command_log.jsonl',
      line: 17,
    }),
  }),
  trailers: () => ({
    ...green(),
    trailers: [
      { commit: commitId('one'), trailer: TRAILER, matches: false },
      { commit: commitId('two'), trailer: 'malformed', matches: false },
      { commit: commitId('three'), trailer: 'absent', matches: false },
    ],
  }),
  observable: () =>
    sealed({
      ledger: buildLedger()
        .run(10, { argv: OBSERVABLE, exit: 1 })
        .run(30, { argv: OBSERVABLE, exit: 0, tree: treeId('before the last change') }),
      sealedAt: 45,
    }),
  seal: () => ({
    ...green(),
    change: { kind: 'known', base: commitId('base'), patch: patchIdOf('other'), files: 4, outside: [], protected: [] },
    head: { commit: commitId('head'), sealedCommitTree: undefined, sealedCommitPatch: undefined },
  }),
  decision: killed,
};

const TRAILER: Trailer = { spike: 'users-email' as Slug, attempt: 1, seq: 4, head: '0123456789ab' };

function strays(number: number): readonly string[] {
  return Array.from({ length: number }, (_, index) => `src/accounts/model-${index}.py`);
}

function changed(outside: readonly string[], guarded: readonly string[]): PullRequestFacts {
  const given = sealed({ ledger: greenLedger(), sealedAt: 62, seal: { files: outside.length + 2, outside } });
  const { change } = given;
  return change.kind === 'known'
    ? { ...given, change: { ...change, protected: guarded.map((path) => path as RepoPath) } }
    : given;
}

function editedEvidence(): PullRequestFacts {
  const given = green();
  const { evidence } = given;
  if (evidence.kind !== 'known') return given;
  return {
    ...given,
    evidence: { ...evidence, found: evidence.found.replace('2 of a budget', '1 of a budget'), paragraph: '' },
  };
}

/** The tip allows two that end without shipping. */
function manyAttempts(): PullRequestFacts {
  const earlier = [buildLedger().run(3, { argv: ['make'], exit: 2 })];
  for (const attempt of [2, 3]) {
    const ts = buildLedger().attempt().open.ts + (attempt - 1) * 3 * 3600;
    const previous = earlier.at(-1)?.head();
    const open = { ts, deadline: ts + 5400, attempt, reason: `try number ${attempt}` };
    earlier.push(buildLedger(previous === undefined ? open : { ...open, previous }));
  }
  const [first, second, third] = earlier;
  if (first === undefined || second === undefined || third === undefined) throw new Error('expected three attempts');
  const ledger = third.run(61, { argv: OBSERVABLE, exit: 0, tree: treeId('sealed') });
  return sealed({ earlier: [first.attempt(), second.attempt()], ledger, sealedAt: 62 });
}
