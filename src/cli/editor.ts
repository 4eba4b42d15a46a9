/** Opens a file in the person's editor, as git chooses it. */

import { spawnSync } from 'node:child_process';
import { SpikeError } from '../core/error.ts';
import type { Io } from './io.ts';

/** Waits until the editor is closed. Throws `usage` where it cannot be run or fails. */
export function openEditor(file: string, { cwd, env }: Io): void {
  const asked = spawnSync('git', ['var', 'GIT_EDITOR'], { cwd, env, encoding: 'utf8' });
  const editor = asked.status === 0 ? asked.stdout.trim() : 'vi';
  const { status } = spawnSync('sh', ['-c', `${editor} "$@"`, editor, file], { cwd, env, stdio: 'inherit' });
  if (status === 0) return;
  throw new SpikeError(
    'usage',
    `expected the editor ${editor} to end well, found ${status === null ? 'a signal' : `status ${status}`}`,
    {
      hint: 'set EDITOR, or give the text with -m',
    },
  );
}
