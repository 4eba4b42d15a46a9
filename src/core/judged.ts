/** Pure: what a pull request is to be judged as (SPEC.md, "What is judged"). */

import type { Slug } from './brand.ts';
import type { Config } from './config.ts';
import { SpikeError } from './error.ts';
import { EVIDENCE_BRANCH_PREFIX, isSpikeBranch, parseSlug, sameSlug, slugOfBranch } from './slug.ts';

export type Judged =
  | { readonly kind: 'none' }
  | { readonly kind: 'spike'; readonly slug: Slug }
  | { readonly kind: 'evidence'; readonly slug: Slug }
  | { readonly kind: 'carrier'; readonly slugs: readonly Slug[] }
  /** A failure: a pull request carries one spike. */
  | { readonly kind: 'several'; readonly slugs: readonly Slug[] };

export interface PullRequestShape {
  /** Name of the head branch. */
  readonly branch: string;
  /** Whether the head branch is in the repository of the target. */
  readonly sameRepository: boolean;
  /** Slugs under whose bundle folder something is added or changed. */
  readonly bundles: readonly Slug[];
  /** Slugs of `Spike:` trailers that no shipped bundle at the tip explains. */
  readonly trailed: readonly Slug[];
}

/** Throws `usage` where the branch is one of spikes and what follows is no slug: nothing unnamed passes. */
export function judgedAs(shape: PullRequestShape, config: Config): Judged {
  const { branch, sameRepository, bundles, trailed } = shape;
  if (branch.startsWith(EVIDENCE_BRANCH_PREFIX)) {
    return { kind: 'evidence', slug: parseSlug(branch.slice(EVIDENCE_BRANCH_PREFIX.length)) };
  }
  const named = slugOfBranch(branch, config.branches);
  if (named === undefined && isSpikeBranch(branch, config.branches)) throw misnamed(branch);
  const slugs = distinct([...(named === undefined ? [] : [named]), ...bundles, ...trailed]);
  if (sameRepository && config.carriers.includes(branch)) {
    return slugs.length === 0 ? { kind: 'none' } : { kind: 'carrier', slugs };
  }
  const [only, ...others] = slugs;
  if (only === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'spike', slug: only } : { kind: 'several', slugs };
}

function misnamed(branch: string): SpikeError {
  return new SpikeError('refused', `expected a spike's branch to end in its slug, found ${branch}`, {
    hint: 'rename the branch: git branch -m <prefix>/<slug>',
  });
}

function distinct(slugs: readonly Slug[]): Slug[] {
  return slugs.filter((slug, index) => slugs.findIndex((other) => sameSlug(slug, other)) === index);
}
