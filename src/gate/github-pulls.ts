/** Which pull requests a check speaks for: it belongs to a commit, and a commit may be proposed more than once. */

import { listPullRequestsWithHead, readPullRequest } from '../github/pull-request.ts';
import type { Proposal } from './github-judge.ts';
import type { CheckRequest, PullRequestEvent } from './github-request.ts';

/**
 * The event's pull request, then other open ones with the same head commit: a green check would let all of them merge. They are read as
 * they are now, but the commit as it was in the event: a run that is started again for an older commit must not paint it green for a
 * newer one.
 */
export async function proposalsOf(
  { send, environment }: CheckRequest,
  event: PullRequestEvent,
): Promise<readonly Proposal[]> {
  const { repository } = environment;
  const now = await readPullRequest(send, { repository, number: event.number });
  const same = await listPullRequestsWithHead(send, { repository, head: event.headSha });
  return [
    { role: 'proposed', pull: { ...now, headSha: event.headSha } },
    ...same.filter(({ number }) => number !== event.number).map((pull) => ({ role: 'same-commit', pull }) as const),
  ];
}
