/** Pure: what a pull request is to be judged as (SPEC.md, "What is judged"). */

import type { Slug } from './brand.ts';
import type { Config } from './config.ts';
import { EVIDENCE_BRANCH_PREFIX, isSpikeBranch, misnamedBranch, slugOfBranch, slugOfEvidenceBranch } from './slug.ts';

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

/** Throws `refused` where the branch is one of spikes and what follows is no slug: nothing unnamed passes. */
export function judgedAs({ branch, sameRepository, bundles, trailed }: PullRequestShape, config: Config): Judged {
  if (branch.startsWith(EVIDENCE_BRANCH_PREFIX)) return { kind: 'evidence', slug: slugOfEvidence(branch) };
  const named = slugNamed(branch, config);
  // Two that differ in case alone are two folders of bundles, and each must answer for itself.
  const slugs = [...new Set([...named, ...bundles, ...trailed])];
  const [only, ...others] = slugs;
  if (only === undefined) return { kind: 'none' };
  if (named.length === 0 && sameRepository && config.carriers.includes(branch)) return { kind: 'carrier', slugs };
  return others.length === 0 ? { kind: 'spike', slug: only } : { kind: 'several', slugs };
}

/** The slug that the branch bears, or none where it is no spike's. */
function slugNamed(branch: string, { branches }: Config): readonly Slug[] {
  if (!isSpikeBranch(branch, branches)) return [];
  const slug = slugOfBranch(branch, branches);
  if (slug === undefined) throw misnamedBranch(branch);
  return [slug];
}

function slugOfEvidence(branch: string): Slug {
  const slug = slugOfEvidenceBranch(branch);
  if (slug === undefined) throw misnamedBranch(branch, EVIDENCE_BRANCH_PREFIX);
  return slug;
}
