/** What each git hook asks, once the shell has seen that there may be something to refuse. */

import type { Slug } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { HookName } from '../core/hook-name.ts';
import type { Verdict } from '../core/verdict.ts';
import { isAncestor } from '../git/merge-base.ts';
import { parseMovedRefs } from '../git/moved-refs.ts';
import { resolveCommit } from '../git/objects.ts';
import { parsePushedRefs } from '../git/pushed-refs.ts';
import { type Refused, restoringCommand } from '../git/under-way.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { judgeCommit } from './commit.ts';
import { ledgersHere } from './ledgers-here.ts';
import { trailMessage } from './message-trailer.ts';
import { judgeMoves } from './move.ts';
import { judgePush } from './push.ts';
import { refreshFacts } from './refresh-facts.ts';
import { settingsHere } from './settings-here.ts';
import { spikeOfBranch } from './spike-branch.ts';

export interface HookQuestion {
  readonly name: HookName;
  /** As git gives them: the hooks of messages have the message's file first. */
  readonly args: readonly string[];
  readonly worktree: Worktree;
  readonly env: NodeJS.ProcessEnv;
  readonly world: LedgerWorld;
  /** Whether the git command that asks says that it replaces a commit. */
  readonly amends: boolean;
  /** Read where git says on it which refs are concerned; the same each time. */
  readonly stdin: () => string;
}

const BRANCHES = 'refs/heads/';

/** Verdicts of what git is about to do; none where no spike is concerned. */
export function judgeHook(question: HookQuestion): readonly Verdict[] {
  switch (question.name) {
    case 'pre-commit':
      return commitVerdicts(question);
    case 'pre-merge-commit':
      return endVerdicts(question, branchOf(question.worktree));
    case 'prepare-commit-msg':
      return prepareMessage(question);
    case 'commit-msg':
      return finishMessage(question);
    case 'pre-rebase':
      return endVerdicts(question, question.args[1] ?? branchOf(question.worktree));
    case 'pre-push':
      return judgePush(parsePushedRefs(question.stdin()), {
        ...question,
        ...settingsHere(question.worktree),
        branch: branchOf(question.worktree),
      });
    case 'reference-transaction':
      return judgeMoves(parseMovedRefs(question.stdin()), { ...question, patterns: () => patternsOf(question) });
  }
}

function commitVerdicts(question: HookQuestion): readonly Verdict[] {
  const spike = spikeOn(question, branchOf(question.worktree));
  if (spike === undefined) return [];
  const { verdict, ledgers } = judgeCommit({ ...question, ...spike });
  if (verdict.passed) refreshFacts({ ...question, ...spike }, ledgers);
  return [verdict];
}

interface SpikeHere {
  readonly branch: string;
  readonly slug: Slug;
}

function spikeOn(question: HookQuestion, branch: string | undefined): SpikeHere | undefined {
  const { worktree } = question;
  const slug =
    branch === undefined ? undefined : spikeOfBranch({ worktree, branch, patterns: () => patternsOf(question) });
  return branch === undefined || slug === undefined ? undefined : { branch, slug };
}

function patternsOf({ worktree }: HookQuestion): readonly string[] {
  return settingsHere(worktree).config.branches;
}

/** Says early that the spike is over; what becomes of its branch is judged once that is known. */
function endVerdicts(question: HookQuestion, branch: string | undefined): readonly Verdict[] {
  const spike = spikeOn(question, branch);
  if (spike === undefined) return [];
  const { ledgers, now } = ledgersHere(question.worktree, spike.branch, question.world);
  const facts = { slug: spike.slug, now, ledgers, unwinds: false, tree: undefined, bundleOnly: false };
  return [evaluate({ gate: 'move', facts })];
}

/** What `--no-verify` skips in pre-commit is judged here; and the trailer is written, unless the message is still to be typed. */
function prepareMessage(question: HookQuestion): readonly Verdict[] {
  const spike = spikeOn(question, branchOf(question.worktree));
  if (spike === undefined) return [];
  refuseAmendingTheTarget(question, spike.branch);
  const { verdict, ledgers } = judgeCommit({ ...question, ...spike });
  if (!verdict.passed) return [verdict];
  trailMessage(question, { ...spike, ledgers });
  refreshFacts({ ...question, ...spike }, ledgers);
  return [verdict];
}

/** Such a commit would take the place of one that is not this spike's, and bring all of it along. */
function refuseAmendingTheTarget({ worktree, args, amends }: HookQuestion, branch: string): void {
  const [, source, replaced] = args;
  if (!amends && source !== 'commit') return;
  const head = resolveCommit(worktree.top, 'HEAD');
  if (head === undefined || (!amends && replaced !== 'HEAD' && replaced !== head)) return;
  const { tip } = settingsHere(worktree);
  if (tip === undefined || !isAncestor(worktree.top, head, tip)) return;
  throw new SpikeError(
    'refused',
    `expected a commit of ${branch} to amend, found ${head.slice(0, 12)}, which its target holds`,
    {
      hint: 'git commit without --amend',
    },
  );
}

/** Only adds the trailer to a message that was typed in an editor: the commit has been judged by then. */
function finishMessage(question: HookQuestion): readonly Verdict[] {
  const spike = spikeOn(question, branchOf(question.worktree));
  if (spike === undefined) return [];
  const { ledgers } = ledgersHere(question.worktree, spike.branch, question.world);
  trailMessage(question, { ...spike, ledgers });
  return [];
}

/** What has not come about because the hook refuses. */
export function refusedBy({ name, args, worktree, stdin }: HookQuestion): string {
  const branch = branchOf(worktree) ?? 'this commit';
  switch (name) {
    case 'pre-commit':
    case 'pre-merge-commit':
    case 'prepare-commit-msg':
    case 'commit-msg':
      return `nothing was committed on ${branch}`;
    case 'pre-rebase':
      return `${args[1] ?? branch} was not rebased`;
    case 'pre-push':
      return 'nothing was pushed';
    case 'reference-transaction':
      return `not moved: ${movedBranches(stdin()).join(', ')}`;
  }
}

function movedBranches(stdin: string): readonly string[] {
  return parseMovedRefs(stdin).flatMap(({ ref, to }) =>
    ref.startsWith(BRANCHES) && to.kind !== 'nothing' ? [ref.slice(BRANCHES.length)] : [],
  );
}

/** The command that puts back what git has changed by now and leaves so when the hook refuses; nothing where there is no such thing. */
export function restoringAfter(question: HookQuestion, command: Refused['command']): string | undefined {
  const { name, worktree, stdin } = question;
  const moved = name === 'reference-transaction' ? parseMovedRefs(stdin()) : [];
  const move = moved.find(({ ref }) => ref.startsWith(BRANCHES));
  const branch = move?.ref.slice(BRANCHES.length);
  const to = move?.to.kind === 'object' ? move.to.id : undefined;
  return restoringCommand(worktree, { hook: name, command, branch, to });
}
