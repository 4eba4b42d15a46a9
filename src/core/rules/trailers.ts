/** Pure: every `Spike:` trailer matches a ledger of its spike. A commit without one is said by `notices.ts`, since plumbing can leave it out. */

import type { PullRequestFacts, TrailedCommit } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Rule } from './rule.ts';

export const trailers: Rule = { id: 'trailers', pullRequest: judge, carrier: judge };

function judge({ trailers: commits }: PullRequestFacts): readonly Found[] {
  if ('kind' in commits) return [{ message: `expected to know the commits: ${commits.reason}`, hint: commits.hint }];
  return commits.flatMap(({ commit, trailer, matches }) => {
    if (trailer === 'absent' || matches) return [];
    return [{ message: `${commit.slice(0, 12)}: ${describe(trailer)}`, hint: 'commit through the hooks on the spike branch: git commit --amend there renews the trailer' }];
  });
}

function describe(trailer: TrailedCommit['trailer']): string {
  if (typeof trailer === 'string') return 'expected a Spike: trailer of the form <slug>/<attempt> <seq>:<hash>, found another';
  return `expected the ledger of ${trailer.spike} to hold record ${trailer.seq} with hash ${trailer.head}, found that it does not`;
}
