/** Pure: every `Spike:` trailer matches a ledger of its spike. A commit without one is said by `notices.ts`, since plumbing can leave it out. */

import type { PullRequestFacts, TrailedCommit } from '../facts.ts';
import type { Found } from '../finding.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const trailers: Rule = { id: 'trailers', pullRequest: judge, carrier: judge };

const RENEW = 'commit through the hooks on the spike branch: git commit --amend there renews the trailer';

function judge({ trailers: commits, ledgers }: PullRequestFacts): Ruling {
  if ('kind' in commits) return [unreadable('expected to know the commits', commits)];
  if (ledgers.kind !== 'intact') return UNJUDGED;
  return commits.flatMap(mismatch);
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
