/** The push gate: every ref that is pushed, judged for every spike that it would carry. */

import type { CommitId, Slug } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Ledgers } from '../core/facts.ts';
import { isSpikeBranch, misnamedBranch, sameSlug, slugOfBranch } from '../core/slug.ts';
import type { Verdict } from '../core/verdict.ts';
import { commitsBetween } from '../git/commits.ts';
import { isAncestor } from '../git/merge-base.ts';
import { resolveCommit } from '../git/objects.ts';
import type { PushedRef } from '../git/pushed-refs.ts';
import type { Worktree } from '../git/worktree.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import { ledgersHere } from './ledgers-here.ts';
import { slugsIn, trailersOf } from './trailed.ts';

export interface PushQuestion {
  readonly worktree: Worktree;
  /** Branch of the worktree, for refs pushed as HEAD. */
  readonly branch: string | undefined;
  readonly config: Config;
  /** The target's tip: what it holds is no longer a spike's. */
  readonly tip: CommitId | undefined;
  readonly world: LedgerWorld;
}

/** One verdict for each spike of each ref. */
export function judgePush(pushed: readonly PushedRef[], question: PushQuestion): readonly Verdict[] {
  return pushed.flatMap((ref) =>
    spikesOf(ref, question).map(({ slug, branch }) => judgeRef(ref, { slug, branch }, question)),
  );
}

interface PushedSpike {
  readonly slug: Slug;
  readonly branch: string;
}

/** By the name it gets, the name it has, and the trailers of its commits: `HEAD:other` and an id name no branch. */
function spikesOf(ref: PushedRef, question: PushQuestion): readonly PushedSpike[] {
  const { config, branch: here } = question;
  if (ref.kind === 'delete') return [];
  const names = [branchName(ref.remoteRef), ref.localRef === 'HEAD' ? here : branchName(ref.localRef)];
  const byName = names.flatMap((name) => (name === undefined ? [] : spikeNamed(name, config)));
  const byTrailer = trailedSlugs(ref.localId, question).map((slug) => ({ slug, branch: branchOfSlug(slug, config) }));
  return [...byName, ...byTrailer].filter(
    (one, index, all) => all.findIndex((other) => sameSlug(one.slug, other.slug)) === index,
  );
}

function spikeNamed(branch: string, { branches }: Config): readonly PushedSpike[] {
  if (!isSpikeBranch(branch, branches)) return [];
  const slug = slugOfBranch(branch, branches);
  if (slug !== undefined) return [{ slug, branch }];
  throw misnamedBranch(branch);
}

/** Evidence of a killed spike carries a trailer too; its branch is not one of spikes, and its bundle is sealed. */
function trailedSlugs(commit: CommitId, { worktree, tip }: PushQuestion): readonly Slug[] {
  if (tip === undefined || resolveCommit(worktree.top, commit) === undefined) return [];
  return slugsIn(trailersOf(commitsBetween(worktree.top, tip, commit)));
}

function branchOfSlug(slug: Slug, { branches }: Config): string {
  return `${branches[0]?.slice(0, -1) ?? ''}${slug}`;
}

function judgeRef(ref: PushedRef, { slug, branch }: PushedSpike, question: PushQuestion): Verdict {
  const { worktree, world } = question;
  const here = ledgersHere(worktree, branch, world);
  const ledgers = here.ledgers.kind === 'intact' ? here.ledgers : (sealedBundle(ref, slug, question) ?? here.ledgers);
  return evaluate({ gate: 'push', facts: { slug, now: here.now, ledgers, unwinds: unwinds(ref, worktree) } });
}

/** Without its ledger a spike may still be pushed once its sealed bundle is in what is pushed, or has been merged. */
function sealedBundle(ref: PushedRef, slug: Slug, { worktree, config, tip }: PushQuestion): Ledgers | undefined {
  const commits = [ref.localId, tip].filter((commit) => commit !== undefined);
  return commits
    .map((commit) => readBundle(bundleAt({ cwd: worktree.top, commit, bundle: config.bundle, slug })).ledgers)
    .find((ledgers) => ledgers.kind === 'intact' && ledgers.last.seal !== undefined);
}

/** Moving a remote branch back to an ancestor publishes nothing. */
function unwinds(ref: PushedRef, { top }: Worktree): boolean {
  if (ref.kind !== 'update') return ref.kind === 'delete';
  return resolveCommit(top, ref.remoteId) !== undefined && isAncestor(top, ref.localId, ref.remoteId);
}

function branchName(ref: string): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}
