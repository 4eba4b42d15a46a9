/** Pure: the job summary, which has everything that annotations and comment have no room for. */

import { count } from '../core/span.ts';
import { renderSpikes } from '../report/comment.ts';
import { SUMMARY_ROOM } from '../report/room.ts';
import { describeGroup, isMergeGroup } from './github-group.ts';
import type { JudgedPull } from './github-judge.ts';
import { renderRefusal } from './github-refusal.ts';
import { hasFailed, viewsOf } from './github-view.ts';

/** A pull request that is told with less room than this says next to nothing. */
const ENOUGH = 5000;
/** Of a heading, and of the last line, which counts. */
const LINE = 200;

/** The event's pull request comes first, or that of its merge group. Each has an equal share of what those before it left. */
export function renderJobSummary(judged: readonly JudgedPull[]): string {
  let text = renderGroup(judged);
  for (const [index, one] of judged.entries()) {
    const left = SUMMARY_ROOM.limit - SUMMARY_ROOM.size(text) - LINE;
    if (left < ENOUGH) return `${text}${renderLeftOut(judged.slice(index))}`;
    const share = Math.max(ENOUGH, Math.floor(left / (judged.length - index)));
    text += `${renderHeading(one)}${renderPull(one, share - LINE)}\n`;
  }
  return text;
}

function renderGroup(judged: readonly JudgedPull[]): string {
  if (!isMergeGroup(judged)) return '';
  return `This is the ${describeGroup(judged)}. Each is judged against the state that it merges into, and the worst verdict counts. No comment is kept for a merge group.\n\n`;
}

function renderHeading({ role, pull: { number } }: JudgedPull): string {
  switch (role) {
    case 'proposed':
      return '';
    case 'queued':
      return `## Pull request ${number}, for which the group was built\n\n`;
    case 'queued-before':
      return `## Pull request ${number}, which is queued before it\n\n`;
    case 'same-commit':
      return `## Pull request ${number}, which proposes the same commit\n\n`;
  }
}

function renderPull(judged: JudgedPull, limit: number): string {
  if (judged.kind === 'refused') return renderRefusal(judged.error);
  const views = viewsOf(judged);
  if (views.length === 0) return 'No spike is concerned: this pull request passes.\n';
  return renderSpikes(views, { ...SUMMARY_ROOM, limit });
}

function renderLeftOut(judged: readonly JudgedPull[]): string {
  const failed = judged.filter(hasFailed).length;
  return `*Left out, since ${SUMMARY_ROOM.name} has room for so much: ${count(judged.length, 'more pull request')}, ${failed} of which fail.*\n`;
}
