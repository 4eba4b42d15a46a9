/** Joins the `Spike:` trailers of commits to the ledgers that they point at. */

import type { CommitId, Slug } from '../core/brand.ts';
import type { TrailedCommit } from '../core/facts.ts';
import { sameSlug } from '../core/slug.ts';
import { parseTrailer, seemingSlug, type Trailer } from '../core/trailer.ts';
import type { CommitSummary } from '../git/commits.ts';
import type { Hashes, Wanted } from './bundle-ledgers.ts';

/** A trailer that has not been held against a ledger yet. */
export type Trailed = Omit<TrailedCommit, 'matches'>;

/** One entry a trailer; a commit without any is `absent`. */
export function trailersOf(commits: readonly CommitSummary[]): readonly Trailed[] {
  return commits.flatMap(({ commit, trailers }): readonly Trailed[] =>
    trailers.length === 0 ? [{ commit, trailer: 'absent' }] : trailers.map((value) => trailedBy(commit, value)),
  );
}

function trailedBy(commit: CommitId, value: string): Trailed {
  const trailer = parseTrailer(value);
  if (trailer !== undefined) return { commit, trailer };
  const seems = seemingSlug(value);
  return seems === undefined ? { commit, trailer: 'malformed' } : { commit, trailer: 'malformed', seems };
}

/** The spike that a commit names or seems to name. */
export function spikeNamedBy({ trailer, seems }: Pick<TrailedCommit, 'trailer' | 'seems'>): Slug | undefined {
  return typeof trailer === 'string' ? seems : trailer.spike;
}

/** The records that the trailers of `slug` point at. */
export function wantedBy(trailed: readonly Pick<TrailedCommit, 'trailer'>[], slug: Slug): Wanted {
  const wanted = new Map<number, Set<number>>();
  for (const { trailer } of trailed) {
    if (typeof trailer === 'string' || !sameSlug(trailer.spike, slug)) continue;
    const seqs = wanted.get(trailer.attempt) ?? new Set();
    wanted.set(trailer.attempt, seqs.add(trailer.seq));
  }
  return wanted;
}

/** Slugs that trailers name or seem to name, each once. */
export function slugsIn(trailed: readonly Pick<TrailedCommit, 'trailer' | 'seems'>[]): readonly Slug[] {
  const slugs = new Map<string, Slug>();
  for (const commit of trailed) {
    const slug = spikeNamedBy(commit);
    if (slug !== undefined && !slugs.has(slug.toLowerCase())) slugs.set(slug.toLowerCase(), slug);
  }
  return [...slugs.values()];
}

function matches(trailer: Trailer, hashes: Hashes): boolean {
  return hashes.get(trailer.attempt)?.get(trailer.seq)?.startsWith(trailer.head) ?? false;
}

/** Trailers of other spikes are left to the ledgers of those, which the gate has asked before or which are judged beside. */
export function joinTrailers(trailed: readonly Trailed[], slug: Slug, hashes: Hashes): readonly TrailedCommit[] {
  return trailed.flatMap(({ commit, trailer }): readonly TrailedCommit[] => {
    if (typeof trailer === 'string') return [{ commit, trailer, matches: false }];
    return wantedBy([{ trailer }], slug).size === 0 ? [] : [{ commit, trailer, matches: matches(trailer, hashes) }];
  });
}
