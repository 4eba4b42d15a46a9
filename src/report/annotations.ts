/** Pure: findings as GitHub shows them beside the diff. Data only: whoever sends them escapes them for that way of sending. */

import type { Finding } from '../core/finding.ts';
import { clip } from './clip.ts';
import { escapeTerminal } from './escape.ts';

export interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** GitHub keeps so many errors of one step, and drops the others without a word. */
const MAX_ANNOTATIONS = 10;
/** Of each of message and hint: an annotation may have 4,096 characters, and an escaped one is longer. */
const MAX_TEXT = 300;

/** At most ten; the last says how many more there are. */
export function renderAnnotations(findings: readonly Finding[]): readonly Annotation[] {
  if (findings.length <= MAX_ANNOTATIONS) return findings.map(annotate);
  const shown = findings.slice(0, MAX_ANNOTATIONS - 1).map(annotate);
  const more = findings.length - shown.length;
  return [...shown, { title: 'spike-gate', message: `and ${more} more findings: see the job summary` }];
}

function annotate({ rule, message, hint, file, line }: Finding): Annotation {
  return {
    title: `spike-gate: ${rule}`,
    message: `${clip(quotePath(message, file), MAX_TEXT, escapeTerminal)}\nTo do: ${clip(hint, MAX_TEXT, escapeTerminal)}`,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

/** In quotes, since a path may be a sentence that only seems to be ours. */
function quotePath(message: string, file: string | undefined): string {
  const at = file === undefined ? -1 : message.lastIndexOf(file);
  if (file === undefined || at === -1) return message;
  return `${message.slice(0, at)}${JSON.stringify(file)}${message.slice(at + file.length)}`;
}
