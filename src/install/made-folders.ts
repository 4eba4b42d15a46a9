/** The folders that `init` makes for its files: taken away again when nothing is left in them, unlike one that was there before. */

import { dirname, join } from 'node:path';
import type { ReadExisting } from './existing.ts';
import type { Installed } from './installed.ts';
import { placeOfName } from './list-name.ts';
import { namesIn } from './names-in.ts';
import type { Step } from './plan.ts';
import type { Repository } from './repository.ts';

/** Those that have to be made first, so that something can be written at `path`; a name of the list ends in a slash. */
export function foldersToMake(path: string, read: ReadExisting): readonly string[] {
  const folder = dirname(path);
  return read(folder) === undefined && folder !== path ? [...foldersToMake(folder, read), folder] : [];
}

interface Removal {
  readonly repository: Repository;
  readonly installed: Installed;
  readonly read: ReadExisting;
  /** Always this product's own, whoever made them. */
  readonly own: readonly string[];
}

/** After `steps`. What lies deeper goes first. */
export function planFoldersAway(
  steps: readonly Step[],
  { repository, installed, read, own }: Removal,
): readonly Step[] {
  const made = [...installed.keys()].filter((name) => name.endsWith('/')).map((name) => placeOfName(name, repository));
  const folders = [...new Set([...made, ...own])].sort((one, other) => other.length - one.length);
  const away: Step[] = [];
  for (const path of folders) {
    if (read(path)?.kind !== 'folder' || !isEmptiedBy([...steps, ...away], path)) continue;
    away.push({ kind: 'remove', path, why: 'made by spike init' });
  }
  return away;
}

function isEmptiedBy(steps: readonly Step[], folder: string): boolean {
  const removed = new Set(steps.filter(({ kind }) => kind === 'remove').map(({ path }) => path));
  return namesIn(folder).every((name) => removed.has(join(folder, name)));
}
