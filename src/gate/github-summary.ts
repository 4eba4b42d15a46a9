/** Pure: the job summary, which has everything that annotations and comment have no room for. */

import type { SpikeError } from '../core/error.ts';
import { clip } from '../report/clip.ts';
import { renderSummary } from '../report/comment.ts';
import { escapeMarkdown } from '../report/escape.ts';
import { renderHint } from '../report/hint.ts';
import type { JudgedPull } from './github-judge.ts';
import { viewsOf } from './github-view.ts';

/** GitHub takes 1 MiB for a step, and a character may be four bytes. */
const MAX_BYTES = 1_000_000;
const MAX_TEXT = 2000;

/** The event's pull request comes first. */
export function renderJobSummary(judged: readonly JudgedPull[]): string {
  const sections = judged.flatMap((one, index) => {
    const heading = `## Pull request ${one.pull.number}, which proposes the same commit\n`;
    return index === 0 ? sectionsOf(one) : [heading, ...sectionsOf(one)];
  });
  let text = '';
  for (const section of sections) {
    const longer = `${text}${section}\n`;
    if (Buffer.byteLength(longer) > MAX_BYTES)
      return `${text}*Left out, since a summary has room for so much: the rest.*\n`;
    text = longer;
  }
  return text;
}

/** Something that could not be judged. */
export function renderRefusal({ message, hint, place }: SpikeError): string {
  const at = place?.line === undefined ? '' : ` (line ${place.line}, column ${place.column ?? 1})`;
  const lines = ['### ❌ Not judged', '', `- ${clip(`${message}${at}`, MAX_TEXT, escapeMarkdown)}`];
  if (hint !== undefined) lines.push(`- **To do:** ${clip(hint, MAX_TEXT, renderHint)}`);
  return `${lines.join('\n')}\n`;
}

function sectionsOf(judged: JudgedPull): readonly string[] {
  if (judged.kind === 'refused') return [renderRefusal(judged.error)];
  const [view, ...more] = viewsOf(judged);
  return [view === undefined ? 'No spike is concerned: this pull request passes.\n' : renderSummary(view, ...more)];
}
