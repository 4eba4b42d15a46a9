/** Pure: every `Spike:` trailer matches a ledger of its spike. A commit without one is said by `notices.ts`, since plumbing can leave it out. */

import { mayMerge } from '../attempts.ts';
import type { PullRequestFacts, TrailedCommit } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Attempt } from '../replay.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const trailers: Rule = { id: 'trailers', pullRequest: judge, carrier: judgeCarried };

const RENEW = 'commit through the hooks on the spike branch: git commit --amend there renews the trailer';

function judge({ trailers: commits, ledgers }: PullRequestFacts): Ruling {
  if ('kind' in commits) return [unreadable('expected to know the commits', commits)];
  if (ledgers.kind !== 'intact') return UNJUDGED;
  return commits.flatMap(mismatch);
}

/** The last attempt of a spike's own pull request has to ship; what a carrier brings is asked for its decision here alone. */
function judgeCarried(facts: PullRequestFacts): Ruling {
  const { trailers: commits, ledgers } = facts;
  const found = judge(facts);
  if (found === UNJUDGED || 'kind' in commits || ledgers.kind !== 'intact') return found;
  const attempts = [...ledgers.earlier, ledgers.last];
  return [...found, ...commits.filter(({ matches }) => matches).flatMap((commit) => killed(commit, attempts))];
}

function killed({ commit, trailer }: TrailedCommit, attempts: readonly Attempt[]): readonly Found[] {
  if (typeof trailer === 'string' || mayMerge(trailer, attempts)) return [];
  return [
    {
      message: `${commit.slice(0, 12)}: expected work of an attempt that shipped, found that of attempt ${trailer.attempt} of ${trailer.spike}, which did not`,
      hint: 'a killed spike never merges code: take this commit out of the branch',
    },
  ];
}

function mismatch({ commit, trailer, matches }: TrailedCommit): readonly Found[] {
  const said = commit.slice(0, 12);
  switch (trailer) {
    case 'absent':
      return [];
    case 'malformed':
      return [
        {
          message: `${said}: expected a Spike: trailer of the form <slug>/<attempt> <seq>:<hash>, found another`,
          hint: RENEW,
        },
      ];
  }
  if (matches) return [];
  return [
    {
      message: `${said}: expected the ledger of ${trailer.spike} to hold record ${trailer.seq} with hash ${trailer.head}, found that it does not`,
      hint: RENEW,
    },
  ];
}
