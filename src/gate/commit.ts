/** The commit gate: what is staged on a spike branch, judged before git makes it a commit. */

import type { CommitId, Slug } from '../core/brand.ts';
import { ALWAYS_PROTECTED } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Change, Ledgers, Staged } from '../core/facts.ts';
import type { OpenRecord } from '../core/record.ts';
import type { Verdict } from '../core/verdict.ts';
import { type ChangeQuestion, isBundleOnly, type MeasuredChange, measureChange } from '../git/change.ts';
import { mergeBase, mergeHeads } from '../git/merge-base.ts';
import { resolveCommit } from '../git/objects.ts';
import { isRebasing } from '../git/rebase.ts';
import { stagedEntries, stagedTree } from '../git/staged.ts';
import { targetTipHere } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { bundleFolderIn, bundleFolderOf } from './bundle-folder.ts';
import { ledgersHere } from './ledgers-here.ts';

export interface CommitQuestion {
  readonly worktree: Worktree;
  readonly branch: string;
  readonly slug: Slug;
  /** The hook's environment: git names the index of the running commit in it. */
  readonly env: NodeJS.ProcessEnv;
  readonly world: LedgerWorld;
}

/** The verdict, and the ledgers that it was reached from: the trailer is taken from them. */
export function judgeCommit(question: CommitQuestion): { readonly verdict: Verdict; readonly ledgers: Ledgers } {
  const { ledgers, now } = ledgersHere(question.worktree, question.branch, question.world);
  const plain = judgePlainly(question, ledgers, now);
  const verdict = plain?.passed === true ? plain : judgeWholly(question, ledgers, now);
  return { verdict, ledgers };
}

/** Not known to be anything that a rule would let through. */
const UNASKED: Staged = { tree: undefined, bundleOnly: false, rebasing: false };

/**
 * By the least that has to be asked, and by nothing that speaks for the commit: what passes so passes by the whole facts too. What does
 * not is judged by those. Nothing where the change is not plainly inside.
 */
function judgePlainly(question: CommitQuestion, ledgers: Ledgers, now: number): Verdict | undefined {
  if (!isPlainlyInside(question, ledgers)) return undefined;
  const facts = { slug: question.slug, now, ledgers, staged: UNASKED, change: { kind: 'inside' } } as const;
  return evaluate({ gate: 'commit', facts });
}

function isPlainlyInside(question: CommitQuestion, ledgers: Ledgers): boolean {
  const { worktree } = question;
  // The commit to be will have more parents than HEAD.
  if (ledgers.kind !== 'intact' || mergeHeads(worktree.gitDir).length > 0) return false;
  try {
    const { open } = ledgers.last;
    const base = targetTipHere(worktree, open.target);
    const { outside, protected: guarded } = measure({ base, to: 'index-since-fork' }, question, open);
    return outside.length === 0 && guarded.length === 0;
  } catch (error) {
    if (error instanceof SpikeError) return false;
    throw error;
  }
}

function judgeWholly(question: CommitQuestion, ledgers: Ledgers, now: number): Verdict {
  const { worktree, slug, env } = question;
  const staged: Staged = {
    tree: stagedTree(worktree.top, env),
    bundleOnly: isBundleOnly(stagedEntries(worktree.top, env), bundleFolderOf(ledgers), slug),
    rebasing: isRebasing(worktree),
  };
  return evaluate({ gate: 'commit', facts: { slug, now, ledgers, staged, change: changeOf(question, ledgers) } });
}

function changeOf(question: CommitQuestion, ledgers: Ledgers): Change {
  const { worktree } = question;
  if (ledgers.kind !== 'intact')
    return { kind: 'unknown', reason: 'there is no ledger to say which paths were declared', hint: ledgers.hint };
  const { open } = ledgers.last;
  try {
    const found = mergeBase(worktree.top, targetTipHere(worktree, open.target), headsOf(worktree));
    if (found.kind !== 'one') {
      return {
        kind: 'unknown',
        reason: `expected one merge base with ${open.target}, found ${found.kind}`,
        hint: `git rebase ${open.target}`,
      };
    }
    const { bundleFiles, ...measured } = measure({ base: found.base, to: 'index' }, question, open);
    return { kind: 'known', base: found.base, ...measured };
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    return { kind: 'unknown', reason: error.message, hint: error.hint ?? 'git status' };
  }
}

function measure(
  compared: Pick<ChangeQuestion, 'base' | 'to'>,
  { worktree, slug, env }: CommitQuestion,
  open: OpenRecord,
): MeasuredChange {
  const guarded = open.policy['protected'];
  return measureChange({
    cwd: worktree.top,
    ...compared,
    paths: open.paths,
    protectedPaths: [...ALWAYS_PROTECTED, ...(Array.isArray(guarded) ? guarded : [])],
    bundle: bundleFolderIn(open),
    slug,
    env,
  });
}

/** While merging, the commit to be will have both parents: merging the target in is not work outside the paths. */
function headsOf({ top, gitDir }: Worktree): readonly CommitId[] {
  const head = resolveCommit(top, 'HEAD');
  return [...(head === undefined ? [] : [head]), ...mergeHeads(gitDir)];
}
