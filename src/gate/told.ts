/** One git command may ask several hooks, or one hook many times: what it was told once it is not told again. */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { GitCommand } from '../process/git-command.ts';

/** A mark is one line a text; older commands' lines go with the next one. */
export function isToldAgain(commonDir: string, { pid, born }: Pick<GitCommand, 'pid' | 'born'>, text: string): boolean {
  const file = `${commonDir}/spike-gate/told`;
  const owner = `${pid} ${born} `;
  const mark = `${owner}${createHash('sha256').update(text).digest('hex')}`;
  const marks = linesOf(file).filter((line) => line.startsWith(owner));
  if (marks.includes(mark)) return true;
  try {
    writeFileSync(file, `${[...marks, mark].join('\n')}\n`);
  } catch {
    // Said twice is better than not at all.
  }
  return false;
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
