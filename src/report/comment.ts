/** Pure: the evidence of a pull request, of one spike or of each that a branch carries on, as long as its place allows. */

import { count } from '../core/span.ts';
import { renderMarker } from './marker.ts';
import { COMMENT_ROOM, type Room, SUMMARY_ROOM, seeAlso } from './room.ts';
import { renderOutcome } from './sections/headline.ts';
import { renderSpike } from './spike.ts';
import type { CommentView } from './view.ts';

/** A spike that is told with less room than this says little more than its first line. */
const ENOUGH = 4000;
/** Of the last line, which counts. */
const LAST_LINE = 300;

/** The comment on the pull request, from its marker on. */
export function renderComment(view: CommentView, ...others: readonly CommentView[]): string {
  return `${renderMarker(view.facts.head.commit)}\n${renderSpikes([view, ...others], COMMENT_ROOM)}`;
}

/** The same without its marker, and with every finding: for `spike gate --markdown`. */
export function renderSummary(view: CommentView, ...others: readonly CommentView[]): string {
  return renderSpikes([view, ...others], SUMMARY_ROOM);
}

/** The failing ones first, since they decide: as many in full as there is room for, then their first lines, then their number. */
export function renderSpikes(views: readonly CommentView[], room: Room): string {
  const ordered = tellOnce([
    ...views.filter(({ verdict }) => !verdict.passed),
    ...views.filter(({ verdict }) => verdict.passed),
  ]);
  const share = Math.floor(room.limit / ordered.length) - 1;
  if (ordered.length === 1 || share >= ENOUGH) {
    return ordered.map((view) => renderSpike(view, { ...room, limit: share })).join('\n');
  }
  const texts: string[] = [];
  let left = room.limit;
  for (const view of ordered) {
    const text = renderSpike(view, { ...room, limit: ENOUGH });
    const rest = left - room.size(text) - 1;
    if (rest < room.limit / 2) break;
    texts.push(text);
    left = rest;
  }
  return [...texts, renderFirstLines(ordered.slice(texts.length), { ...room, limit: left })].join('\n');
}

/** One command judges all that one pull request brings. */
function tellOnce(views: readonly CommentView[]): readonly CommentView[] {
  return views.map((view, index) =>
    view.verifyCommand === views[index - 1]?.verifyCommand ? { ...view, verifyCommand: '' } : view,
  );
}

/** Never silent: what has no line of its own is counted. */
function renderFirstLines(views: readonly CommentView[], room: Room): string {
  const lines = [`**${sum(views)}, each by its first line${seeAlso(room)}**`, ''];
  let left = room.limit - room.size(lines.join('\n')) - LAST_LINE;
  for (const [index, view] of views.entries()) {
    const line = `- ${renderOutcome(view)}`;
    left -= room.size(line) + 1;
    if (left < 0) return `${[...lines, `- and ${sum(views.slice(index))}, left out${seeAlso(room)}`].join('\n')}\n`;
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

function sum(views: readonly CommentView[]): string {
  const failed = views.filter(({ verdict }) => !verdict.passed);
  const findings = failed.reduce((total, { verdict }) => total + verdict.findings.length, 0);
  const some = failed.length === 0 ? 'none of which fails' : `${failed.length} of which fail with`;
  return `${count(views.length, 'more spike')}, ${some}${failed.length === 0 ? '' : ` ${count(findings, 'finding')}`}`;
}
