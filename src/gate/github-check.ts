/** The check of a commit on GitHub: judges every pull request that it speaks for, keeps the comment, reports. */

import { keepEvidence, keepRefusal } from './github-comment.ts';
import { judgeProposals } from './github-judge.ts';
import { judgeMergeGroup } from './github-merge-group.ts';
import { proposalsOf } from './github-pulls.ts';
import { asSpikeError, type CheckReport, failureReport, reportOf } from './github-report.ts';
import { type CheckRequest, eventOf, type PullRequestEvent } from './github-request.ts';

/** Whatever goes wrong, reading the request included, is a report that fails: it never throws. */
export async function checkPullRequest(read: () => CheckRequest): Promise<CheckReport> {
  try {
    const request = read();
    const event = eventOf(request);
    switch (event.kind) {
      case 'pull-request':
        return await check(request, event);
      case 'merge-group':
        // Its commit is in the diff of no pull request, and what it was built from may be built anew: no comment speaks of it.
        return reportOf(await judgeMergeGroup(request, event), undefined);
    }
  } catch (error) {
    return failureReport(asSpikeError(error), undefined);
  }
}

async function check(request: CheckRequest, event: PullRequestEvent): Promise<CheckReport> {
  try {
    const judged = await judgeProposals(request, await proposalsOf(request, event));
    const comment = await keepEvidence(request, judged);
    return reportOf(judged, comment);
  } catch (cause) {
    const error = asSpikeError(cause);
    return failureReport(error, await keepRefusal(request, event, error));
  }
}
