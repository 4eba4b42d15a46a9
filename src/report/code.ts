/** Pure: inline code in Markdown that also reads well raw. EVIDENCE.md is made of this too: its output is part of that format. */

import { codeSpan } from './escape.ts';

/** Words of an alphabet in which nothing can end a code span or be anything else in it. */
const PLAIN = /^[A-Za-z0-9_.,;/=+*%:@?!^~"'(){}[\]-]+(?: [A-Za-z0-9_.,;/=+*%:@?!^~"'(){}[\]-]+)*$/;

/** Between back quotes where the text is plain, as ids, paths and most commands are; else as `escape.ts` writes code. */
export function code(text: string): string {
  return PLAIN.test(text) ? `\`${text}\`` : codeSpan(text);
}
