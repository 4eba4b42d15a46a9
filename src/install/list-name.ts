/** Pure: how a place is named in the list of what `init` has written: the same from every worktree, wherever that is. */

import { dirname, join, relative } from 'node:path';
import { gateFolder } from './places.ts';

interface Places {
  readonly top: string;
  readonly hooks: { readonly folder: string };
}

/** Folders of the git common directory, by names that no file of a worktree can begin with. */
function shared({ hooks }: Places): readonly (readonly [name: string, folder: string])[] {
  return [
    ['.git/hooks', hooks.folder],
    ['.git/spike-gate', gateFolder(dirname(hooks.folder)).folder],
  ];
}

export function listName(path: string, places: Places): string {
  const [name, folder] = shared(places).find(([, candidate]) => isWithin(candidate, path)) ?? [];
  if (name === undefined || folder === undefined) return relative(places.top, path);
  return join(name, relative(folder, path));
}

/** Where that is. */
export function placeOfName(name: string, places: Places): string {
  const path = name.replace(/\/$/, '');
  const [prefix, folder] = shared(places).find(([candidate]) => isWithin(candidate, path)) ?? [];
  return prefix === undefined || folder === undefined ? join(places.top, path) : join(folder, relative(prefix, path));
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Some edits are made in the git directory, which no commit holds. `path` is from the top of the worktree. */
export function isOfTree(path: string): boolean {
  return !/^\.(?:\.|git)\//.test(path);
}
