/** What each git hook asks, once the shell has seen that there may be something to refuse. */

import type { Slug } from '../core/brand.ts';
import type { HookName } from '../core/hook-name.ts';
import type { Verdict } from '../core/verdict.ts';
import { parsePushedRefs } from '../git/pushed-refs.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { judgeCommit } from './commit.ts';
import { ledgersHere } from './ledgers-here.ts';
import { trailMessage } from './message-trailer.ts';
import { judgePush } from './push.ts';
import { settingsHere } from './settings-here.ts';
import { spikeOfBranch } from './spike-branch.ts';

export interface HookQuestion {
  readonly name: HookName;
  /** As git gives them: the hooks of messages have the message's file first. */
  readonly args: readonly string[];
  readonly worktree: Worktree;
  readonly env: NodeJS.ProcessEnv;
  readonly world: LedgerWorld;
  /** Read for pre-push alone. */
  readonly stdin: () => string;
}

/** Verdicts of what git is about to do; none where no spike is concerned. */
export function judgeHook(question: HookQuestion): readonly Verdict[] {
  switch (question.name) {
    case 'pre-commit':
      return commitVerdicts(question);
    case 'pre-push':
      return judgePush(parsePushedRefs(question.stdin()), {
        ...question,
        ...settingsHere(question.worktree),
        branch: branchOf(question.worktree),
      });
    case 'prepare-commit-msg':
      return prepareMessage(question);
    case 'commit-msg':
      return finishMessage(question);
  }
}

function commitVerdicts(question: HookQuestion): readonly Verdict[] {
  const spike = spikeHere(question.worktree);
  return spike === undefined ? [] : [judgeCommit({ ...question, ...spike }).verdict];
}

interface SpikeHere {
  readonly branch: string;
  readonly slug: Slug;
}

function spikeHere(worktree: Worktree): SpikeHere | undefined {
  const patterns = (): readonly string[] => settingsHere(worktree).config.branches;
  const branch = branchOf(worktree);
  const slug = branch === undefined ? undefined : spikeOfBranch({ worktree, branch, patterns });
  return branch === undefined || slug === undefined ? undefined : { branch, slug };
}

/** What `--no-verify` skips in pre-commit is judged here; and the trailer is written, unless the message is still to be typed. */
function prepareMessage(question: HookQuestion): readonly Verdict[] {
  const spike = spikeHere(question.worktree);
  if (spike === undefined) return [];
  const { verdict, ledgers } = judgeCommit({ ...question, ...spike });
  if (verdict.passed) trailMessage(question, { ...spike, ledgers });
  return [verdict];
}

/** Only adds the trailer to a message that was typed in an editor: the commit has been judged by then. */
function finishMessage(question: HookQuestion): readonly Verdict[] {
  const spike = spikeHere(question.worktree);
  if (spike === undefined) return [];
  const { ledgers } = ledgersHere(question.worktree, spike.branch, question.world);
  trailMessage(question, { ...spike, ledgers });
  return [];
}
