/** Whether pathspecs reach a path that need not exist: git itself is asked, through an index of its own that holds nothing else. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldedPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';

/** Whether one of `patterns`, in any case, matches `path` or what lies directly below it. A trailing slash names a folder. */
export function matchesPathspecs(cwd: string, path: string, patterns: readonly string[]): boolean {
  const scratch = mkdtempSync(join(tmpdir(), 'spike-gate-index-'));
  try {
    const candidates = path.endsWith('/') ? [`${path}x`] : [path, `${path}/x`];
    return candidates.some((candidate, index) => {
      const env = { ...process.env, GIT_INDEX_FILE: join(scratch, `${index}`) };
      git(['update-index', '-z', '--index-info'], { cwd, env, input: `100644 ${emptyBlob(cwd)}\t${candidate}\0` });
      return git(['ls-files', '-z', '--', ...patterns.map(foldedPathspec)], { cwd, env }).length > 0;
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Its id alone: an index entry may name an object that the repository does not hold. */
function emptyBlob(cwd: string): string {
  return git(['hash-object', '--stdin'], { cwd, input: '' }).toString().trim();
}
