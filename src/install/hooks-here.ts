/** Whether git would ask this product in a clone: hooks are no part of a repository, so a fresh clone has none. */

import { join } from 'node:path';
import { HOOK_NAMES, type HookName, STANDING_HOOKS } from '../core/hook-name.ts';
import { type Existing, type ReadExisting, readExisting } from './existing.ts';
import type { Scenery } from './manager.ts';
import { managersOf } from './managers/table.ts';
import { hasOpenSpike } from './open-spikes.ts';
import { isOurHook } from './our-hook.ts';
import { gateFolder } from './places.ts';
import { isInPlace } from './plan-edits.ts';
import { asksTheGate, sceneryOf } from './plan-init.ts';
import { readRepository } from './repository.ts';

/** Those that git does not run though they should be in place now, or that ask nothing. */
export function missingHooks(cwd: string, env: Readonly<Record<string, string | undefined>>): readonly HookName[] {
  const repository = readRepository(cwd, env);
  const { commonDir, hooks } = repository;
  const wanted = hasOpenSpike(commonDir) ? HOOK_NAMES : STANDING_HOOKS;
  if (hooks.elsewhere?.kind === 'nowhere' || readExisting(gateFolder(commonDir).script) === undefined) return wanted;
  const scenery = sceneryOf({ repository, read: readExisting });
  return wanted.filter((name) => !isAsked(name, scenery));
}

function isAsked(name: HookName, scenery: Scenery): boolean {
  const { folder, elsewhere, top, read } = scenery;
  const managers = managersOf(scenery);
  if (managers.length === 0)
    return asks(read(join(elsewhere?.kind === 'folder' ? elsewhere.path : folder, name)), name);
  const byEdit = managers
    .filter((manager) => manager.obstacles(scenery).length === 0)
    .flatMap((manager) => manager.edits(scenery))
    .some(
      (edit) => edit.hooks?.includes(name) === true && isInPlace(edit, read(join(top, edit.path))?.content.toString()),
    );
  return byEdit || managers.some((manager) => asks(fileOf(manager.hookFile(name, scenery), read), name));
}

function fileOf(path: string | undefined, read: ReadExisting): Existing | undefined {
  return path === undefined ? undefined : read(path);
}

/** What a symbolic link runs cannot be told from here, and is a person's to keep. */
function asks(existing: Existing | undefined, name: HookName): boolean {
  if (existing?.kind === 'link') return true;
  if (existing?.kind !== 'file') return false;
  const script = existing.content.toString('latin1');
  return (isOurHook(script) && (existing.mode & 0o100) !== 0) || asksTheGate(script, name);
}
