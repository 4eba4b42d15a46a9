/** Pure: the bytes of a HYPOTHESIS.md to what it says. Every refusal names the line and the fix. */

import { SpikeError } from '../core/error.ts';
import type { Fault } from '../core/fault.ts';
import type { Hypothesis, Observable } from '../core/hypothesis.ts';
import { parseObservable } from './observable.ts';
import { parsePathLine } from './paths.ts';
import { LABELS, type Label, readSections, type Section, type Sections } from './sections.ts';
import { PLACEHOLDER } from './template.ts';

export const MAX_BYTES = 64 * 1024;
const LF = 0x0a;

const REQUIRED: readonly Label[] = ['Statement', 'Observable', 'Paths', 'Kill'];

const EXAMPLES: Readonly<Record<Label, string>> = {
  Statement: 'Statement: the one change, and what it makes true',
  Observable: 'Observable: `pytest tests/test_login.py -q` exits 0',
  Paths: 'Paths: and below it one "- path" a line',
  Kill: 'Kill: when to give up',
  Ship: 'Ship: when to ship',
};

type Refuse = (line: number, fault: { readonly message: string; readonly hint: string }) => SpikeError;

/** Throws `hypothesis-refused`. */
export function parseHypothesis(bytes: Uint8Array, file: string): Hypothesis {
  const refuse: Refuse = (line, { message, hint }) =>
    new SpikeError('hypothesis-refused', message, { hint, place: { file, line } });
  const text = decode(bytes, refuse);
  const sections = readSections(text);
  if ('message' in sections) throw refuse(sections.line, sections);
  const section = (label: Label): Section => sections.sections.get(label) ?? missing(label, sections, refuse);
  for (const label of REQUIRED) section(label);
  refusePlaceholders(sections, refuse);
  const value = (label: Label): string => readValue(label, section(label), refuse);
  return {
    title: sections.title,
    statement: value('Statement'),
    observable: readObservable(section('Observable'), refuse),
    observableText: value('Observable'),
    paths: readPaths(section('Paths'), refuse),
    kill: value('Kill'),
    ship: sections.sections.has('Ship') ? value('Ship') : undefined,
  };
}

function decode(bytes: Uint8Array, refuse: Refuse): string {
  if (bytes.length > MAX_BYTES) {
    throw refuse(1, {
      message: `expected at most ${MAX_BYTES} bytes, found ${bytes.length}`,
      hint: 'shorten it to the contract itself',
    });
  }
  const text = decodeUtf8(bytes) ?? invalid(bytes, refuse);
  const lines = text.split(/\r?\n/);
  // A control character could show a person another text than the one that is read here.
  const control = lines.findIndex((line) => /[\u2028\u2029]|[^\P{Cc}\t]/u.test(line));
  if (control !== -1)
    throw refuse(control + 1, { message: 'expected plain text, found a control character', hint: 'take it out' });
  return text;
}

/** Without a byte order mark, which some editors put first. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function invalid(bytes: Uint8Array, refuse: Refuse): never {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(LF, from);
    const to = end === -1 ? bytes.length : end;
    if (decodeUtf8(bytes.subarray(from, to)) === undefined) break;
    from = to + 1;
  }
  throw refuse(line, { message: 'expected UTF-8, found other bytes', hint: 'save the file as UTF-8' });
}

function missing(label: Label, { visible }: Sections, refuse: Refuse): never {
  const alike = new RegExp(`^[\\s>#*_-]*${label}[*_]*\\s*(?::|$)`, 'i');
  const near = visible.find(({ text }) => alike.test(text));
  const hint =
    near === undefined
      ? `write ${EXAMPLES[label]}`
      : `write "${label}:" at the start of line ${near.number}, without other marks`;
  const line = (near ?? visible.findLast(({ text }) => text !== ''))?.number ?? 1;
  throw refuse(line, { message: `expected a paragraph that begins with "${label}:", found none`, hint });
}

function refusePlaceholders({ sections }: Sections, refuse: Refuse): void {
  const left = LABELS.filter((label) => PLACEHOLDER.test(join(sections.get(label)?.lines ?? []).replace(/\s+/g, ' ')));
  const [first] = left;
  const section = first === undefined ? undefined : sections.get(first);
  if (section === undefined) return;
  const line = section.lines.find(({ text }) => text.includes('(fill in:'))?.number ?? section.line;
  throw refuse(line, {
    message: `expected ${left.join(', ')} to be filled in, found the template's "(fill in: …)"`,
    hint: 'write your own words there',
  });
}

function readValue(label: Label, section: Section, refuse: Refuse): string {
  const text = join(section.lines);
  if (text !== '') return text;
  throw refuse(section.line, {
    message: `expected a text after "${label}:", found none`,
    hint: `write ${EXAMPLES[label]}`,
  });
}

function join(lines: Section['lines']): string {
  return lines
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

/** A code fence could hold more than one command: what is in one is for the reader alone. */
function readObservable(section: Section, refuse: Refuse): Observable {
  readValue('Observable', section, refuse);
  const observable = parseObservable(join(section.lines.filter(({ kind }) => kind === 'text')));
  if ('argv' in observable) return observable;
  throw refuse(section.line, {
    message: `expected a command and its exit status, found ${observable.problem}`,
    hint: observable.hint,
  });
}

function readPaths(section: Section, refuse: Refuse): readonly string[] {
  const lines = section.lines.filter(({ kind }) => kind !== 'fence');
  const paths = lines.flatMap(({ number, text }) => {
    const found = parsePathLine(text);
    if (isPaths(found)) return found;
    throw refuse(number, {
      message: `expected a path the spike may change, found ${found.problem}: ${quoted(text)}`,
      hint: found.hint,
    });
  });
  if (paths.length > 0) return [...new Set(paths)];
  throw refuse(section.line, {
    message: 'expected a path after "Paths:", found none',
    hint: `write ${EXAMPLES.Paths}`,
  });
}

function isPaths(found: readonly string[] | Fault): found is readonly string[] {
  return !('problem' in found);
}

function quoted(text: string): string {
  const path = text.trim();
  return JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path);
}
