/** Pure: what the observable showed, in Markdown, for the evidence and for the comment. EVIDENCE.md is made of this too: its output is part of that format. */

import type { TreeId } from '../core/brand.ts';
import { renderCommand } from '../core/command-line.ts';
import type { Attempt } from '../core/replay.ts';
import { count } from '../core/span.ts';
import { clip } from './clip.ts';
import { code } from './code.ts';
import { minuteOf } from './instant.ts';

const MAX_COMMAND = 400;
const MAX_FOLDER = 300;

/** A command in a code span, cut where it is too long to read. */
export function codeCommand(argv: readonly string[]): string {
  return clip(renderCommand(argv), MAX_COMMAND, code);
}

/** `` `pytest -q` exits 0 `` and the folder it must run in. */
export function renderObservable({ open: { observable } }: Attempt): string {
  const folder = observable.cwd === '.' ? '' : ` in ${clip(observable.cwd, MAX_FOLDER, code)}`;
  return `${codeCommand(observable.argv)}${folder} exits ${observable.exit}`;
}

/** Whether it held in time, at which minute and on which tree; `sealed` is the tree that is spoken for. */
export function renderObserved(attempt: Attempt, sealed: TreeId | undefined, digits?: number): string {
  const { open, held, observableFailed } = attempt;
  const name = (tree: TreeId): string => code(tree.slice(0, digits));
  const last = held.find((one) => sealed !== undefined && one.tree === sealed) ?? held.at(-1);
  if (last === undefined) {
    if (sealed === undefined) return `has not held yet, in ${count(observableFailed, 'run')}`;
    return observableFailed === 0
      ? 'never ran to its end before the deadline'
      : `never held before the deadline: ${count(observableFailed, 'run')} ended otherwise`;
  }
  const minute = `held at minute ${minuteOf(open, last.ts)}`;
  if (last.tree === undefined) return `${minute}, but files changed while it ran, so on no one tree`;
  if (sealed === undefined) return `${minute} on tree ${name(last.tree)}`;
  if (last.tree === sealed) return `${minute} on tree ${name(last.tree)}, the sealed one`;
  return `${minute} on tree ${name(last.tree)}, never on the sealed tree ${name(sealed)}`;
}
