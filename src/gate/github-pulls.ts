/** Which pull requests a check speaks for: it belongs to a commit, and a commit may be proposed more than once. */

import { listPullRequestsWithHead, type PullRequest, readPullRequest } from '../github/pull-request.ts';
import type { CheckRequest, PullRequestEvent } from './github-request.ts';

/** What is judged: `head` is the commit that GitHub shows the check on. */
export interface Proposals {
  /** The event's pull request. */
  readonly own: PullRequest;
  /** Other open ones with the same head commit: a green check would let all of them merge. */
  readonly others: readonly PullRequest[];
}

/**
 * The pull requests as they are now, but the commit as it was in the event: a run that is started again for an older commit must
 * not paint it green for a newer one.
 */
export async function proposalsOf({ send, environment }: CheckRequest, event: PullRequestEvent): Promise<Proposals> {
  const { repository } = environment;
  const now = await readPullRequest(send, { repository, number: event.number });
  const same = await listPullRequestsWithHead(send, { repository, head: event.headSha });
  return {
    own: { ...now, headSha: event.headSha },
    others: same.filter(({ number }) => number !== event.number),
  };
}
