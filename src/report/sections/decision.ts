/** Pure: the decision, and the person's paragraph as they wrote it, quoted. */

import { bound } from '../clip.ts';
import { escapeMarkdown } from '../escape.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_PARAGRAPH = 6000;

export function renderDecision({ verdict, facts: { evidence, ...facts } }: CommentView): string {
  const seal = lastOf({ evidence, ...facts })?.seal;
  if (seal === undefined || evidence.kind !== 'known') return '';
  const quoted = bound(evidence.paragraph, MAX_PARAGRAPH, quote);
  const edited = verdict.findings.some(({ rule }) => rule === 'evidence');
  const heading = `**Decision: ${seal.decision}**${edited ? ', with an EVIDENCE.md that is not the sealed one' : ''}`;
  return [heading, '', quoted].join('\n');
}

/** Every line is escaped on its own, so that none begins a block, and keeps its line break. */
function quote(text: string): string {
  return (
    text
      .split(/\r\n|\r|\n/)
      // Blanks alone: what else a language takes for one may be there to hide.
      .map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
      .map((line) => (line === '' ? '>' : `> ${escapeMarkdown(line)}`))
      .reduce((before, line) => `${before}${before.endsWith('\n>') || line === '>' ? '' : '\\'}\n${line}`)
  );
}
