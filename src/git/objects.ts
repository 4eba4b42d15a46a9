/** Reads commits, trees and blobs by name, without a working tree. Contents are hostile; what follows a symbolic link is never read. */

import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitId, RepoPath, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { isObjectId, parseCommitId, parseTreeId } from '../core/object-id.ts';
import { literalPathspec } from './pathspec.ts';
import { type GitOptions, git, gitFailure, tryGit } from './plumbing.ts';
import { repoPath } from './repo-path.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface TreeEntry {
  /** Six octal digits: 100644 and 100755 files, 120000 a symbolic link, 160000 a submodule. */
  readonly mode: string;
  readonly type: 'blob' | 'commit' | 'tree';
  readonly id: string;
  /** Bytes of a blob. */
  readonly size: number | undefined;
  readonly path: RepoPath;
}

/** Everything below `prefix` (a path from the top, literal; empty for all), recursively. Empty where there is nothing. */
export function listTree(cwd: string, treeish: CommitId | TreeId, prefix: string): readonly TreeEntry[] {
  return lsTree(['-r', '-l'], { cwd, treeish, prefix });
}

/** Ids of the folders directly below `folder`, by name. Empty where there is no such folder. */
export function foldersIn(cwd: string, treeish: CommitId | TreeId, folder: string): ReadonlyMap<string, string> {
  const entries = lsTree([], { cwd, treeish, prefix: `${folder}/` }).filter(({ type }) => type === 'tree');
  return new Map(entries.map(({ path, id }) => [path.slice(folder.length + 1), id]));
}

/** What stands at a path itself, a folder too; nothing where there is nothing. */
export function entryAt(cwd: string, treeish: CommitId | TreeId, path: string): TreeEntry | undefined {
  return lsTree([], { cwd, treeish, prefix: path }).find((candidate) => candidate.path === path);
}

/** One file of a tree, a symbolic link as its own text. A folder or a submodule has its mode and no bytes; look at `mode` before believing `bytes`. */
export function readFileAt(
  cwd: string,
  treeish: CommitId | TreeId,
  path: string,
): { readonly mode: string; readonly bytes: Buffer } | undefined {
  const entry = entryAt(cwd, treeish, path);
  if (entry === undefined) return undefined;
  return { mode: entry.mode, bytes: entry.type === 'blob' ? readBlob(cwd, entry.id) : Buffer.alloc(0) };
}

/** A whole blob in memory: for files whose size was looked at, or is bounded by their format. */
export function readBlob(cwd: string, id: string): Buffer {
  return git(['cat-file', 'blob', checkedId(id)], reading({ cwd }));
}

/** The same of several at once, by id. Throws `unreadable` where one is not here. */
export function readBlobs(cwd: string, ids: readonly string[]): ReadonlyMap<string, Buffer> {
  const input = ids.map((id) => `${checkedId(id)}\n`).join('');
  const output = git(['cat-file', '--batch=%(objectname) %(objectsize)'], { ...reading({ cwd }), input });
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [id, size] = parseSize(output.toString('latin1', at, end));
    blobs.set(id, output.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return blobs;
}

const CHUNK_BYTES = 1024 * 1024;

/** A blob of any size, a part at a time; each part is the caller's until the next. By way of a file that has no name. */
export function streamBlob(cwd: string, id: string, take: (chunk: Uint8Array) => void): void {
  const file = openNameless();
  try {
    git(['cat-file', 'blob', checkedId(id)], { ...reading({ cwd }), output: file });
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let at = 0;
    for (let read = -1; read !== 0; at += read) {
      read = readSync(file, chunk, 0, chunk.length, at);
      if (read > 0) take(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-blob-'));
  try {
    return openSync(join(folder, 'blob'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of each blob. Throws `unreadable` where one is not here. */
export function sizesOf(cwd: string, ids: readonly string[]): ReadonlyMap<string, number> {
  if (ids.length === 0) return new Map();
  const input = ids.map((id) => `${checkedId(id)}\n`).join('');
  const output = git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { ...reading({ cwd }), input });
  const lines = output.toString('latin1').trimEnd().split('\n');
  return new Map(lines.map((line) => parseSize(line)));
}

function parseSize(line: string): readonly [string, number] {
  const [, id, size] = /^([0-9a-f]+) ([0-9]+)$/.exec(line) ?? [];
  if (id !== undefined && size !== undefined) return [id, Number(size)];
  throw new SpikeError('unreadable', `expected the size of a blob, found ${JSON.stringify(line.slice(0, 120))}`);
}

export function treeOf(cwd: string, commit: CommitId | TreeId): TreeId {
  return parseTreeId(
    git(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`], { cwd })
      .toString()
      .trim(),
  );
}

/** The commit that a branch, tag, id or expression names; nothing where it names none. */
export function resolveCommit(cwd: string, ref: string): CommitId | undefined {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const result = tryGit(args, { cwd });
  if (result.status === 1) return undefined;
  if (result.status !== 0) throw gitFailure(args, result);
  return parseCommitId(result.stdout.toString().trim());
}

interface Listing {
  readonly cwd: string;
  readonly treeish: CommitId | TreeId;
  readonly prefix: string;
}

function lsTree(flags: readonly string[], { cwd, treeish, prefix }: Listing): readonly TreeEntry[] {
  const where = prefix === '' ? [] : ['--', literalPathspec(prefix)];
  return splitZeroTerminated(git(['ls-tree', ...flags, '-z', '--full-tree', treeish, ...where], reading({ cwd }))).map(
    parseTreeEntry,
  );
}

const ENTRY = /^([0-7]{6}) (blob|commit|tree) ([0-9a-f]+)(?: +([0-9]+|-))?$/;

function parseTreeEntry(line: Uint8Array): TreeEntry {
  const tab = line.indexOf(0x09);
  const text = Buffer.from(line.subarray(0, tab)).toString('latin1');
  const [, mode, type, id, size] = ENTRY.exec(text) ?? [];
  if (
    tab === -1 ||
    mode === undefined ||
    id === undefined ||
    (type !== 'blob' && type !== 'commit' && type !== 'tree')
  ) {
    throw new SpikeError('unreadable', `expected an entry of git ls-tree, found ${JSON.stringify(text.slice(0, 120))}`);
  }
  const bytes = size === undefined || size === '-' ? undefined : Number(size);
  return { mode, type, id, size: bytes, path: repoPath(line.subarray(tab + 1)) };
}

/** Contents of a partial clone may have to be fetched; that is what such a clone is for. */
function reading(options: GitOptions): GitOptions {
  return { ...options, env: { ...(options.env ?? process.env), GIT_NO_LAZY_FETCH: '0' } };
}

function checkedId(id: string): string {
  if (isObjectId(id)) return id;
  throw new SpikeError('unreadable', `expected the full id of a blob, found ${JSON.stringify(id.slice(0, 80))}`);
}
