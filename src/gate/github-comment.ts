/** Keeps the evidence comment of the event's pull request: what its spikes say, and whether another pull request spoils the check. */

import type { CommitId } from '../core/brand.ts';
import type { SpikeError } from '../core/error.ts';
import { type CommentResult, keepComment } from '../github/comment.ts';
import { isUnmoved, type PullRequest, readPullRequest } from '../github/pull-request.ts';
import { renderSpikes } from '../report/comment.ts';
import { renderMarker } from '../report/marker.ts';
import { COMMENT_ROOM } from '../report/room.ts';
import type { JudgedPull } from './github-judge.ts';
import { renderNoSpike, renderRefusal, renderUnwritten } from './github-refusal.ts';
import type { CheckRequest, PullRequestEvent } from './github-request.ts';
import { hasFailed, viewsOf } from './github-view.ts';

/** Pull requests named; the job summary has the others. */
const MAX_NAMED = 3;
/** GitHub's word for a comment that it will not have. */
const REFUSED = 422;

/** Undefined where no comment is kept. A pull request that is no spike gets none, but one that it had says so. */
export async function keepEvidence(
  request: CheckRequest,
  judged: readonly JudgedPull[],
): Promise<CommentResult | undefined> {
  const [own, ...others] = judged;
  if (own === undefined) return undefined;
  const spoilers = renderSpoilers(others.filter(hasFailed));
  const place = placeOf(request, own.pull);
  const views = viewsOf(own);
  if (views.length === 0)
    return keep(request, { ...place, text: `${spoilers}${renderWithout(own)}`, onlyIfPresent: true });
  const written = await keep(request, { ...place, text: `${spoilers}${renderSpikes(views, COMMENT_ROOM)}` });
  if (written?.kind !== 'failed' || written.status !== REFUSED) return written;
  // What an earlier run wrote would stand there as if it were of this commit.
  const instead = renderUnwritten({ head: own.pull.headSha, failed: judged.some(hasFailed), reason: written.reason });
  await keep(request, { ...place, text: instead, onlyIfPresent: true });
  return written;
}

/** Nothing could be judged: what an earlier run wrote no longer holds. */
export async function keepRefusal(
  request: CheckRequest,
  { number, headSha, baseRef }: PullRequestEvent,
  error: SpikeError,
): Promise<CommentResult | undefined> {
  const { send, environment } = request;
  const isCurrent = async (): Promise<boolean> => {
    const now = await readPullRequest(send, { repository: environment.repository, number });
    return now.headSha === headSha && now.baseRef === baseRef;
  };
  return keep(request, { number, head: headSha, isCurrent, text: renderRefusal(error, headSha), onlyIfPresent: true });
}

interface Writing {
  readonly number: number;
  readonly head: CommitId;
  readonly isCurrent: () => Promise<boolean>;
  /** Markdown, without the marker. */
  readonly text: string;
  readonly onlyIfPresent?: boolean;
}

async function keep(
  { send, environment, comment }: CheckRequest,
  { head, text, ...writing }: Writing,
): Promise<CommentResult | undefined> {
  if (comment === undefined) return undefined;
  return keepComment(send, {
    repository: environment.repository,
    body: `${renderMarker(head)}\n${text}`,
    ...writing,
    ...(comment.author === undefined ? {} : { author: comment.author }),
  });
}

function placeOf({ send, environment }: CheckRequest, pull: PullRequest): Omit<Writing, 'text'> {
  const { repository } = environment;
  return { number: pull.number, head: pull.headSha, isCurrent: () => isUnmoved(send, { repository, pull }) };
}

function renderWithout(own: JudgedPull): string {
  const { headSha } = own.pull;
  return own.kind === 'refused' ? renderRefusal(own.error, headSha) : renderNoSpike(headSha);
}

/** Before anything else: the check is red however green the rest is. Bare numbers refer to nothing and notify nobody. */
function renderSpoilers(failed: readonly JudgedPull[]): string {
  if (failed.length === 0) return '';
  const named = failed.slice(0, MAX_NAMED).map(({ pull }) => `pull request ${pull.number}`);
  const more = failed.length > MAX_NAMED ? [`${failed.length - MAX_NAMED} more`] : [];
  const proposals = [...named, ...more].join(', ');
  return `❌ **The check fails:** this commit is also proposed by ${proposals}, where it may not merge: close it there, or push another commit here\n\n`;
}
