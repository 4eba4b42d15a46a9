/** Pure: the clock as a line a person can picture, and the attempts before this one. */

import type { Attempt } from '../../core/replay.ts';
import { bound, listSome, oneLine } from '../clip.ts';
import { renderClock, renderEnding, renderTally } from '../ending.ts';
import { escapeMarkdown } from '../escape.ts';
import { renderInstant } from '../instant.ts';
import { renderTimeline } from '../timeline.ts';
import type { CommentView } from '../view.ts';

const CELLS = 60;
const MAX_ATTEMPTS = 5;
const MAX_REASON = 300;

export function renderClockSection({ facts: { ledgers } }: CommentView): string {
  if (ledgers.kind !== 'intact') return '';
  const { earlier, last } = ledgers;
  const { seal, open } = last;
  const ending = renderEnding(last, seal, seal?.ts ?? last.ts);
  return [
    `**Clock:** ${renderClock(last)} from ${renderInstant(open.ts)}; ${ending}. ${renderTally(last)}.`,
    '',
    '```text',
    ...renderTimeline(last, { cells: CELLS }),
    '```',
    ...renderEarlier(earlier, last),
  ].join('\n');
}

function renderEarlier(earlier: readonly Attempt[], last: Attempt): readonly string[] {
  if (last.open.reason === undefined) return [];
  const newestFirst = [...earlier].reverse();
  const lines = listSome(newestFirst, MAX_ATTEMPTS, (one) => {
    return `attempt ${one.open.attempt}: ${renderEnding(one, one.seal, last.open.ts)}. ${renderTally(one)}`;
  });
  const reason = bound(oneLine(last.open.reason), MAX_REASON, escapeMarkdown);
  return ['', `**Attempt ${last.open.attempt}**, because: ${reason}`, '', ...lines.map((line) => `- ${line}`)];
}
