/** Pure: a hook file that lefthook has written, brought to what it will write next, so that the gate is asked from the first hook on. */

import type { HookName } from '../../core/hook-name.ts';
import type { Edit } from '../edit.ts';
import { RC } from './lefthook-rc.ts';

/** By this word lefthook itself knows its files. */
const GENERATED = 'LEFTHOOK';

/** Exactly as lefthook writes it for our `rc`. */
const SOURCE_RC = `[ -f ${RC} ] && . ${RC}\n\n`;
const BEFORE_THIS = 'call_lefthook()\n';

export function isLefthookHook(script: string): boolean {
  return script.includes(GENERATED) && script.includes('call_lefthook');
}

/** `path` is from the top of the worktree. */
export function generatedHookEdit(name: HookName, path: string): Edit {
  return {
    path,
    hooks: [name],
    why: 'asks the gate, as lefthook will write it at its next install',
    mode: 0o777,
    put(text) {
      if (text === undefined || !isLefthookHook(text) || text.includes(SOURCE_RC)) return text ?? '';
      const place = text.indexOf(BEFORE_THIS);
      if (place !== -1) return text.slice(0, place) + SOURCE_RC + text.slice(place);
      return { refused: `expected ${path} as lefthook 2 writes it, found another one`, hint: ['lefthook install'] };
    },
    take: (text) => (isLefthookHook(text) ? text.replace(SOURCE_RC, '') : text),
  };
}
