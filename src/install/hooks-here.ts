/** Whether git would ask this product in a clone: hooks are no part of a repository, so a fresh clone has none. */

import { join } from 'node:path';
import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';
import { type Existing, readExisting } from './existing.ts';
import { gateFolder } from './places.ts';
import { isOurHook } from './plan-hooks.ts';
import { asksTheGate } from './plan-init.ts';
import { readRepository } from './repository.ts';

/** Those that git does not run, or that ask nothing. */
export function missingHooks(cwd: string, env: Readonly<Record<string, string | undefined>>): readonly HookName[] {
  const { commonDir, hooks } = readRepository(cwd, env);
  const { folder, elsewhere } = hooks;
  if (elsewhere?.kind === 'nowhere' || readExisting(gateFolder(commonDir).script) === undefined) return HOOK_NAMES;
  return HOOK_NAMES.filter((name) => !asks(readExisting(join(elsewhere?.path ?? folder, name)), name));
}

/** What a symbolic link runs cannot be told from here, and is a person's to keep. */
function asks(existing: Existing | undefined, name: HookName): boolean {
  if (existing?.kind === 'link') return true;
  if (existing?.kind !== 'file') return false;
  const script = existing.content.toString('latin1');
  return (isOurHook(script) && (existing.mode & 0o100) !== 0) || asksTheGate(script, name);
}
