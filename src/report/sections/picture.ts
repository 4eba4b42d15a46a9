/** Pure: the clock once more, as a picture for whom it tells more, folded. */

import { renderPicture } from '../picture.ts';
import { type CommentView, lastOf } from '../view.ts';

export function renderPictureSection({ facts }: CommentView): string {
  const last = lastOf(facts);
  const lines = last === undefined ? [] : renderPicture(last);
  if (lines.length === 0) return '';
  return [
    '<details><summary>The clock as a picture</summary>',
    '',
    '```mermaid',
    ...lines,
    '```',
    '',
    '</details>',
  ].join('\n');
}
