/** Pure: the claim beside its observable. */

import { bound, oneLine } from '../clip.ts';
import { escapeMarkdown } from '../escape.ts';
import { codeCommand, renderObservable, renderObserved } from '../observed.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_STATEMENT = 1000;
const TREE_DIGITS = 12;

export function renderClaim({ facts }: CommentView): string {
  const last = lastOf(facts);
  const lines: string[] = [];
  if (facts.hypothesis.kind === 'known') {
    lines.push(`**Claim:** ${bound(oneLine(facts.hypothesis.parsed.statement), MAX_STATEMENT, escapeMarkdown)}`);
  }
  if (last !== undefined) {
    lines.push(`**Observable:** ${renderObservable(last)}; ${renderObserved(last, last.seal?.tree, TREE_DIGITS)}`);
  } else if (facts.hypothesis.kind === 'known') {
    const { argv, exit } = facts.hypothesis.parsed.observable;
    lines.push(`**Observable:** ${codeCommand(argv)} exits ${exit}; not shown to have held`);
  }
  return lines.join('\n\n');
}
