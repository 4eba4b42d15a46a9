/** Each place in which Markdown of ours shows what somebody else wrote, dressed as the product dresses it. */

import { code } from '../../src/report/code.ts';
import { codeBlock, codeSpan, escapeHtml, escapeMarkdown, escapeTerminal } from '../../src/report/escape.ts';
import type { MarkdownPlace } from '../support/break-out.ts';

export const PLACES: readonly MarkdownPlace[] = [
  inline('text at the start of a line', (text) => text),
  inline('text on a second line', (text) => `said:\n${text}\nand on`),
  inline('text in a list', (text) => `- ${text}\n- x`),
  inline('text in a quote', (text) => `> x\\\n> ${text}`),
  inline('text as a heading', (text) => `### ${text}`),
  inline('text beside code, in emphasis, in a table', (text) => `| a |\n|-|\n| **so ${codeSpan('x')}${text}.** |`),
  asCode('code at the start of a line', (text) => text),
  asCode('code in a list, beside words', (text) => `- **in**: (${text}, x)`),
  { name: 'HTML code in a table', put: (text) => `| a |\n|-|\n| ${codeSpan(text)} |`, seen: seenInLine },
  { name: 'a block of code', put: (text) => `x\n\n${codeBlock(text)}\n\ny`, seen: seenInBlock },
  {
    name: 'HTML in a fold',
    put: (text) => `<details><summary><code>${escapeHtml(text)}</code></summary>\n\nx\n\n</details>`,
    seen: seenInLine,
  },
];

function seenInLines(text: string): string {
  return text.split(/\r?\n/).map(seenInLine).join('\n');
}

/** As in a terminal, where no runner reads along. */
export function seenInLine(text: string): string {
  return escapeTerminal(text).replaceAll('#\\x23[', '##[');
}

function inline(name: string, around: (dressed: string) => string): MarkdownPlace {
  return { name, put: (text) => around(escapeMarkdown(text)), seen: seenInLines };
}

function asCode(name: string, around: (dressed: string) => string): MarkdownPlace {
  return { name, put: (text) => around(code(text)), seen: seenInLine };
}

function seenInBlock(text: string): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines
    .map((line) => line.split('\t').map(escapeTerminal).join('\t'))
    .map((line) => line.replaceAll('<!--', '<\\x21--').replace(/^([ \t]*):(?=:)/, '$1\\x3a'))
    .join('\n');
}
