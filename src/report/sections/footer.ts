/** Pure: whose comment this is, and how a reader comes to the same verdict alone. */

import { code } from '../code.ts';
import { type CommentView, lastOf } from '../view.ts';

export function renderFooter({ facts, verifyCommand }: CommentView): string {
  const open = lastOf(facts)?.open;
  const way = open === undefined ? '' : `From ${code(open.branch)} into ${code(open.target)}. `;
  return `<sub>${way}Judge it yourself: ${code(verifyCommand)}</sub>`;
}
