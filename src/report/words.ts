/** Pure: a message in Markdown, with the ids and commands in it as code: both can be told from the words around them, and copied. */

import { code } from './code.ts';
import { escapeMarkdown, escapeTerminal } from './escape.ts';

/** Of hex digits, with nothing but marks of punctuation beside it. */
const ID = /(?<![^\s(])[0-9a-f]{7,64}(?=[,;:.)]*(?:\s|$))/g;
const BEFORE = /[\s(]$/;
const AFTER = /^[\s,;:.)]/;
/** Shorter ones are found in every other sentence. */
const SHORTEST = 2;

/**
 * `commands` are those that the message may name; each is found once. They are looked for as they are: a pattern made of untrusted
 * text may be too long to be one.
 */
export function renderWords(message: string, [command, ...others]: readonly string[] = []): string {
  if (command === undefined) return renderIds(message);
  const at = command.length < SHORTEST ? -1 : message.indexOf(command);
  const [before, after] = [message.slice(0, at), message.slice(at + command.length)];
  if (at === -1 || !standsAlone(before, after)) return renderWords(message, others);
  return `${renderWords(before, others)}${code(command)}${renderWords(after, others)}`;
}

function standsAlone(before: string, after: string): boolean {
  return (before === '' || BEFORE.test(before)) && (after === '' || AFTER.test(after));
}

function renderIds(text: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: id, index } of text.matchAll(ID)) {
    shown += `${escapeLine(text.slice(from, index))}${code(id)}`;
    from = index + id.length;
  }
  return `${shown}${escapeLine(text.slice(from))}`;
}

/** A line break in a name is shown, rather than made one. */
function escapeLine(text: string): string {
  return escapeMarkdown(escapeTerminal(text));
}
