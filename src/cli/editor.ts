/** Opens a file in the person's editor, as git chooses it. */

import { spawnSync } from 'node:child_process';
import type { Io } from './io.ts';

/** Waits until the editor is closed. Gives what was expected and found where it cannot be run or fails. */
export function openEditor(file: string, { cwd, env }: Io): string | undefined {
  const asked = spawnSync('git', ['var', 'GIT_EDITOR'], { cwd, env, encoding: 'utf8' });
  const editor = asked.status === 0 ? asked.stdout.trim() : 'vi';
  const { status } = spawnSync('sh', ['-c', `${editor} "$@"`, editor, file], { cwd, env, stdio: 'inherit' });
  if (status === 0) return undefined;
  return `expected the editor ${editor} to end well, found ${status === null ? 'a signal' : `status ${status}`}`;
}
