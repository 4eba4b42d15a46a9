/** Keeps the evidence comment of the event's pull request: what its spikes say, and whether another pull request spoils the check. */

import { type CommentResult, keepComment } from '../github/comment.ts';
import { isUnmoved } from '../github/pull-request.ts';
import { renderSummary } from '../report/comment.ts';
import { renderMarker } from '../report/marker.ts';
import type { JudgedPull } from './github-judge.ts';
import type { CheckRequest } from './github-request.ts';
import { hasFailed, viewsOf } from './github-view.ts';

/** Pull requests named; the job summary has the others. */
const MAX_NAMED = 3;

/** Undefined where nothing is to be said: a pull request that is no spike gets no comment. */
export async function keepEvidence(
  { send, environment, comment }: CheckRequest,
  judged: readonly JudgedPull[],
): Promise<CommentResult | undefined> {
  const [own, ...others] = judged;
  if (comment === undefined || own === undefined) return undefined;
  const body = renderBody(own, others);
  if (body === undefined) return undefined;
  const { repository } = environment;
  const { pull } = own;
  return keepComment(send, {
    repository,
    number: pull.number,
    body,
    isCurrent: () => isUnmoved(send, { repository, pull }),
    ...(comment.author === undefined ? {} : { author: comment.author }),
  });
}

function renderBody(own: JudgedPull, others: readonly JudgedPull[]): string | undefined {
  const [view, ...more] = viewsOf(own);
  if (view === undefined) return undefined;
  const spoilers = renderSpoilers(others.filter(hasFailed));
  return [renderMarker(own.pull.headSha), ...spoilers, renderSummary(view, ...more)].join('\n');
}

/** Before anything else: the check is red however green the rest is. Bare numbers refer to nothing and notify nobody. */
function renderSpoilers(failed: readonly JudgedPull[]): readonly string[] {
  if (failed.length === 0) return [];
  const named = failed.slice(0, MAX_NAMED).map(({ pull }) => `pull request ${pull.number}`);
  const more = failed.length > MAX_NAMED ? [`${failed.length - MAX_NAMED} more`] : [];
  const proposals = [...named, ...more].join(', ');
  return [`❌ **The check fails:** this commit is also proposed by ${proposals}, where it may not merge`, ''];
}
