/** Pure: what is said where a clone has not all the hooks. */

import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';

/** A line, or none. */
export function hooksNote(missing: readonly HookName[]): readonly string[] {
  if (missing.length === 0) return [];
  const hooks = missing.length === HOOK_NAMES.length ? 'the hooks are' : `of the hooks, ${missing.join(' and ')} are`;
  return [`spike: note: ${hooks} not installed in this clone, so that no commit or push is refused here: spike init`];
}
