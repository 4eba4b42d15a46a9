/** What is about to be committed, seen from inside a hook: git names the index of the running commit in the environment. */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TreeId } from '../core/brand.ts';
import { parseTreeId } from '../core/object-id.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { changedEntriesOfIndex } from './diff.ts';
import { resolveCommit } from './objects.ts';
import { git } from './plumbing.ts';

/** The tree that the commit will have. Made from a copy, since the running commit may hold the index's lock, and so that the index stays as it is. */
export function stagedTree(cwd: string, env: NodeJS.ProcessEnv = process.env): TreeId {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-index-'));
  try {
    const index = git(['rev-parse', '--path-format=absolute', '--git-path', 'index'], { cwd, env })
      .toString()
      .replace(/\n$/, '');
    const copy = join(folder, 'index');
    if (existsSync(index)) copyFileSync(index, copy);
    return parseTreeId(
      git(['write-tree', '--missing-ok'], { cwd, env: { ...env, GIT_INDEX_FILE: copy } })
        .toString()
        .trim(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every entry of the index that differs from HEAD; before the first commit, from nothing. */
export function stagedEntries(cwd: string, env: NodeJS.ProcessEnv = process.env): readonly ChangeEntry[] {
  const head = resolveCommit(cwd, 'HEAD');
  return changedEntriesOfIndex(cwd, head ?? emptyTree(cwd), { env });
}

/** Asked of git, because its id depends on the repository's hash. */
function emptyTree(cwd: string): TreeId {
  return parseTreeId(git(['hash-object', '-t', 'tree', '--stdin'], { cwd, input: '' }).toString().trim());
}
