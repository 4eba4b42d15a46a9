/** Whether a branch is a spike's, and which. */

import type { Slug } from '../core/brand.ts';
import { isSpikeBranch, misnamedBranch, slugOfBranch } from '../core/slug.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory, pathsIn } from '../ledger/control-directory.ts';
import { ledgerEnds } from '../ledger/ends.ts';

interface Question {
  readonly worktree: Worktree;
  readonly branch: string;
  /** Today's patterns, at the target's tip. Asked for only where no ledger answers, since they cost several git commands. */
  readonly patterns: () => readonly string[];
}

/** A branch whose spike was started here is one whatever the patterns say today: it keeps the settings it was opened with. Throws `refused` for one without a slug. */
export function spikeOfBranch({ worktree, branch, patterns }: Question): Slug | undefined {
  const directory = notedDirectory(worktree.commonDir, branch);
  const open = directory === undefined ? undefined : ledgerEnds(pathsIn(directory).ledger)?.open;
  if (open?.branch === branch) return open.spike;
  const today = patterns();
  if (!isSpikeBranch(branch, today) && directory === undefined) return undefined;
  const own = `${branch.slice(0, branch.lastIndexOf('/') + 1)}*`;
  const slug = slugOfBranch(branch, today) ?? slugOfBranch(branch, [own]);
  if (slug === undefined) throw misnamedBranch(branch);
  return slug;
}
