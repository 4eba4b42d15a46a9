/** Whether pathspecs reach a path that need not exist: git itself is asked, through an index of its own that holds nothing else. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldedPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

/** Whether one of `patterns`, in any case, matches `path` or what lies directly below it. A trailing slash names a folder. */
export function matchesPathspecs(cwd: string, path: string, patterns: readonly string[]): boolean {
  const candidates = path.endsWith('/') ? [`${path}x`] : [path, `${path}/x`];
  return matchingPaths(cwd, candidates, patterns).size > 0;
}

/** Those of `paths` that one of `patterns` matches, in any case. Throws `git-failed` for what cannot stand in an index. */
export function matchingPaths(cwd: string, paths: readonly string[], patterns: readonly string[]): ReadonlySet<string> {
  const matched = new Set<string>();
  if (paths.length === 0 || patterns.length === 0) return matched;
  const scratch = mkdtempSync(join(tmpdir(), 'spike-gate-index-'));
  try {
    const blob = emptyBlob(cwd);
    for (const [index, group] of withoutConflicts(paths).entries()) {
      const env = { ...process.env, GIT_INDEX_FILE: join(scratch, `${index}`) };
      const input = group.map((path) => `100644 ${blob}\t${path}\0`).join('');
      git(['update-index', '-z', '--index-info'], { cwd, env, input });
      const found = git(['ls-files', '-z', '--full-name', '--', ...patterns.map(foldedPathspec)], { cwd, env });
      for (const path of splitZeroTerminated(found)) matched.add(Buffer.from(path).toString());
    }
    return matched;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** An index cannot hold a file and what lies below it, so each stands with others of as many such parents. */
function withoutConflicts(paths: readonly string[]): readonly (readonly string[])[] {
  const all = new Set(paths);
  const groups: string[][] = [];
  for (const path of all) {
    let depth = 0;
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      if (all.has(path.slice(0, at))) depth += 1;
    while (groups.length <= depth) groups.push([]);
    groups[depth]?.push(path);
  }
  return groups.filter((group) => group.length > 0);
}

/** Its id alone: an index entry may name an object that the repository does not hold. */
function emptyBlob(cwd: string): string {
  return git(['hash-object', '--stdin'], { cwd, input: '' }).toString().trim();
}
