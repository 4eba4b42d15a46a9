/**
 * What a pull request carries on of spikes that were judged before: bundles that are where they are carried to or come from already,
 * and trailers that shipped attempts answer. Backports and releases are made of such. Nobody gains by it: without that bundle and
 * those trailers the same commits would be an ordinary pull request anyway.
 */

import { mayMerge } from '../core/attempts.ts';
import type { Slug } from '../core/brand.ts';
import { sameSlug } from '../core/slug.ts';
import { foldersIn } from '../git/objects.ts';
import { type Bundle, readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import type { Scene } from './scene.ts';
import { joinTrailers, spikeNamedBy, type Trailed, wantedBy } from './trailed.ts';

/** Those of `slugs` whose whole folder is not the same tree in the past. */
export function changedBundles(slugs: readonly Slug[], { cwd, head, config, past }: Scene): readonly Slug[] {
  if (slugs.length === 0) return slugs;
  const here = foldersIn(cwd, head, config.bundle);
  return slugs.filter((slug) => {
    const folder = here.get(slug);
    return folder === undefined || past.every(({ folders }) => folders.get(slug) !== folder);
  });
}

/** Whether every trailer that names `slug` is answered. */
export function isExplained(slug: Slug, { cwd, config, trailed, past }: Scene): boolean {
  const naming = trailed.filter((commit) => sameSlug(spikeNamedBy(commit) ?? '', slug));
  const wanted = wantedBy(naming, slug);
  const bundles = past
    .filter(({ folders }) => folders.has(slug))
    .map(({ commit }) => readBundle(bundleAt({ cwd, commit, bundle: config.bundle, slug }), wanted));
  return naming.every((commit) => bundles.some((bundle) => isAnswered(commit, slug, bundle)));
}

function isAnswered(commit: Trailed, slug: Slug, { ledgers, hashes }: Bundle): boolean {
  if (ledgers.kind !== 'intact') return false;
  const attempts = [...ledgers.earlier, ledgers.last];
  return joinTrailers([commit], slug, hashes).every(
    ({ trailer, matches }) => matches && typeof trailer !== 'string' && mayMerge(trailer, attempts),
  );
}
