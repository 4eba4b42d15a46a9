import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashLine } from '../../src/core/codec.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { evaluate, type Question } from '../../src/core/evaluate.ts';
import type { PullRequestFacts } from '../../src/core/facts.ts';
import type { Gate, Verdict } from '../../src/core/verdict.ts';
import { commitId, patchIdOf, treeId } from '../report/ledger.ts';
import {
  after,
  atWork,
  BUNDLE_ALONE,
  COLUMNS,
  change,
  evidenceDocument,
  HOLDS,
  holding,
  hypothesisDocument,
  intact,
  LOOP,
  looping,
  MISSING,
  MORE_WORK,
  minute,
  PLACED,
  repoPaths,
  rulesOf,
  SLUG,
  seal,
  shippedFacts,
  TREE,
  UNKNOWN,
  unjudgedIn,
} from '../support/facts.ts';

const first = looping();
const second = looping(after(first));
const LEDGERS = [
  MISSING,
  UNKNOWN,
  PLACED,
  intact(atWork()),
  intact(holding()),
  intact(looping()),
  intact(looping().run(60, HOLDS)),
  intact(seal(holding(), 'ship')),
  intact(seal(holding(), 'kill')),
  intact(seal(looping().run(95, LOOP), 'ship', { at: 96 })),
  intact(first, seal(holding(after(first)), 'ship')),
  intact(first, second, seal(holding(after(second)), 'ship')),
  intact(seal(holding(after(first)), 'ship')),
];
const CHANGES = [
  UNKNOWN,
  PLACED,
  change(),
  change({ files: 0 }),
  change({ patch: patchIdOf('more') }),
  change({ outside: repoPaths('a', '.spike.yml'), protected: repoPaths('.spike.yml') }),
];
const TRAILED = { commit: commitId('a'), trailer: { spike: SLUG, attempt: 1, seq: 2, head: '0123456789ab' } } as const;

const nows = fc.constantFrom(minute(40), minute(90), minute(500));
const ledgers = fc.constantFrom(...LEDGERS);
const changes = fc.constantFrom(...CHANGES);

const pullRequests: fc.Arbitrary<PullRequestFacts> = fc.record({
  slug: fc.constant(SLUG),
  tip: fc.constantFrom(
    DEFAULT_CONFIG,
    { ...DEFAULT_CONFIG, clock: 60, budget: 1, attempts: 1, assurance: 'sealed' as const },
    { ...DEFAULT_CONFIG, attempts: 9, budget: 9 },
  ),
  assurance: fc.constantFrom('self-reported', 'sealed', 'confined'),
  ledgers,
  hypothesis: fc.constantFrom(
    { kind: 'missing' as const },
    PLACED,
    hypothesisDocument(),
    hypothesisDocument({ text: 'another' }),
  ),
  evidence: fc.constantFrom(
    { kind: 'missing' as const },
    PLACED,
    evidenceDocument(),
    evidenceDocument({ paragraph: '', digest: 'f'.repeat(64) }),
    evidenceDocument({ found: 'more' }),
  ),
  change: changes,
  trailers: fc.constantFrom(
    [],
    PLACED,
    [{ ...TRAILED, matches: true }],
    [{ ...TRAILED, matches: false }],
    [{ ...TRAILED, trailer: 'malformed' as const, matches: false }],
    [{ ...TRAILED, trailer: 'absent' as const, matches: false }],
  ),
  merged: fc.constantFrom([], [hashLine('elsewhere')]),
  head: fc.constantFrom(
    { commit: commitId('head'), sealedCommitTree: undefined, sealedCommitPatch: undefined },
    { commit: commitId('head'), sealedCommitTree: TREE, sealedCommitPatch: patchIdOf('sealed') },
    { commit: commitId('head'), sealedCommitTree: treeId('other'), sealedCommitPatch: undefined },
  ),
});

