/** Pure: a hint in Markdown, with the commands in it as code, so that they can be told from the words and copied. */

import { code } from './code.ts';
import { escapeMarkdown } from './escape.ts';

const WORD = '(?: (?:--?[a-z][a-z-]*|"[^"]*"|<[a-z]+>))*';
const COMMAND = new RegExp(
  String.raw`\b(?:spike (?:new|init|start|status|run|ship|kill|verify|gate)\b${WORD}|spike-run|git push -u origin [\w./-]+|git (?:checkout|restore) .+?(?= (?:takes it out|puts the bundle back)\b)|git [a-z]+(?:-[a-z]+)*${WORD})`,
  'gs',
);

export function renderHint(hint: string): string {
  let text = '';
  let from = 0;
  for (const { 0: command, index } of hint.matchAll(COMMAND)) {
    text += `${escapeMarkdown(hint.slice(from, index))}${code(command)}`;
    from = index + command.length;
  }
  return `${text}${escapeMarkdown(hint.slice(from))}`;
}
