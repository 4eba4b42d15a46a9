/** Pure: whose log this is, by its own words, and how a reader comes to the same verdict alone. */

import { bound } from '../clip.ts';
import { code } from '../code.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_BRANCH = 300;
const MAX_COMMAND = 2000;

export function renderFooter({ facts, verifyCommand }: CommentView): string {
  const open = lastOf(facts)?.open;
  // The log's own claim: nothing holds it against the branches of the pull request.
  const way = open === undefined ? '' : `The log was opened on ${name(open.branch)} for ${name(open.target)}. `;
  return `<sub>${way}Judge it yourself: ${bound(verifyCommand, MAX_COMMAND, code)}</sub>`;
}

function name(branch: string): string {
  return bound(branch, MAX_BRANCH, code);
}
