/** The bundle of a spike at a commit. */

import type { CommitId, Slug } from '../core/brand.ts';
import { bundleFolder } from '../core/bundle.ts';
import { listTree, readBlob } from '../git/objects.ts';
import type { BundleFiles } from './bundle.ts';

interface Address {
  readonly cwd: string;
  readonly commit: CommitId;
  /** The folder of bundles. */
  readonly bundle: string;
  readonly slug: Slug;
}

export function bundleAt({ cwd, commit, bundle, slug }: Address): BundleFiles {
  const folder = bundleFolder(bundle, slug);
  const files = listTree(cwd, commit, folder).map((entry) => {
    const file = { mode: entry.mode, size: entry.size, read: () => readBlob(cwd, entry.id) };
    return [entry.path.slice(folder.length + 1), file] as const;
  });
  return { folder, files: new Map(files) };
}
