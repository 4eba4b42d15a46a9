/** Whether git is rebasing in a worktree: HEAD is detached then, and the branch moves only at the end. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from './worktree.ts';

/** `git am` keeps its state in rebase-apply too, with HEAD on the branch. */
export function isRebasing({ gitDir }: Worktree): boolean {
  return existsSync(join(gitDir, 'rebase-merge')) || existsSync(join(gitDir, 'rebase-apply', 'rebasing'));
}
