/** Pure: whose comment this is, and how a reader comes to the same verdict alone. */

import { codeSpan } from '../escape.ts';
import { type CommentView, lastOf } from '../view.ts';

export function renderFooter({ facts, verifyCommand }: CommentView): string {
  const open = lastOf(facts)?.open;
  const way = open === undefined ? '' : `, from ${codeSpan(open.branch)} into ${codeSpan(open.target)}`;
  return `<sub>Spike ${codeSpan(facts.slug)}${way}. Judge it yourself: ${codeSpan(verifyCommand)}</sub>`;
}
