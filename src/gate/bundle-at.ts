/** The bundle of a spike at a commit. */

import type { CommitId, Slug } from '../core/brand.ts';
import { bundleFolder } from '../core/bundle.ts';
import { type BundlePlace, bundleEntries } from '../git/bundle-entries.ts';
import { entryAt, readBlob, readBlobs, sizesOf, streamBlob } from '../git/objects.ts';
import type { BundleFile, BundleFiles } from './bundle-file.ts';

const SMALL_BYTES = 256 * 1024;

interface Address {
  readonly cwd: string;
  readonly commit: CommitId;
  /** The folder of bundles. */
  readonly bundle: string;
  readonly slug: Slug;
}

/** Of what a gate never reads not even the size is asked: in a partial clone it would have to be fetched. */
export function bundleAt({ cwd, commit, bundle, slug }: Address): BundleFiles {
  const folder = bundleFolder(bundle, slug);
  const entries = bundleEntries(cwd, { commit, folder });
  const sizes = sizesOf(
    cwd,
    entries.filter(({ isRead }) => isRead).map(({ id }) => id),
  );
  const read = readerOf(cwd, sizes);
  const files = entries.map(({ mode, id, name }) => {
    const size = sizes.get(id);
    const stream: BundleFile['stream'] = (take) => streamBlob(cwd, id, take);
    return [name, { mode, size, read: () => read(id), stream }] as const;
  });
  const isThere = entries.some(({ name }) => name !== '');
  return { folder, files: new Map(files), obstacle: isThere ? undefined : obstacleAt(cwd, { commit, folder }) };
}

/** The small ones are read together, once the first of them is asked for. */
function readerOf(cwd: string, sizes: ReadonlyMap<string, number>): (id: string) => Uint8Array {
  const small = [...sizes].filter(([, size]) => size <= SMALL_BYTES).map(([id]) => id);
  let blobs: ReadonlyMap<string, Uint8Array> | undefined;
  return (id) => {
    blobs ??= readBlobs(cwd, small);
    return blobs.get(id) ?? readBlob(cwd, id);
  };
}

/** The first of the folder and its parents that is there and is no folder. */
function obstacleAt(cwd: string, { commit, folder }: BundlePlace): BundleFiles['obstacle'] {
  const parts = folder.split('/');
  for (const depth of parts.keys()) {
    const path = parts.slice(0, depth + 1).join('/');
    const entry = entryAt(cwd, commit, path);
    if (entry === undefined) return undefined;
    if (entry.type !== 'tree') return { path, mode: entry.mode };
  }
  return undefined;
}
