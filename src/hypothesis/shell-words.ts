/** Pure: splits a command as a POSIX shell would, and refuses whatever a shell would do beyond that. */

import type { Fault } from '../core/fault.ts';

const IN_A_SCRIPT = 'put it in a script of the repository, and name that script';
const QUOTE_IT = "quote it with '…' if it is meant as it stands, else put it in a script of the repository";

const OPERATORS = '|&;<>()\n';
/** What follows a `$` that a shell would replace. */
const EXPANDS = /[A-Za-z0-9_{(@*#?$!-]/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const BRACES = /\{(?:[^\s{}'",.]|\.(?!\.))*(?:,|\.\.)[^\s{}'"]*\}/y;

/** What has been read so far; `word` is undefined between words. */
interface Reader {
  readonly text: string;
  at: number;
  word: string | undefined;
  readonly words: string[];
}

/** The argument vector, at least one word long, or the first thing that stands in its way. */
export function splitShellWords(text: string): readonly string[] | Fault {
  const reader: Reader = { text, at: 0, word: undefined, words: [] };
  while (reader.at < text.length) {
    const fault = readNext(reader);
    if (fault !== undefined) return fault;
  }
  if (reader.word !== undefined) reader.words.push(reader.word);
  const [program] = reader.words;
  if (program === undefined || program === '') return { problem: 'no command', hint: 'name the program to run' };
  if (program === '!') return { problem: 'an unquoted "!"', hint: 'name the exit status that is expected instead' };
  return reader.words;
}

function readNext(reader: Reader): Fault | undefined {
  const character = reader.text[reader.at] ?? '';
  if (character === ' ' || character === '\t') return endWord(reader);
  if (character === "'") return readSingleQuoted(reader);
  if (character === '"') return readDoubleQuoted(reader);
  if (character === '\\') return readEscaped(reader);
  const fault = unquotedFault(reader, character);
  if (fault !== undefined) return fault;
  reader.word = (reader.word ?? '') + character;
  reader.at += 1;
  return undefined;
}

function endWord(reader: Reader): undefined {
  if (reader.word !== undefined) reader.words.push(reader.word);
  reader.word = undefined;
  reader.at += 1;
}

function readSingleQuoted(reader: Reader): Fault | undefined {
  const end = reader.text.indexOf("'", reader.at + 1);
  if (end === -1) return unclosed("'");
  reader.word = (reader.word ?? '') + reader.text.slice(reader.at + 1, end);
  reader.at = end + 1;
  return undefined;
}

function readDoubleQuoted(reader: Reader): Fault | undefined {
  const { text } = reader;
  let word = reader.word ?? '';
  for (let at = reader.at + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (character === '"') {
      reader.word = word;
      reader.at = at + 1;
      return undefined;
    }
    if (character === '`' || (character === '$' && EXPANDS.test(next))) return expansion(character + next);
    const escapes = character === '\\' && '$`"\\'.includes(next) && next !== '';
    if (escapes) at += 1;
    word += escapes ? next : character;
  }
  return unclosed('"');
}

function readEscaped(reader: Reader): Fault | undefined {
  const next = reader.text[reader.at + 1];
  if (next === undefined)
    return { problem: 'a backslash at the end', hint: 'take it out, or put the command on one line' };
  if (next === '\n') return { problem: 'an escaped line break', hint: 'put the command on one line' };
  reader.word = (reader.word ?? '') + next;
  reader.at += 2;
  return undefined;
}

function unquotedFault(reader: Reader, character: string): Fault | undefined {
  const { text, at, word, words } = reader;
  if (OPERATORS.includes(character)) {
    return { problem: `the shell operator ${JSON.stringify(character)}`, hint: IN_A_SCRIPT };
  }
  if (character === '=' && words.length === 0 && ASSIGNMENT.test(`${word ?? ''}=`)) {
    return { problem: 'an assignment before the command', hint: `begin it with env: env ${word ?? ''}=…` };
  }
  if (word === undefined && (character === '~' || character === '#')) {
    return { problem: `a word that begins with "${character}"`, hint: QUOTE_IT };
  }
  return expansionFault({ text, at, first: word === undefined });
}

interface Position {
  readonly text: string;
  readonly at: number;
  /** Whether a word would begin here. */
  readonly first: boolean;
}

function expansionFault(position: Position): Fault | undefined {
  const { text, at } = position;
  const character = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (character === '`' || (character === '$' && (EXPANDS.test(next) || next === "'" || next === '"'))) {
    return expansion(character + next);
  }
  if (character === '*' || character === '?' || (character === '[' && !isBracketCommand(position))) {
    return { problem: `the wildcard "${character}", which nothing expands here`, hint: QUOTE_IT };
  }
  if (character === '{' && matchesAt(BRACES, text, at)) {
    return { problem: 'braces, which nothing expands here', hint: QUOTE_IT };
  }
  return undefined;
}

/** `[ -f x ]` is a command like any other. */
function isBracketCommand({ text, at, first }: Position): boolean {
  return first && /[ \t]/.test(text[at + 1] ?? ' ');
}

function matchesAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}

function expansion(found: string): Fault {
  return { problem: `the expansion ${JSON.stringify(found.trim())}…, which nothing expands here`, hint: QUOTE_IT };
}

function unclosed(quote: string): Fault {
  return { problem: `a ${quote} that nothing closes`, hint: `close it with ${quote}, or put \\ before it` };
}
