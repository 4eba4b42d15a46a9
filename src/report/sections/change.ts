/** Pure: the diff against the declared paths. */

import type { RepoPath } from '../../core/brand.ts';
import { count } from '../../core/span.ts';
import { clip, listSome } from '../clip.ts';
import { codeSpan, escapeMarkdown } from '../escape.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_PATHS = 10;
const MAX_PATH = 300;
const MAX_REASON = 600;

export function renderChange({ facts }: CommentView): string {
  const { change } = facts;
  const declared = lastOf(facts)?.open.paths;
  // Without the ledger nobody knows the declared paths, and so not what is inside them.
  if (declared === undefined) return '';
  if (change.kind === 'unknown')
    return `**Diff:** could not be read: ${clip(change.reason, MAX_REASON, escapeMarkdown)}`;
  if (change.files === 0) return '**Diff:** nothing but the bundle';
  const strays = [...new Set([...change.protected, ...change.outside])];
  const line = `**Diff:** ${count(change.files, 'changed file')}, ${renderInside(strays.length)} ${listSome(declared, MAX_PATHS, (path) => clip(path, MAX_PATH, codeSpan)).join(', ')}`;
  const guarded = new Set(change.protected);
  const path = (stray: RepoPath): string =>
    `${clip(stray, MAX_PATH, codeSpan)}${guarded.has(stray) ? ' (protected)' : ''}`;
  return strays.length === 0
    ? line
    : [line, '', ...listSome(strays, MAX_PATHS, path).map((text) => `- ${text}`)].join('\n');
}

function renderInside(strays: number): string {
  return strays === 0 ? 'all inside the declared paths' : `${strays} of them not inside the declared paths`;
}
