/** Keeps the evidence comment of the event's pull request: what its spikes say, and whether another pull request spoils the check. */

import { type CommentResult, keepComment } from '../github/comment.ts';
import { isUnmoved } from '../github/pull-request.ts';
import { renderSummary } from '../report/comment.ts';
import { codeSpan } from '../report/escape.ts';
import { renderMarker } from '../report/marker.ts';
import type { JudgedPull } from './github-judge.ts';
import type { CheckRequest } from './github-request.ts';
import { hasFailed, viewsOf } from './github-view.ts';

/** GitHub takes 65,536 characters; a summary alone keeps below 65,000. */
const MAX_CHARACTERS = 65_400;
/** Pull requests named; the job summary has the others. */
const MAX_NAMED = 3;
const MAX_NAME = 60;

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
  const summaries = viewsOf(own).map(renderSummary);
  if (summaries.length === 0) return undefined;
  const begin = [renderMarker(own.pull.headSha), ...renderSpoilers(others.filter(hasFailed))].join('\n');
  return summaries.reduce((text, summary, index) => {
    const longer = `${text}\n${index === 0 ? '' : '---\n\n'}${summary}`;
    if (longer.length <= MAX_CHARACTERS) return longer;
    const note = '\n*The job summary has the rest.*\n';
    return text.endsWith(note) ? text : `${text}${note}`;
  }, begin);
}

/** Before anything else: the check is red however green the rest of the comment is. Numbers are written so that they refer to nothing. */
function renderSpoilers(failed: readonly JudgedPull[]): readonly string[] {
  if (failed.length === 0) return [];
  const named = failed.slice(0, MAX_NAMED).map(({ pull }) => `pull request ${pull.number} into ${codeSpan(pull.baseRef.slice(0, MAX_NAME))}`);
  const more = failed.length > MAX_NAMED ? [`${failed.length - MAX_NAMED} more`] : [];
  return [`❌ **The check fails:** this commit is also proposed by ${[...named, ...more].join(', ')}, where it may not merge`, ''];
}
