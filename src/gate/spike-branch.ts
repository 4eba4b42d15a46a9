/** Whether a branch is a spike's, and which. */

import type { Slug } from '../core/brand.ts';
import { isSpikeBranch, misnamedBranch, slugOfBranch } from '../core/slug.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory } from '../ledger/control-directory.ts';

interface Question {
  readonly worktree: Worktree;
  readonly branch: string;
  /** Today's patterns, at the target's tip. */
  readonly patterns: readonly string[];
}

/** A branch whose spike was started here is one whatever the patterns say today: it keeps the settings it was opened with. Throws `refused` for one without a slug. */
export function spikeOfBranch({ worktree, branch, patterns }: Question): Slug | undefined {
  if (!isSpikeBranch(branch, patterns) && notedDirectory(worktree.commonDir, branch) === undefined) return undefined;
  const own = `${branch.slice(0, branch.lastIndexOf('/') + 1)}*`;
  const slug = slugOfBranch(branch, patterns) ?? slugOfBranch(branch, [own]);
  if (slug === undefined) throw misnamedBranch(branch);
  return slug;
}
