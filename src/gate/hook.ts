/** What each git hook asks, once the shell has seen that there may be something to refuse. */

import type { CommitId, Slug } from '../core/brand.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Ledgers } from '../core/facts.ts';
import { isSpikeBranch, sameSlug, slugOfBranch } from '../core/slug.ts';
import { parseTrailer, renderTrailer, type Trailer, trailerHead } from '../core/trailer.ts';
import type { Verdict } from '../core/verdict.ts';
import { addTrailer } from '../git/message.ts';
import { parsePushedRefs } from '../git/pushed-refs.ts';
import { defaultTarget, targetTip } from '../git/target.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { judgeCommit } from './commit.ts';
import { configAt } from './config-at.ts';
import { judgePush } from './push.ts';

export const HOOKS = ['pre-commit', 'pre-push', 'prepare-commit-msg'] as const;
export type HookName = (typeof HOOKS)[number];

export interface HookQuestion {
  readonly name: HookName;
  /** As git gives them: prepare-commit-msg has the message's file first. */
  readonly args: readonly string[];
  readonly worktree: Worktree;
  readonly env: NodeJS.ProcessEnv;
  readonly world: LedgerWorld;
  /** Read for pre-push alone. */
  readonly stdin: () => string;
}

/** Verdicts of what git is about to do; none where no spike is concerned. */
export function judgeHook(question: HookQuestion): readonly Verdict[] {
  const settings = settingsOf(question.worktree);
  switch (question.name) {
    case 'pre-commit':
      return commitVerdicts(question, settings);
    case 'pre-push':
      return judgePush(parsePushedRefs(question.stdin()), {
        ...question,
        ...settings,
        branch: branchOf(question.worktree),
      });
    case 'prepare-commit-msg':
      return commitVerdicts(question, settings);
  }
}

interface Settings {
  readonly config: Config;
  readonly tip: CommitId | undefined;
}

/** A repository without a target branch has no configuration either. */
function settingsOf({ top }: Worktree): Settings {
  const tip = tipOf(top);
  return { tip, config: tip === undefined ? DEFAULT_CONFIG : configAt(top, tip) };
}

function tipOf(top: string): CommitId | undefined {
  try {
    return targetTip(top, defaultTarget(top));
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}

function commitVerdicts(question: HookQuestion, { config }: Settings): readonly Verdict[] {
  const { worktree, name, args } = question;
  const branch = branchOf(worktree);
  if (branch === undefined || !isSpikeBranch(branch, config.branches)) return [];
  const slug = slugOfBranch(branch, config.branches);
  if (slug === undefined) {
    throw new SpikeError('refused', `expected a spike's branch to end in its slug, found ${branch}`, {
      hint: 'rename the branch: git branch -m <prefix>/<slug>',
    });
  }
  const { verdict, ledgers } = judgeCommit({ ...question, branch, slug });
  const [message] = args;
  if (name === 'prepare-commit-msg' && verdict.passed && message !== undefined)
    trail(message, { worktree, ledgers, slug });
  return [verdict];
}

/** Amending and rebasing keep the trailer of a record that this spike's ledgers hold. */
function trail(
  message: string,
  { worktree, ledgers, slug }: { worktree: Worktree; ledgers: Ledgers; slug: Slug },
): void {
  if (ledgers.kind !== 'intact') return;
  const { last } = ledgers;
  const newest: Trailer = {
    spike: last.open.spike,
    attempt: last.open.attempt,
    seq: last.records - 1,
    head: trailerHead(last.head),
  };
  addTrailer(worktree.top, message, {
    value: renderTrailer(newest),
    keep: (value) => {
      const trailer = parseTrailer(value);
      return (
        trailer !== undefined &&
        sameSlug(trailer.spike, slug) &&
        trailer.attempt <= last.open.attempt &&
        trailer.seq < last.records
      );
    },
  });
}
