/** How a live spike's branch lies in its repository, as far as the hooks' shell can judge a commit by it. */

import { existsSync } from 'node:fs';
import type { CommitId } from '../core/brand.ts';
import type { Landscape } from '../core/cached-facts.ts';
import type { OpenRecord } from '../core/record.ts';
import { protectedPathspecs } from '../git/change.ts';
import { excludedPathspec, foldedPathspec } from '../git/pathspec.ts';
import { bundleFolderIn } from './bundle-folder.ts';

export function landscapeOf(commonDir: string, open: OpenRecord, tip: CommitId): Landscape {
  const { paths } = open;
  const guarded = guardedBy(open);
  return {
    tip,
    targetFiles: targetFiles(open),
    // What a reftable holds shows in no file of its own.
    undeclared: existsSync(`${commonDir}/reftable`) ? [] : paths.map(excludedPathspec),
    guarded: paths.some((path) => guarded.some((other) => mayMeet(path, other))) ? guarded.map(foldedPathspec) : [],
  };
}

/** Below the git common directory: where the target's branch is kept, here and as it was fetched. */
export function targetFiles({ target }: OpenRecord): readonly string[] {
  return [`refs/heads/${target}`, `refs/remotes/origin/${target}`, 'packed-refs'];
}

function guardedBy(open: OpenRecord): readonly string[] {
  const configured = open.policy['protected'];
  const protectedPaths = Array.isArray(configured) ? configured.map(String) : [];
  return protectedPathspecs({ protectedPaths, bundle: bundleFolderIn(open) });
}

/** Whether a path may match both patterns, for all that their beginnings tell. */
function mayMeet(one: string, other: string): boolean {
  const [short = '', long = ''] = [fixedPart(one), fixedPart(other)].sort((a, b) => a.length - b.length);
  return long.startsWith(short.replace(/\/$/, ''));
}

/** Up to the first wildcard, in one case: on some file systems those names are one file. */
function fixedPart(pathspec: string): string {
  return pathspec.replace(/[*?[\\].*$/s, '').toLowerCase();
}
