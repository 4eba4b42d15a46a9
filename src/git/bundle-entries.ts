/** What a commit holds below a bundle's folder, by name and mode alone: in a partial clone contents have to be fetched before anything else is asked of them. */

import type { CommitId } from '../core/brand.ts';
import { BUNDLE_MODE, isAttemptFile, isBundleFile, MAX_EARLIER_ATTEMPTS } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { literalPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';
import { repoPath } from './repo-path.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface BundleEntry {
  /** Six octal digits. */
  readonly mode: string;
  readonly id: string;
  /** From the bundle's folder; empty for what stands in the place of the folder itself. */
  readonly name: string;
  /** Whether a gate looks into it: a named file of the right mode, and not one of more attempts than are ever read. */
  readonly isRead: boolean;
}

export interface BundlePlace {
  readonly commit: CommitId;
  /** From the top: `spikes/users-email`. */
  readonly folder: string;
}

/** Folders on one command line. */
const AT_ONCE = 500;

export function bundleEntries(cwd: string, { commit, folder }: BundlePlace): readonly BundleEntry[] {
  return entriesOfBundles(cwd, commit, [folder]);
}

/** Of all these folders, which a release may hold hundreds of. */
export function entriesOfBundles(cwd: string, commit: CommitId, folders: readonly string[]): readonly BundleEntry[] {
  const found = new Map(folders.map((folder): [string, Named[]] => [folder, []]));
  for (let at = 0; at < folders.length; at += AT_ONCE) {
    const pathspecs = folders.slice(at, at + AT_ONCE).map(literalPathspec);
    const output = git(['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...pathspecs], { cwd });
    for (const line of splitZeroTerminated(output)) {
      const { path, ...entry } = parseEntry(line);
      const folder = folderAbove(path, found);
      if (folder !== undefined) found.get(folder)?.push({ ...entry, name: path.slice(folder.length + 1) });
    }
  }
  return [...found.values()].flatMap(markRead);
}

type Named = Omit<BundleEntry, 'isRead'>;

function markRead(entries: readonly Named[]): readonly BundleEntry[] {
  const attempts = entries.filter(({ name }) => isAttemptFile(name)).length;
  return entries.map((entry) => ({
    ...entry,
    isRead:
      entry.mode === BUNDLE_MODE &&
      isBundleFile(entry.name) &&
      (attempts <= MAX_EARLIER_ATTEMPTS || !isAttemptFile(entry.name)),
  }));
}

/** The folder itself where something else stands in its place. */
function folderAbove(path: string, folders: ReadonlyMap<string, unknown>): string | undefined {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (folders.has(path.slice(0, end))) return path.slice(0, end);
  }
  return folders.has(path) ? path : undefined;
}

const ENTRY = /^([0-7]{6}) (?:blob|commit) ([0-9a-f]+)$/;

function parseEntry(line: Uint8Array): Pick<BundleEntry, 'mode' | 'id'> & { readonly path: string } {
  const tab = line.indexOf(0x09);
  const text = Buffer.from(line.subarray(0, Math.max(tab, 0))).toString('latin1');
  const [, mode, id] = ENTRY.exec(text) ?? [];
  if (mode === undefined || id === undefined) {
    throw new SpikeError('unreadable', `expected an entry of git ls-tree, found ${JSON.stringify(text.slice(0, 120))}`);
  }
  return { mode, id, path: repoPath(line.subarray(tab + 1)) };
}
