/** The gate of moves: whatever command is about to change a spike's branch, once the spike is over it takes no new work. */

import type { CommitId, Slug } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Ledgers, MoveFacts } from '../core/facts.ts';
import { parseTrailer } from '../core/trailer.ts';
import type { Verdict } from '../core/verdict.ts';
import { isBundleOnly } from '../git/change.ts';
import { commitAt } from '../git/commits.ts';
import { changedEntries } from '../git/diff.ts';
import { isAncestor } from '../git/merge-base.ts';
import type { MovedRef } from '../git/moved-refs.ts';
import { resolveCommit, treeOf } from '../git/objects.ts';
import { targetTip } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import { isNoted, notedDirectory } from '../ledger/control-directory.ts';
import { holdsRecord } from '../ledger/read.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { bundleFolderOf } from './bundle-folder.ts';
import { ledgersHere } from './ledgers-here.ts';
import { spikeOfBranch } from './spike-branch.ts';

export interface MoveQuestion {
  readonly worktree: Worktree;
  readonly patterns: () => readonly string[];
  readonly world: LedgerWorld;
}

const BRANCHES = 'refs/heads/';

/** One verdict for each branch whose spike was started here; a removal takes no work further. */
export function judgeMoves(moved: readonly MovedRef[], question: MoveQuestion): readonly Verdict[] {
  return moved.flatMap((move): readonly Verdict[] => {
    const branch = move.ref.startsWith(BRANCHES) ? move.ref.slice(BRANCHES.length) : undefined;
    if (branch === undefined || move.to.kind === 'nothing') return [];
    if (!isNoted(question.worktree.commonDir, branch)) return [];
    const slug = spikeOfBranch({ ...question, branch });
    return slug === undefined ? [] : [judgeMove(move, { ...question, branch, slug })];
  });
}

interface SpikeOfMove extends MoveQuestion {
  readonly branch: string;
  readonly slug: Slug;
}

/** Where the branch goes is looked at only where the ledger alone would refuse. */
function judgeMove(move: MovedRef, spike: SpikeOfMove): Verdict {
  const { worktree, branch, slug, world } = spike;
  const { ledgers, now } = ledgersHere(worktree, branch, world);
  const known = { slug, now, ledgers } as const;
  const anywhere = evaluate({ gate: 'move', facts: { ...known, unwinds: false, tree: undefined, bundleOnly: false } });
  if (anywhere.passed) return anywhere;
  return evaluate({ gate: 'move', facts: { ...known, ...whereTo(move, ledgers, spike) } });
}

function whereTo(
  move: MovedRef,
  ledgers: Ledgers,
  spike: SpikeOfMove,
): Pick<MoveFacts, 'unwinds' | 'tree' | 'bundleOnly'> {
  const { top } = spike.worktree;
  const from = move.from ?? resolveCommit(top, move.ref);
  const to = resolveCommit(top, destination(move));
  if (to === undefined) return { unwinds: false, tree: undefined, bundleOnly: false };
  const between = from === undefined ? undefined : changedEntries(top, { from, to });
  return {
    unwinds: unwinds({ from, to }, ledgers, spike),
    tree: treeOf(top, to),
    bundleOnly: between !== undefined && isBundleOnly(between, bundleFolderOf(ledgers), spike.slug),
  };
}

function destination({ to }: MovedRef): string {
  switch (to.kind) {
    case 'object':
      return to.id;
    case 'ref':
      return to.name;
    case 'nothing':
      return '';
  }
}

interface Way {
  readonly from: CommitId | undefined;
  readonly to: CommitId;
}

/** Back to what the branch or its target contains; where the branch is gone, to a commit that was made while the spike was open. */
function unwinds({ from, to }: Way, ledgers: Ledgers, { worktree, branch }: SpikeOfMove): boolean {
  const { top, commonDir } = worktree;
  if (from !== undefined && isAncestor(top, to, from)) return true;
  const tip = ledgers.kind === 'intact' ? tipOf(top, ledgers.last.open.target) : undefined;
  if (tip !== undefined && isAncestor(top, to, tip)) return true;
  const directory = notedDirectory(commonDir, branch);
  if (from !== undefined || directory === undefined) return false;
  const trailers = commitAt(top, to)?.trailers ?? [];
  return trailers.some((value) => {
    const trailer = parseTrailer(value);
    return trailer !== undefined && holdsRecord(directory, trailer);
  });
}

function tipOf(top: string, target: string): CommitId | undefined {
  try {
    return targetTip(top, target);
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}
