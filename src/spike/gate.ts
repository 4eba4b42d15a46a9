/** `spike gate`: the pull request's verdict, before pushing. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import type { Judgement } from '../gate/judgement.ts';
import { judgePullRequest } from '../gate/pull-request.ts';
import { resolveCommit } from '../git/objects.ts';
import { defaultTarget, targetTip } from '../git/target.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';
import { notedDirectory } from '../ledger/control-directory.ts';
import { readAttempts } from '../ledger/read.ts';
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
  const judged = branch ?? branchOf(worktree) ?? '';
  return judgePullRequest({
    cwd: top,
    target: base === undefined ? targetTip(top, targetOf(judged, worktree)) : commitNamed(top, '--base', base),
    head: commitNamed(top, '--head', head ?? 'HEAD'),
    branch: judged,
    sameRepository: true,
  });
}

/** The branch that the spike was started for, where it was started here; else the repository's default. */
function targetOf(branch: string, { top, commonDir }: Worktree): string {
  const directory = notedDirectory(commonDir, branch);
  const started = directory === undefined ? undefined : openingOf(directory);
  return started?.target ?? defaultTarget(top);
}

/** Nothing for a ledger that is broken, which the judgement is about to say. */
function openingOf(directory: string): OpenRecord | undefined {
  try {
    return readAttempts(directory, () => true)?.last.open;
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}

function commitNamed(top: string, option: string, ref: string): CommitId {
  const commit = resolveCommit(top, ref);
  if (commit !== undefined) return commit;
  throw new SpikeError('usage', `expected ${option} to name a commit, found ${ref}`, {
    hint: 'git fetch, or name another commit',
  });
}
