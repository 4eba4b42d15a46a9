/** Pure: whether the paragraph of a decision says anything that a reader would see. */

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<[^<>]*>/g;
const WORD = /[\p{L}\p{N}]/u;

/** Comments, tags, blanks and characters without a shape are no reason. */
export function saysNothing(paragraph: string): boolean {
  return !WORD.test(paragraph.replace(COMMENT, '').replace(TAG, ''));
}
