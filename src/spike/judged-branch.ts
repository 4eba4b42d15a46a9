/** Which branch a pull request is judged as: what its name says decides which rules are asked. */

import { renderCommand } from '../core/command-line.ts';
import { SpikeError } from '../core/error.ts';
import { listBranches, listFetchedBranches } from '../git/branches.ts';
import { resolveCommit } from '../git/objects.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';

interface Named {
  readonly head: string | undefined;
  readonly branch: string | undefined;
}

/** Throws `usage` where the name would have to be guessed: that of the branch one stands on is no better than any other. */
export function judgedBranch({ head, branch }: Named, worktree: Worktree): string {
  const name = branch ?? (head === undefined ? branchOf(worktree) : branchNamed(head, worktree));
  if (name !== undefined && name !== '') return name;
  const options = head === undefined ? [] : ['--head', head];
  throw new SpikeError('usage', `expected the name of the branch to judge, found ${head ?? 'no branch here'}`, {
    hint: `say what the pull request's branch is called: ${renderCommand(['spike', 'gate', ...options, '--branch'])} <name>`,
  });
}

function branchNamed(head: string, worktree: Worktree): string | undefined {
  const { top } = worktree;
  const bare = head.replace(/^refs\/heads\//, '');
  if (listBranches(top).includes(bare)) return bare;
  const fetched = head.replace(/^(?:refs\/remotes\/)?[^/]+\//, '');
  if (fetched !== head && listFetchedBranches(top).includes(fetched)) return fetched;
  return resolveCommit(top, head) === resolveCommit(top, 'HEAD') ? branchOf(worktree) : undefined;
}
