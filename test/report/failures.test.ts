import { expect, test } from 'vitest';
import type { PullRequestFacts, TrailedCommit } from '../../src/core/facts.ts';
import { renderFailures } from '../../src/report/sections/failures.ts';
import { buildLedger, commitId } from './ledger.ts';
import { comingBack, facts, killed, sealed, view } from './spikes.ts';

const LOOP = { argv: ['make'], exit: 2 };

function told(given: PullRequestFacts, gate: 'pull-request' | 'evidence' = 'pull-request'): string {
  return renderFailures(view(given, gate));
}

function commit(seq: number, attempt = 1): TrailedCommit {
  const trailer = { spike: facts().slug, attempt, seq, head: '0123456789ab' };
  return { commit: commitId(`${attempt}/${seq}`), trailer, matches: true };
}

/** Seqs: the loop's runs are 2 and 6, what ran in between is 4. */
function looping(trailers: PullRequestFacts['trailers']): PullRequestFacts {
  const ledger = buildLedger()
    .run(1, LOOP)
    .run(2, { argv: ['ls'], exit: 0 })
    .run(3, LOOP);
  return { ...sealed({ ledger, sealedAt: 9 }), trailers };
}

test('a failure with nothing done in between is said in the heading', () => {
  const [heading, , ...lines] = told(comingBack()).split('\n');

  expect(heading).toBe(
    '**Repeated failures: one came back with nothing committed and no other command run in between**',
  );
  expect(lines).toEqual([
    expect.stringMatching(/^- 2 of 3: `pytest .*; in between, 4 commits, 4 other runs \(1 passed\)$/),
    expect.stringMatching(/^- 2 of 3: `make schema`.*; in between, nothing was committed and no other command ran$/),
  ]);
});

test.each([
  { name: 'before the first', trailers: [commit(1)], says: 'nothing was committed' },
  { name: 'right after the first', trailers: [commit(2)], says: '1 commit' },
  { name: 'right before the last', trailers: [commit(5)], says: '1 commit' },
  { name: 'after the last', trailers: [commit(6), commit(9)], says: 'nothing was committed' },
  { name: 'in another attempt', trailers: [commit(4, 2)], says: 'nothing was committed' },
  { name: 'that nothing proves', trailers: [{ ...commit(4), matches: false }], says: 'no commit with a trailer' },
  {
    name: 'without a trailer',
    trailers: [{ commit: commitId('bare'), trailer: 'absent' as const, matches: false }],
    says: 'no commit with a trailer',
  },
])('a commit $name', ({ trailers, says }) => {
  expect(told(looping(trailers))).toContain(`; in between, ${says}, 1 other run (1 passed)`);
});

test('commits that could not be read are not taken for none', () => {
  const unread = { kind: 'unknown' as const, reason: 'expected commits, found none', hint: 'fetch them' };
  expect(told(looping(unread))).toMatch(/; in between, 1 other run \(1 passed\)$/);
});

test('evidence comes without the commits of its spike', () => {
  expect(told(killed(), 'evidence')).toMatch(/; in between, 1 other run \(1 passed\)$/);

  const ledger = buildLedger().run(1, LOOP).run(2, LOOP).run(3, LOOP);
  const given = sealed({ ledger, sealedAt: 9, seal: { decision: 'kill' } });
  expect(told(given, 'evidence')).toMatch(
    /^\*\*Repeated failures: one came back with no other command run in between\*\*\n\n- 3 of 3: `make`.*; in between, no other command ran$/,
  );
});

test('a run without an end counts where it began', () => {
  const ledger = buildLedger().run(1, LOOP).begin(2, ['sleep', '9']).run(3, LOOP);
  expect(told(sealed({ ledger, sealedAt: 9 }))).toContain('1 other run (0 passed)');
});

test('runs that are too many to be kept are not taken for none', () => {
  const given = looping([]);
  if (given.ledgers.kind !== 'intact') throw new Error('expected ledgers');
  const last = { ...given.ledgers.last, moments: given.ledgers.last.moments.slice(0, 2) };

  expect(told({ ...given, ledgers: { ...given.ledgers, last } })).toMatch(/; in between, nothing was committed$/);
});

test('more than five are counted', () => {
  const ledger = buildLedger({ budget: 9 });
  for (const round of [0, 1]) {
    for (let which = 0; which < 7; which += 1) ledger.run(10 * round + which, { argv: [`make-${which}`], exit: 1 });
  }
  expect(told(sealed({ ledger, sealedAt: 30 }))).toMatch(/\n- and 2 more fingerprints, which failed 4 times in all$/);
});
