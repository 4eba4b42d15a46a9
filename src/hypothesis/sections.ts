/** Pure: the labelled paragraphs of a HYPOTHESIS.md, and what of Markdown may stand between them. */

import { codeSpanAt, endOfRun } from './code-spans.ts';

export const LABELS = ['Statement', 'Observable', 'Paths', 'Kill', 'Ship'] as const;
export type Label = (typeof LABELS)[number];

/** A line of a value, comments taken out. `fence` is the mark that opens or closes a code fence, `fenced` what is in it. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly kind: 'text' | 'fence' | 'fenced';
}

export interface Section {
  /** Of the label. */
  readonly line: number;
  readonly lines: readonly Line[];
}

/** What makes the whole text unreadable: `line` is where it begins. */
export interface SectionsFault {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

export interface Sections {
  readonly title: string | undefined;
  readonly sections: ReadonlyMap<Label, Section>;
  /** Every line that a reader sees, for the search of a label that was written in another way. */
  readonly visible: readonly Line[];
}

const LABEL_AT_START = new RegExp(`^(${LABELS.join('|')}):`);
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
/** The number signs that may close a heading. */
const CLOSING_SIGNS = /(?<=[ \t])#+$/;
/** Back quotes with more of them on the line are a code span, not a fence. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

interface Reader {
  title: string | undefined;
  readonly sections: Map<Label, { readonly line: number; readonly lines: Line[] }>;
  readonly visible: Line[];
  label: Label | undefined;
  /** The line on which an open comment or fence began. */
  comment: number | undefined;
  fence: { readonly line: number; readonly mark: string } | undefined;
}

export function readSections(text: string): Sections | SectionsFault {
  const reader: Reader = {
    title: undefined,
    sections: new Map(),
    visible: [],
    label: undefined,
    comment: undefined,
    fence: undefined,
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fault = readLine(reader, line, index + 1);
    if (fault !== undefined) return fault;
  }
  return unclosed(reader) ?? reader;
}

function unclosed({ comment, fence }: Reader): SectionsFault | undefined {
  if (comment !== undefined) {
    return { line: comment, message: 'expected a comment to end, found no end', hint: 'close it with -->' };
  }
  return fence === undefined
    ? undefined
    : { line: fence.line, message: 'expected a code fence to end, found no end', hint: `close it with ${fence.mark}` };
}

function readLine(reader: Reader, raw: string, number: number): SectionsFault | undefined {
  if (reader.fence !== undefined) {
    const closes = isClosing(raw, reader.fence.mark);
    if (closes) reader.fence = undefined;
    keep(reader, { number, text: raw.trimEnd(), kind: closes ? 'fence' : 'fenced' });
    return undefined;
  }
  const afterComment = reader.comment !== undefined || raw.trimStart().startsWith('<!--');
  const text = takeOutComments(reader, raw, number);
  if (text === '' && raw.trim() !== '') return undefined;
  // What follows a comment on its line does not stand at the start of a line.
  if (afterComment) return keep(reader, { number, text, kind: 'text' });
  return readVisibleLine(reader, raw, { number, text, kind: 'text' });
}

function readVisibleLine(reader: Reader, raw: string, line: Line): SectionsFault | undefined {
  const { number, text } = line;
  const mark = FENCE.exec(text)?.[1];
  if (mark !== undefined) {
    reader.fence = { line: number, mark };
    return keep(reader, { ...line, kind: 'fence' });
  }
  if (HEADING.test(text)) {
    reader.title ??= titleOf(text);
    reader.visible.push(line);
    return undefined;
  }
  const label = LABELS.find((candidate) => candidate === LABEL_AT_START.exec(raw)?.[1]);
  if (label === undefined) return keep(reader, line);
  const earlier = reader.sections.get(label);
  if (earlier !== undefined) {
    return {
      line: number,
      message: `expected "${label}:" once, found it again after line ${earlier.line}`,
      hint: 'make one paragraph of the two',
    };
  }
  reader.sections.set(label, { line: number, lines: [] });
  reader.label = label;
  return keep(reader, { ...line, text: text.slice(label.length + 1).trim() });
}

/** Of a heading of the first level. */
function titleOf(heading: string): string | undefined {
  const [signs, ...rest] = heading.trim().split(/[ \t]/);
  const title = rest.join(' ').replace(CLOSING_SIGNS, '').trim();
  return signs === '#' && title !== '' ? title : undefined;
}

function keep(reader: Reader, line: Line): undefined {
  reader.visible.push(line);
  if (reader.label !== undefined) reader.sections.get(reader.label)?.lines.push(line);
}

function isClosing(line: string, mark: string): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === mark[0] && closing.length >= mark.length;
}

/** The line without its comments, and without blanks at its end. A comment mark in a code span is none. */
function takeOutComments(reader: Reader, line: string, number: number): string {
  let text = '';
  let at = 0;
  while (at < line.length) {
    if (reader.comment !== undefined) {
      const end = line.indexOf('-->', at);
      if (end === -1) return text.trimEnd();
      reader.comment = undefined;
      at = end + 3;
    } else if (line.startsWith('<!--', at)) {
      reader.comment = number;
      at += 4;
    } else {
      const end = endOfPiece(line, at);
      text += line.slice(at, end);
      at = end;
    }
  }
  return text.trimEnd();
}

/** Past the code span that begins here; else past the run of back quotes, or the one character. */
function endOfPiece(line: string, at: number): number {
  return line[at] === '`' ? (codeSpanAt(line, at)?.end ?? endOfRun(line, at)) : at + 1;
}
