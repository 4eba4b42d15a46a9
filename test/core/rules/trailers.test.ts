import { describe, expect, test } from 'vitest';
import type { TrailedCommit } from '../../../src/core/facts.ts';
import type { Trailer } from '../../../src/core/trailer.ts';
import { commitId } from '../../report/ledger.ts';
import { foundBy, intact, looping, PLACED, SLUG, seal, shippedFacts } from '../../support/facts.ts';

const TRAILER: Trailer = { spike: SLUG, attempt: 1, seq: 4, head: '0123456789ab' };
const RENEW = 'commit through the hooks on the spike branch: git commit --amend there renews the trailer';

const short = (name: string): string => commitId(name).slice(0, 12);

describe.each(['pull-request', 'carrier'] as const)('in the column of %s', (gate) => {
  const found = (...trailers: readonly TrailedCommit[]) =>
    foundBy('trailers', { gate, facts: shippedFacts({ trailers }) });

  test('one that matches, and a commit without any', () => {
    expect(
      found(
        { commit: commitId('a'), trailer: TRAILER, matches: true },
        { commit: commitId('b'), trailer: 'absent', matches: false },
      ),
    ).toEqual([]);
  });

  test('every one that does not match is told', () => {
    expect(
      found(
        { commit: commitId('a'), trailer: TRAILER, matches: false },
        { commit: commitId('b'), trailer: 'malformed', matches: false },
        { commit: commitId('c'), trailer: { ...TRAILER, seq: 9 }, matches: false },
      ),
    ).toEqual([
      {
        message: `${short('a')}: expected the ledger of users-email to hold record 4 with hash 0123456789ab, found that it does not`,
        hint: RENEW,
      },
      {
        message: `${short('b')}: expected a Spike: trailer of the form <slug>/<attempt> <seq>:<hash>, found another`,
        hint: RENEW,
      },
      {
        message: `${short('c')}: expected the ledger of users-email to hold record 9 with hash 0123456789ab, found that it does not`,
        hint: RENEW,
      },
    ]);
  });

  test('one that is malformed matches nothing', () => {
    expect(found({ commit: commitId('a'), trailer: 'malformed', matches: true })).toHaveLength(1);
  });

  test('commits that nobody could list', () => {
    expect(foundBy('trailers', { gate, facts: shippedFacts({ trailers: PLACED }) })).toEqual([
      {
        message: 'expected to know the commits: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
    ]);
  });
});

test('a carrier brings no work of an attempt that did not ship', () => {
  const killed = seal(looping(), 'kill');
  const evidence = killed.attempt().records - 1;
  const trailers: readonly TrailedCommit[] = [
    { commit: commitId('code'), trailer: TRAILER, matches: true },
    { commit: commitId('bundle'), trailer: { ...TRAILER, seq: evidence }, matches: true },
  ];

  expect(foundBy('trailers', { gate: 'carrier', facts: shippedFacts({ ledgers: intact(killed), trailers }) })).toEqual([
    {
      message: `${short('code')}: expected work of an attempt that shipped, found that of attempt 1 of users-email, which did not`,
      hint: 'a killed spike never merges code: take this commit out of the branch',
    },
  ]);
});
