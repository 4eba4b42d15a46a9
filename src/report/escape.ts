/**
 * Pure: the only way untrusted text gets out. A branch, a path, an argument or a paragraph may be written to deceive whoever
 * reads it, or to command what displays it. What cannot be seen is shown as an escape, never dropped.
 */

import { COMBINING_MARKS } from './combining-marks.ts';

/**
 * Controls, and what is invisible, turns the direction of text or only looks like a blank. Spelled out, since the classes
 * of Unicode that a program knows change with its version, and two programs must write the same evidence.
 */
const HIDDEN_RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f], // controls; escape begins a terminal's sequences
  [0x7f, 0xa0], // delete, more controls, and a blank that is none
  [0xad, 0xad], // soft hyphen
  [0x34f, 0x34f], // combining grapheme joiner
  [0x61c, 0x61c], // Arabic letter mark
  [0x115f, 0x1160], // Hangul fillers
  [0x1680, 0x1680], // Ogham blank
  [0x17b4, 0x17b5], // Khmer vowels that show nothing
  [0x180b, 0x180f], // Mongolian selectors
  [0x2000, 0x200f], // blanks, zero-width characters, direction marks
  [0x2028, 0x202f], // line separators, direction overrides
  [0x205f, 0x206f], // invisible operators, direction isolates
  [0x2800, 0x2800], // empty Braille cell
  [0x3000, 0x3000], // wide blank
  [0x3164, 0x3164], // Hangul filler
  [0xd800, 0xdfff], // halves of a character
  [0xe000, 0xf8ff], // private use
  [0xfe00, 0xfe0f], // variation selectors, which can carry a message
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0], // halfwidth Hangul filler
  [0xfff0, 0xfffb], // annotation marks
  [0xfffe, 0xffff], // no characters
  [0x13430, 0x1343f], // hieroglyph joiners
  [0x16fe4, 0x16fe4], // Khitan filler
  [0x1bca0, 0x1bca3], // shorthand controls
  [0x1d159, 0x1d159], // a note's head that shows nothing
  [0x1d173, 0x1d17a], // musical controls
  [0xe0000, 0x10ffff], // tags, more selectors, private use
];

const HIDDEN = new RegExp(
  `[${HIDDEN_RANGES.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')}]`,
  'gu',
);

/** More marks on one character than any script stacks are drawn over the lines above and below. */
const STACKED = new RegExp(`[${COMBINING_MARKS}]{5,}`, 'gu');

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * One line for a terminal: no control character, no sequence, nothing hidden. Where a workflow runs the program, its runner
 * reads the same line, and obeys `##[command]` anywhere in it.
 */
export function escapeTerminal(text: string): string {
  return reveal(text).replaceAll('##[', '#\\x23[');
}

/** One line of a log that the runner of a workflow reads: it also obeys `::command::` after blanks. */
export function escapeWorkflowCommand(text: string): string {
  return escapeTerminal(text).replace(/^( *):(?=:)/, '$1\\x3a');
}

function reveal(text: string): string {
  return text.replace(HIDDEN, show).replace(STACKED, showEach);
}

/** Text or the value of an attribute. One line. */
export function escapeHtml(text: string): string {
  return reveal(text).replace(/[&<>"']/g, entity);
}

/**
 * Inline code in Markdown or in HTML within it, a table's cell included: no back quotes to be closed, so it may stand beside
 * anything. Nothing in code notifies or refers. One line.
 */
export function codeSpan(text: string): string {
  return `<code>${encode(reveal(text))}</code>`;
}

/**
 * Inline text in Markdown or in HTML within it, at the start of a line too. Words that a host would make a link, a mention,
 * a reference or a formula are shown as code, since entities do not keep it from that. A line break becomes `<br>`.
 */
export function escapeMarkdown(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => reveal(line).replace(/ +|[^ ]+/g, escapeWord))
    .join('<br>')
    .replace(BLOCK_START, (start) => start.slice(0, -1) + entity(start.slice(-1)))
    .replace(/^ {0,3}(?=<br>)/, '$&&#32;')
    .replace(BOX_START, '$&<wbr>');
}

/** What would begin a list, a heading, a table or a block of code. */
const BLOCK_START = /^ (?= {3})|^ {0,3}(?:[=+:-]|\d+[.)])/;
/** What a host makes an alert or a box to tick of, once entities are read: an element that holds nothing keeps it from that. */
const BOX_START = /^(?:&#32;)? *&#91;(?=(?:[ xX]|![A-Za-z]+)&#93;)/;

/** Lines of code as a block of its own: the caller puts it at the start of a line, with blank lines around. */
export function codeBlock(text: string): string {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const shown = lines.map(showLine);
  const runs = shown.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length), 2) + 1);
  return [fence, ...shown, fence].join('\n');
}

/** Our own marks are comments, and are looked for in the text as it is written; and what is written may end up in a log. */
function showLine(line: string): string {
  return line
    .replace(HIDDEN, showButTabs)
    .replace(STACKED, showEach)
    .replaceAll('<!--', '<\\x21--')
    .replaceAll('##[', '#\\x23[')
    .replace(/^([ \t]*):(?=:)/, '$1\\x3a');
}

function show(hidden: string): string {
  const named = NAMED[hidden];
  if (named !== undefined) return named;
  const code = (hidden.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
}

function showEach(marks: string): string {
  return Array.from(marks, show).join('');
}

function showButTabs(hidden: string): string {
  return hidden === '\t' ? hidden : show(hidden);
}

/** Whole words, so that nothing of a link or a name is left beside the code. */
const REFERS =
  /[@#$]|:\/\/|[Ww]{3}\.|:[\w+-]+:|\b[Gg][Hh]-\d|\b[A-Z][A-Z0-9]+-\d|(?<![A-Za-z0-9])[0-9a-f]{7,64}(?![A-Za-z0-9])/;

function escapeWord(word: string): string {
  return REFERS.test(word) ? codeSpan(word) : encode(word);
}

/** What Markdown, HTML or a host could take for more than itself. Between letters `_` and `\` are nothing else. */
const SPECIAL = /[&<>`*~[\]|$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|\\(?![A-Za-z0-9])|:(?=\/\/)|(?<=www)\./gi;
/** An address, also behind one of the above: in code, an element that holds nothing keeps it from becoming a link. */
const ADDRESS = /(?<=[A-Za-z0-9.+_-]|&#(?:46|95);)@/g;

function encode(text: string): string {
  return text.replace(SPECIAL, entity).replace(ADDRESS, '@<wbr>');
}

function entity(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    default:
      return `&#${character.charCodeAt(0)};`;
  }
}
