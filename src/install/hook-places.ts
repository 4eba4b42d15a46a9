/** Which files are to be our hooks, here and beside the managers that are at work. */

import { dirname, join } from 'node:path';
import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';
import type { Scenery } from './manager.ts';
import { allManagers, managersOf } from './managers/table.ts';

export interface HookPlace {
  readonly name: HookName;
  /** Absolute. */
  readonly path: string;
}

/**
 * Beside managers, where each of them says; and in the hooks folder too where git looks elsewhere because of one, so that the hooks
 * hold when it goes. Into a folder that people keep for all their repositories nothing is put.
 */
export function hookPlaces(names: readonly HookName[], scenery: Scenery): readonly HookPlace[] {
  const managers = managersOf(scenery);
  const { folder, elsewhere } = scenery;
  const plain = (name: HookName): HookPlace => ({ name, path: join(folder, name) });
  if (managers.length === 0) return elsewhere?.kind === 'folder' ? [] : names.map(plain);
  const own = names.flatMap((name) =>
    managers.flatMap((manager) => {
      const path = manager.hookFile(name, scenery);
      return path === undefined ? [] : [{ name, path }];
    }),
  );
  const inFolder = new Set(own.filter(({ path }) => dirname(path) === folder).map(({ name }) => name));
  const fallback = elsewhere?.kind === 'folder' ? names.filter((name) => !inFolder.has(name)).map(plain) : [];
  return distinct([...own, ...fallback]);
}

/** Wherever one of ours may stand from an earlier time, whatever manages the hooks by now. */
export function allHookPlaces(scenery: Scenery): readonly HookPlace[] {
  return distinct(
    HOOK_NAMES.flatMap((name) => [
      { name, path: join(scenery.folder, name) },
      ...allManagers().flatMap((manager) => manager.formerHookFiles(name, scenery).map((path) => ({ name, path }))),
    ]),
  );
}

function distinct(places: readonly HookPlace[]): readonly HookPlace[] {
  return places.filter(({ path }, index) => places.findIndex((other) => other.path === path) === index);
}
