/** The check of a commit on GitHub: judges every pull request that proposes it, keeps the comment, reports. */

import { keepEvidence } from './github-comment.ts';
import { judgeProposals } from './github-judge.ts';
import { proposalsOf } from './github-pulls.ts';
import { type CheckReport, failureReport, reportOf } from './github-report.ts';
import { type CheckRequest, eventOf } from './github-request.ts';

/** Whatever goes wrong, reading the request included, is a report that fails: it never throws. */
export async function checkPullRequest(read: () => CheckRequest): Promise<CheckReport> {
  try {
    return await check(read());
  } catch (error) {
    return failureReport(error);
  }
}

async function check(request: CheckRequest): Promise<CheckReport> {
  const proposals = await proposalsOf(request, eventOf(request));
  const judged = await judgeProposals(request, proposals);
  const comment = await keepEvidence(request, judged);
  return reportOf(judged, comment);
}
