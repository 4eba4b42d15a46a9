/** Pure: EVIDENCE.md to its facts and its paragraph. Strict, so that nothing but the paragraph can be said outside the facts. */

import { type Place, SpikeError } from '../core/error.ts';
import { FACTS_BEGIN, FACTS_END, isMarkerLike, MAX_EVIDENCE_BYTES, REASON, TITLE } from './markers.ts';

export interface ParsedEvidence {
  /** What stands between the markers, without the line breaks next to them. */
  readonly facts: string;
  /** The person's paragraph, trimmed; empty where there is none. */
  readonly paragraph: string;
}

const HINT = 'spike ship or spike kill writes EVIDENCE.md again from the ledger';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws `unreadable` with the line. `file` names the document in errors. */
export function parseEvidence(bytes: Uint8Array, file: string): ParsedEvidence {
  const lines = decode(bytes, file).split('\n');
  expectLines(lines, [TITLE, '', FACTS_BEGIN], { file, line: 1 });
  const end = endOfFacts(lines, file);
  return { facts: lines.slice(3, end).join('\n'), paragraph: readParagraph(lines, end + 1, file) };
}

function decode(bytes: Uint8Array, file: string): string {
  if (bytes.length > MAX_EVIDENCE_BYTES) {
    throw unreadable(`expected at most ${MAX_EVIDENCE_BYTES} bytes, found ${bytes.length}`, { file });
  }
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new SpikeError('unreadable', 'expected UTF-8, found other bytes', { hint: HINT, place: { file }, cause });
  }
}

/** Index of the one closing marker. */
function endOfFacts(lines: readonly string[], file: string): number {
  const markers = lines.flatMap((line, index) => (isMarkerLike(line) ? [index] : []));
  const [, end, extra] = markers;
  if (end === undefined) throw unreadable(`expected the line ${FACTS_END}, found none`, { file, line: lines.length });
  expectLines(lines, [FACTS_END], { file, line: end + 1 });
  if (extra !== undefined)
    throw unreadable('expected one pair of facts markers, found another marker', { file, line: extra + 1 });
  return end;
}

function readParagraph(lines: readonly string[], from: number, file: string): string {
  const first = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  if (first === -1) return '';
  expectLines(lines, ['', REASON], { file, line: from + 1 });
  return lines
    .slice(from + 2)
    .join('\n')
    .trim();
}

/** Compares from the line of `place` on. */
function expectLines(
  lines: readonly string[],
  expected: readonly string[],
  { file, line: from }: Required<Omit<Place, 'column'>>,
): void {
  for (const [index, line] of expected.entries()) {
    const found = lines[from - 1 + index];
    if (found === line) continue;
    const wanted = line === '' ? 'an empty line' : `the line ${line}`;
    throw unreadable(`expected ${wanted}, found ${describe(found, line)}`, { file, line: from + index });
  }
}

function describe(found: string | undefined, expected: string): string {
  if (found === undefined) return 'the end';
  return found === `${expected}\r` ? 'a line that ends in CR LF' : JSON.stringify(found.slice(0, 60));
}

function unreadable(message: string, place: Place): SpikeError {
  return new SpikeError('unreadable', message, { hint: HINT, place });
}
