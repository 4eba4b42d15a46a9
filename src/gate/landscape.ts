/** How a live spike's branch lies in its repository, as far as the hooks' shell can judge a commit by it. */

import { existsSync } from 'node:fs';
import type { CommitId } from '../core/brand.ts';
import type { Landscape } from '../core/cached-facts.ts';
import { ALWAYS_PROTECTED } from '../core/config.ts';
import type { OpenRecord } from '../core/record.ts';
import { excludedPathspec } from '../git/pathspec.ts';
import { bundleFolderIn } from './bundle-folder.ts';

export function landscapeOf(commonDir: string, open: OpenRecord, tip: CommitId): Landscape {
  return {
    tip,
    targetFiles: targetFiles(open),
    // What a reftable holds shows in no file of its own.
    undeclared: existsSync(`${commonDir}/reftable`) ? [] : undeclared(open),
  };
}

/** Below the git common directory: where the target's branch is kept, here and as it was fetched. */
export function targetFiles({ target }: OpenRecord): readonly string[] {
  return [`refs/heads/${target}`, `refs/remotes/origin/${target}`, 'packed-refs'];
}

/** Where a declared path may lie in a protected one, git would have to be asked twice: none then. */
function undeclared({ paths, policy }: OpenRecord): readonly string[] {
  const guarded = policy['protected'];
  const off = [...ALWAYS_PROTECTED, ...(Array.isArray(guarded) ? guarded : []), `${bundleFolderIn({ policy })}/`].map(
    fixedPart,
  );
  const mayMeet = paths.map(fixedPart).some((path) => off.some((other) => meet(path, other)));
  return mayMeet ? [] : paths.map(excludedPathspec);
}

/** Up to the first wildcard, in one case: on some file systems those names are one file. */
function fixedPart(pathspec: unknown): string {
  return String(pathspec)
    .replace(/[*?[\\].*$/s, '')
    .toLowerCase();
}

function meet(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one.replace(/\/$/, ''));
}
