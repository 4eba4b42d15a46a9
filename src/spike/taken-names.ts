/** Which names of spikes are used up in this repository, and by what. */

import { existsSync } from 'node:fs';
import type { CommitId, Slug } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { isSlug, sameSlug, slugOfEvidenceBranch } from '../core/slug.ts';
import { listBranches, listFetchedBranches } from '../git/branches.ts';
import { listTree } from '../git/objects.ts';
import { pathsIn, spikeDirectory } from '../ledger/control-directory.ts';
import { spikesOf } from '../ledger/spike-files.ts';

export interface TakenName {
  readonly name: string;
  /** In words: a bundle, a branch or a folder. */
  readonly by: string;
}

interface Repository {
  readonly top: string;
  readonly tip: CommitId;
  readonly target: string;
  readonly config: Config;
  /** The control root, and the id of this repository in it. */
  readonly root: string;
  readonly id: string;
}

/** A draft takes a name from every other one that differs in case alone: on some file systems two such folders are one. */
export function takenNames(slug: Slug, repository: Repository): readonly TakenName[] {
  const { top, target, config, root, id } = repository;
  const bundles = bundlesAt(repository).map((name) => ({ name, by: `${config.bundle}/${name} on ${target}` }));
  const evidence = [...listBranches(top), ...listFetchedBranches(top)].flatMap((branch) => {
    const name = slugOfEvidenceBranch(branch);
    return name === undefined ? [] : [{ name, by: `the branch ${branch}` }];
  });
  const here = spikesOf(root, id)
    .filter(isSlug)
    .filter((name) => name !== slug || existsSync(pathsIn(spikeDirectory(root, id, name)).ledger))
    .map((name) => ({ name, by: `a spike of that name in ${spikeDirectory(root, id, name)}` }));
  return [...bundles, ...evidence, ...here];
}

/** A name like `slug` that nothing has: `users-email-2`. */
export function freeName(slug: Slug, taken: readonly string[]): string {
  const [, stem = slug, number = '1'] = /^(.*)-(\d{1,2})$/.exec(slug) ?? [];
  for (let next = Number(number) + 1; ; next += 1) {
    const name = `${stem.slice(0, 60)}-${next}`;
    if (!taken.some((other) => sameSlug(other, name))) return name;
  }
}

function bundlesAt({ top, tip, config }: Repository): readonly string[] {
  const names = listTree(top, tip, config.bundle).flatMap(({ path }) => {
    const [name, ...rest] = path.slice(config.bundle.length + 1).split('/');
    return name === undefined || rest.length === 0 ? [] : [name];
  });
  return [...new Set(names)];
}