const QUESTIONS: Readonly<Record<Gate, fc.Arbitrary<Question>>> = {
  run: fc
    .record({
      slug: fc.constant(SLUG),
      now: nows,
      standing: fc.constantFrom(...LEDGERS.flatMap((one) => (one.kind === 'intact' ? [one.last] : []))),
    })
    .map((facts) => ({ gate: 'run', facts })),
  commit: fc
    .record({
      slug: fc.constant(SLUG),
      now: nows,
      ledgers,
      change: changes,
      staged: fc.constantFrom(BUNDLE_ALONE, MORE_WORK, { ...MORE_WORK, tree: TREE }, { ...MORE_WORK, rebasing: true }),
    })
    .map((facts) => ({ gate: 'commit', facts })),
  move: fc
    .record({
      slug: fc.constant(SLUG),
      now: nows,
      ledgers,
      unwinds: fc.boolean(),
      tree: fc.constantFrom(undefined, TREE),
      bundleOnly: fc.boolean(),
    })
    .map((facts) => ({ gate: 'move', facts })),
  push: fc
    .record({ slug: fc.constant(SLUG), now: nows, ledgers, unwinds: fc.boolean() })
    .map((facts) => ({ gate: 'push', facts })),
  'pull-request': pullRequests.map((facts) => ({ gate: 'pull-request', facts })),
  evidence: pullRequests.map((facts) => ({ gate: 'evidence', facts })),
  carrier: pullRequests.map((facts) => ({ gate: 'carrier', facts })),
};

const GATES = Object.keys(COLUMNS).filter((gate): gate is Gate => Object.hasOwn(QUESTIONS, gate));

describe.each(GATES)('whatever %s is asked', (gate) => {
  const questions = QUESTIONS[gate];
  const always = (holds: (verdict: Verdict, question: Question) => boolean): void =>
    fc.assert(
      fc.property(questions, (question) => holds(evaluate(question), question)),
      { numRuns: 400 },
    );

  test('it passes where every rule holds, and says why where it does not', () => {
    expect(() =>
      always((verdict) => {
        const found = verdict.findings.length;
        return verdict.passed ? found === 0 && unjudgedIn(verdict, COLUMNS[gate]).length === 0 : found > 0;
      }),
    ).not.toThrow();
  });

  test('a rule of another column says nothing, and none both holds and finds', () => {
    expect(() =>
      always(({ held, findings }) => {
        const finds = rulesOf(findings);
        return (
          [...held, ...finds].every((rule) => COLUMNS[gate].includes(rule)) &&
          !held.some((rule) => finds.includes(rule))
        );
      }),
    ).not.toThrow();
  });

  test('a finding says in lower case what is wrong, and what to do about it', () => {
    expect(() =>
      always(({ findings }) =>
        findings.every(
          ({ message, hint }) =>
            /^[a-z0-9]/.test(message) && !/[.!?\s]$/.test(message) && hint.trim() !== '' && !/\.$/.test(hint),
        ),
      ),
    ).not.toThrow();
  });

  test('every rule of its column is heard', () => {
    const heard = new Set(
      fc.sample(questions, { numRuns: 3000, seed: 1 }).flatMap((one) => rulesOf(evaluate(one).findings)),
    );

    expect(COLUMNS[gate].filter((rule) => !heard.has(rule))).toEqual([]);
  });

  test('it answers for the spike that it was asked about', () => {
    expect(() => always((verdict, { facts }) => verdict.gate === gate && verdict.slug === facts.slug)).not.toThrow();
  });
});

describe('a stopped spike is never told to begin again', () => {
  test.each([
    { name: 'after the deadline', ledger: holding(), now: minute(95) },
    { name: 'after the budget', ledger: looping(), now: minute(50) },
  ])('$name', ({ ledger, now }) => {
    const facts = { slug: SLUG, now, ledgers: intact(ledger) };
    const hints = [
      evaluate({ gate: 'run', facts: { slug: SLUG, now, standing: ledger.attempt() } }),
      evaluate({ gate: 'commit', facts: { ...facts, change: change(), staged: MORE_WORK } }),
      evaluate({ gate: 'push', facts: { ...facts, unwinds: false } }),
    ].flatMap(({ findings }) => findings.map(({ hint }) => hint));

    expect(hints).toHaveLength(3);
    for (const hint of hints) expect(hint).toMatch(/^(?!.*--again).*spike kill/);
  });
});

test('facts that nobody could read never pass a pull request', () => {
  const broken: readonly Partial<PullRequestFacts>[] = [
    { ledgers: UNKNOWN },
    { hypothesis: UNKNOWN },
    { evidence: UNKNOWN },
    { change: UNKNOWN },
    { trailers: UNKNOWN },
  ];

  for (const some of broken) {
    const { passed, findings } = evaluate({ gate: 'pull-request', facts: shippedFacts(some) });
    expect(passed).toBe(false);
    expect(findings).not.toEqual([]);
  }
});
