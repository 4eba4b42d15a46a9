/** Pure: what git tells a reference-transaction hook on stdin, one line for each ref that is to change. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { isObjectId, isZeroId, parseCommitId } from '../core/object-id.ts';

export interface MovedRef {
  readonly ref: string;
  /** What it named, as far as git was told; for a tag the id of the tag object. */
  readonly from: CommitId | undefined;
  /** What it is to name: an object, the name of another ref, or nothing any more. */
  readonly to:
    | { readonly kind: 'object'; readonly id: CommitId }
    | { readonly kind: 'ref'; readonly name: string }
    | { readonly kind: 'nothing' };
}

const LINE = /^(\S+) (\S+) (\S.*)$/;
const SYMBOLIC = 'ref:';

/** Throws `unreadable` with the line: a ref that cannot be read cannot be let through. */
export function parseMovedRefs(text: string): readonly MovedRef[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(parseLine);
}

function parseLine(line: string, index: number): MovedRef {
  const [, from, to, ref] = LINE.exec(line) ?? [];
  if (from === undefined || to === undefined || ref === undefined) throw malformed(line, index);
  if (!isNamed(from) || !isNamed(to)) throw malformed(line, index);
  return { ref, from: isObjectId(from) && !isZeroId(from) ? parseCommitId(from) : undefined, to: targetOf(to) };
}

function isNamed(text: string): boolean {
  return isObjectId(text) || (text.startsWith(SYMBOLIC) && text.length > SYMBOLIC.length);
}

function targetOf(text: string): MovedRef['to'] {
  if (text.startsWith(SYMBOLIC)) return { kind: 'ref', name: text.slice(SYMBOLIC.length) };
  return isZeroId(text) ? { kind: 'nothing' } : { kind: 'object', id: parseCommitId(text) };
}

function malformed(line: string, index: number): SpikeError {
  return new SpikeError(
    'unreadable',
    `expected "<id> <id> <ref>" from git, found ${JSON.stringify(line.slice(0, 200))}`,
    {
      hint: 'let the reference-transaction hook pass on stdin as git writes it',
      place: { file: 'standard input', line: index + 1 },
    },
  );
}
