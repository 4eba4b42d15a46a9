/** `spike gate`: the pull request's verdict, before pushing. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { Judgement } from '../gate/judgement.ts';
import { judgePullRequest } from '../gate/pull-request.ts';
import { resolveCommit } from '../git/objects.ts';
import { defaultTarget, targetTip } from '../git/target.ts';
import { branchOf } from '../git/worktree.ts';
import type { Context } from './context.ts';
import { worktreeHere } from './place.ts';

export interface GateRequest {
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly branch: string | undefined;
}

export function judgeHere({ base, head, branch }: GateRequest, context: Context): Judgement {
  const worktree = worktreeHere(context);
  const { top } = worktree;
  return judgePullRequest({
    cwd: top,
    target: base === undefined ? targetTip(top, defaultTarget(top)) : commitNamed(top, '--base', base),
    head: commitNamed(top, '--head', head ?? 'HEAD'),
    branch: branch ?? branchOf(worktree) ?? '',
    sameRepository: true,
  });
}

function commitNamed(top: string, option: string, ref: string): CommitId {
  const commit = resolveCommit(top, ref);
  if (commit !== undefined) return commit;
  throw new SpikeError('usage', `expected ${option} to name a commit, found ${ref}`, {
    hint: 'git fetch, or name another commit',
  });
}
