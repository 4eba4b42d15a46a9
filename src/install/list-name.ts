/** Pure: how a place is named in the list of what `init` has written: from the top of the worktree, wherever that is. */

import { join, relative } from 'node:path';

/** As no file of a worktree can begin. */
const HOOKS = '.git/hooks';

interface Places {
  readonly top: string;
  readonly hooks: { readonly folder: string };
}

export function listName(path: string, { top, hooks }: Places): string {
  return isWithin(hooks.folder, path) ? join(HOOKS, relative(hooks.folder, path)) : relative(top, path);
}

/** Where that is. */
export function placeOfName(name: string, { top, hooks }: Places): string {
  const path = name.replace(/\/$/, '');
  return isWithin(HOOKS, path) ? join(hooks.folder, relative(HOOKS, path)) : join(top, path);
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
