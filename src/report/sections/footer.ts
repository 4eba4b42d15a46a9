/** Pure: how a reader comes to the same verdict alone, and whose log this is, by its own words. Folded: a block has a button that copies it. */

import { bound, clip } from '../clip.ts';
import { code } from '../code.ts';
import { codeBlock, escapeTerminal } from '../escape.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_BRANCH = 300;
const MAX_COMMAND = 1000;

export function renderFooter({ facts, verifyCommand }: CommentView): string {
  if (verifyCommand === '') return '';
  const open = lastOf(facts)?.open;
  // The log's own claim: nothing holds it against the branches of the pull request.
  const way = open === undefined ? [] : ['', `The log was opened on ${name(open.branch)} for ${name(open.target)}.`];
  return [
    '<details><summary>Judge it yourself, in a clone with spike-gate</summary>',
    '',
    codeBlock(clip(verifyCommand, MAX_COMMAND, escapeTerminal)),
    ...way,
    '',
    '</details>',
  ].join('\n');
}

function name(branch: string): string {
  return bound(branch, MAX_BRANCH, code);
}
