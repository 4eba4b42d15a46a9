/** Pure: what stands where evidence would: why there is none at this commit. */

import type { CommitId } from '../core/brand.ts';
import type { SpikeError } from '../core/error.ts';
import { bound, oneLine } from '../report/clip.ts';
import { code } from '../report/code.ts';
import { escapeMarkdown } from '../report/escape.ts';
import { renderHint } from '../report/hint.ts';

const COMMIT_DIGITS = 12;
const MAX_TEXT = 2000;

/** Something that could not be judged; the commit where the reader does not know it from around. */
export function renderRefusal({ message, hint, place }: SpikeError, head?: CommitId): string {
  const at = place?.line === undefined ? '' : ` (line ${place.line}, column ${place.column ?? 1})`;
  const heading = head === undefined ? '### ❌ Not judged' : `### ❌ Could not be judged${atCommit(head)}`;
  const lines = [heading, '', `- ${bound(`${message}${at}`, MAX_TEXT, escapeMarkdown)}`];
  if (hint !== undefined) lines.push(`- **To do:** ${bound(hint, MAX_TEXT, renderHint)}`);
  return `${lines.join('\n')}\n`;
}

/** Where an earlier commit, or another target, made it one. */
export function renderNoSpike(head: CommitId): string {
  return `### Not a spike any more${atCommit(head)}\n\nNo rule of a spike is asked here. What stood here before does not hold for this commit.\n`;
}

interface Unwritten {
  readonly head: CommitId;
  readonly failed: boolean;
  /** GitHub's. */
  readonly reason: string;
}

/** Where GitHub will not have the evidence itself. */
export function renderUnwritten({ head, failed, reason }: Unwritten): string {
  const verdict = failed ? '❌ The check fails' : '✅ The check passes';
  const lines = [
    `### ${verdict}${atCommit(head)}, with its evidence in the job summary alone`,
    '',
    `- ${bound(oneLine(reason), MAX_TEXT, escapeMarkdown)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function atCommit(head: CommitId): string {
  return ` at ${code(head.slice(0, COMMIT_DIGITS))}`;
}
