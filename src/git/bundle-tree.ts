/** The tree of a commit with one bundle's folder replaced, made in an index of its own. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitId, TreeId } from '../core/brand.ts';
import { BUNDLE_MODE, isBundleFile } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { parseTreeId } from '../core/object-id.ts';
import { readFileAt } from './objects.ts';
import { literalPathspec } from './pathspec.ts';
import { type GitOptions, git } from './plumbing.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface BundleFolder {
  readonly cwd: string;
  /** From the top: `spikes/users-email`. */
  readonly folder: string;
  /** Everything that the folder will hold: bytes by name from it. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Nothing of the repository's hooks and caches has to do with a scratch index. */
const SCRATCH = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.splitIndex=false',
  '-c',
  'core.untrackedCache=false',
] as const;

/** The tree of `parent` whose folder holds exactly these files. */
export function treeWith(bundle: BundleFolder, parent: CommitId): TreeId {
  checkNames(bundle);
  refuseNonFolder(bundle, parent);
  const scratch = mkdtempSync(join(tmpdir(), 'spike-gate-index-'));
  const options = { cwd: bundle.cwd, env: { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') } };
  try {
    git([...SCRATCH, 'read-tree', '--no-sparse-checkout', parent], options);
    replaceEntries(bundle, options, SCRATCH);
    return parseTreeId(
      git([...SCRATCH, 'write-tree', '--missing-ok'], options)
        .toString()
        .trim(),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Makes the folder hold exactly these files in the index that `options` names. */
export function replaceEntries(
  { folder, files }: BundleFolder,
  options: GitOptions,
  settings: readonly string[] = [],
): void {
  const removed = trackedIn(folder, options).flatMap((path) => [`0 ${noObject(options)}\t`, path, '\0']);
  const added = [...files].map(([name, bytes]) => `${BUNDLE_MODE} ${writeBlob(bytes, options)}\t${folder}/${name}\0`);
  const input = Buffer.concat([...removed, ...added].map((part) => Buffer.from(part)));
  git([...settings, 'update-index', '-z', '--index-info'], { ...options, input });
}

/** Paths of the index in a folder, as bytes. */
export function trackedIn(folder: string, options: GitOptions): readonly Uint8Array[] {
  const args = ['ls-files', '-z', '--full-name', '--cached', '--', literalPathspec(folder)];
  return splitZeroTerminated(git(args, options));
}

/** A name that leads out of the folder, or that the gate would not take for the bundle's, is a mistake of the caller. */
export function checkNames({ files }: BundleFolder): void {
  const stranger = [...files.keys()].find((name) => !isBundleFile(name));
  if (stranger === undefined) return;
  throw new SpikeError('refused', `expected named files of a bundle, found ${JSON.stringify(stranger)}`);
}

/** A file, link or submodule in the folder's place would vanish without a word. */
function refuseNonFolder({ cwd, folder }: BundleFolder, parent: CommitId): void {
  const parts = folder.split('/');
  for (const depth of parts.keys()) {
    const path = parts.slice(0, depth + 1).join('/');
    const there = readFileAt(cwd, parent, path);
    if (there !== undefined && there.mode !== '040000') {
      throw new SpikeError('refused', `expected ${path} to be a folder, found mode ${there.mode}`, {
        hint: `move ${path} away and commit that first`,
      });
    }
  }
}

/** From stdin and without a name, so that no attribute and no filter applies. */
function writeBlob(bytes: Uint8Array, options: GitOptions): string {
  return git(['hash-object', '-w', '--stdin'], { ...options, input: bytes })
    .toString()
    .trim();
}

/** As long as the repository's ids are. */
function noObject(options: GitOptions): string {
  const format = git(['rev-parse', '--show-object-format'], options).toString().trim();
  return '0'.repeat(format === 'sha256' ? 64 : 40);
}
