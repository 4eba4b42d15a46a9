/** Pure: what is said where git does not run all the hooks. */

import { type HookName, STANDING_HOOKS } from '../core/hook-name.ts';

/** A line, or none. */
export function hooksNote(missing: readonly HookName[]): readonly string[] {
  if (missing.length === 0) return [];
  if (STANDING_HOOKS.every((name) => missing.includes(name))) {
    return ['spike: note: the hooks are not installed here, so that no commit or push is refused: spike init'];
  }
  return [`spike: note: of the hooks, git does not run ${missing.join(', ')} here: spike doctor says why`];
}
