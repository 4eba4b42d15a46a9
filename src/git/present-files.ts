/** Whether a pathspec of a hypothesis reaches a file that is there. */

import { globPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';

/** Files of the index and of the working tree, those that are ignored left out. */
export function matchesPresentFile(cwd: string, spec: string): boolean {
  const flags = ['-z', '--cached', '--others', '--exclude-standard'];
  return git(['ls-files', ...flags, '--', globPathspec(spec)], { cwd }).length > 0;
}
