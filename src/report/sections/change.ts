/** Pure: the diff against the declared paths. The findings name the files that are not inside them. */

import { count } from '../../core/span.ts';
import { bound, listSome } from '../clip.ts';
import { code } from '../code.ts';
import { escapeMarkdown } from '../escape.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_PATHS = 10;
const MAX_PATH = 300;
const MAX_REASON = 600;

/** Of what a carrier brings, most is of no one spike's. */
export function renderChange({ facts, verdict }: CommentView): string {
  if (verdict.gate === 'carrier') return '';
  const { change } = facts;
  const declared = lastOf(facts)?.open.paths;
  // Without the ledger nobody knows the declared paths, and so not what is inside them.
  if (declared === undefined) return '';
  if (change.kind === 'unknown') {
    return `**Diff:** could not be read: ${bound(change.reason, MAX_REASON, escapeMarkdown)}`;
  }
  if (change.files === 0) return '**Diff:** nothing but the bundle';
  const strays = new Set<string>([...change.protected, ...change.outside]).size;
  const inside = strays === 0 ? 'all inside' : `${strays} of them not inside`;
  const paths = listSome(declared, MAX_PATHS, (path) => bound(path, MAX_PATH, code)).join(', ');
  return `**Diff:** ${count(change.files, 'changed file')}, ${inside} the declared paths ${paths}`;
}
