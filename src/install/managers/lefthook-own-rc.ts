/** An `rc` file of a person's own, which lefthook's hooks source in place of ours: it gets one line that asks the gate. */

import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import type { Edit } from '../edit.ts';
import { CALL_RC } from './lefthook-rc.ts';

const MARKER = '# spike-gate: the next line asks the gate first; without spike init it asks nobody.';
const BLOCK = /^# spike-gate: the next line asks the gate [^\n]*\n[^\n]*\n?/m;

/** Absolute; undefined where only the shell of the hook can tell. */
export function ownRcPath(rc: string, top: string): string | undefined {
  const word = rc.replace(/^"(.*)"$/, '$1').replace(/^(?:~|\$HOME|\$\{HOME\})\//, `${homedir()}/`);
  if (/["'`$\\*?[\]~ ]/.test(word)) return undefined;
  return isAbsolute(word) ? word : join(top, word);
}

/** Only within the worktree: a file at home serves other repositories too. */
export function isWithin(top: string, path: string): boolean {
  return !relative(top, path).startsWith('..');
}

export function callsGate(script: string): boolean {
  return script.split(/\r?\n/).includes(CALL_RC);
}

export function ownRcEdit(path: string): Edit {
  return {
    path,
    why: 'asks the gate from the rc file of lefthook',
    mode: 0o666,
    put(text = '') {
      if (callsGate(text)) return text;
      const first = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
      const head = text.startsWith('#!') && first === 0 ? `${text}\n` : text.slice(0, first);
      return `${head}${MARKER}\n${CALL_RC}\n${head === `${text}\n` ? '' : text.slice(first)}`;
    },
    take(text) {
      const without = text.replace(BLOCK, '');
      return without === '' && text !== '' ? undefined : without;
    },
  };
}
