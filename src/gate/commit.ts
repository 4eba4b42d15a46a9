/** The commit gate: what is staged on a spike branch, judged before git makes it a commit. */

import type { CommitId, Slug } from '../core/brand.ts';
import { ALWAYS_PROTECTED, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Change, Ledgers, Staged } from '../core/facts.ts';
import type { Verdict } from '../core/verdict.ts';
import { isBundleOnly, measureChange } from '../git/change.ts';
import { mergeBase, mergeHeads } from '../git/merge-base.ts';
import { resolveCommit } from '../git/objects.ts';
import { isRebasing } from '../git/rebase.ts';
import { stagedEntries, stagedTree } from '../git/staged.ts';
import { targetTip } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
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
  const { worktree, branch, slug, env, world } = question;
  const { ledgers, now } = ledgersHere(worktree, branch, world);
  const bundle = bundleOf(ledgers);
  const staged: Staged = {
    tree: stagedTree(worktree.top, env),
    bundleOnly: isBundleOnly(stagedEntries(worktree.top, env), bundle, slug),
    rebasing: isRebasing(worktree),
  };
  const verdict = evaluate({
    gate: 'commit',
    facts: { slug, now, ledgers, staged, change: changeOf(question, ledgers, bundle) },
  });
  return { verdict, ledgers };
}

/** A running spike keeps the settings that it was opened with. */
function bundleOf(ledgers: Ledgers): string {
  const bundle = ledgers.kind === 'intact' ? ledgers.last.open.policy['bundle'] : undefined;
  return typeof bundle === 'string' ? bundle : DEFAULT_CONFIG.bundle;
}

function changeOf({ worktree, slug, env }: CommitQuestion, ledgers: Ledgers, bundle: string): Change {
  if (ledgers.kind !== 'intact')
    return { kind: 'unknown', reason: 'there is no ledger to say which paths were declared', hint: ledgers.hint };
  const { open } = ledgers.last;
  try {
    const found = mergeBase(worktree.top, targetTip(worktree.top, open.target), headsOf(worktree));
    if (found.kind !== 'one') {
      return {
        kind: 'unknown',
        reason: `expected one merge base with ${open.target}, found ${found.kind}`,
        hint: `git rebase ${open.target}`,
      };
    }
    const guarded = open.policy['protected'];
    const measured = measureChange({
      cwd: worktree.top,
      base: found.base,
      to: 'index',
      paths: open.paths,
      protectedPaths: [...ALWAYS_PROTECTED, ...(Array.isArray(guarded) ? guarded : [])],
      bundle,
      slug,
      env,
    });
    return {
      kind: 'known',
      base: found.base,
      patch: measured.patch,
      files: measured.files,
      outside: measured.outside,
      protected: measured.protected,
    };
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    return { kind: 'unknown', reason: error.message, hint: error.hint ?? 'git status' };
  }
}

/** While merging, the commit to be will have both parents: merging the target in is not work outside the paths. */
function headsOf({ top, gitDir }: Worktree): readonly CommitId[] {
  const head = resolveCommit(top, 'HEAD');
  return [...(head === undefined ? [] : [head]), ...mergeHeads(gitDir)];
}
