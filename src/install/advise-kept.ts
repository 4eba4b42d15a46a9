/** What `--uninstall` leaves because it was there before `init`, and how it goes too: a team may be using it elsewhere. */

import { join, relative } from 'node:path';
import { readFileAt, resolveCommit } from '../git/objects.ts';
import { toPaste } from './commit-advice.ts';
import type { Repository } from './repository.ts';

interface Kept {
  /** Where the lines will be typed. */
  readonly cwd: string;
  /** From the top of the worktree. */
  readonly paths: readonly string[];
  /** Files that hold lines of ours which `init` did not put there, from the top of the worktree. */
  readonly edited: readonly string[];
}

export function adviseKept({ top }: Repository, { cwd, paths, edited }: Kept): readonly string[] {
  if (paths.length === 0 && edited.length === 0) return [];
  const lines = [
    ...paths.map((path) => `  ${path}`),
    ...edited.map((path) => `  ${path}: what spike init has put into it; take it out by hand`),
  ];
  const commands = removing(top, { cwd, paths });
  return [
    'These were here before this spike init, so they stay:',
    ...lines,
    ...(commands.length === 0 ? [] : ['If nobody needs them any more, take them away:', ...toPaste(commands)]),
  ];
}

function removing(top: string, { cwd, paths }: Pick<Kept, 'cwd' | 'paths'>): readonly (readonly string[])[] {
  const head = resolveCommit(top, 'HEAD');
  const isCommitted = (path: string): boolean => head !== undefined && readFileAt(top, head, path) !== undefined;
  const typed = (wanted: readonly string[]) => wanted.map((path) => relative(cwd, join(top, path)));
  const committed = typed(paths.filter(isCommitted));
  const others = typed(paths.filter((path) => !isCommitted(path)));
  return [
    ...(others.length === 0 ? [] : [['rm', '--', ...others]]),
    ...(committed.length === 0
      ? []
      : [
          ['git', 'rm', '--', ...committed],
          ['git', 'commit', '-m', 'Remove spike-gate', '--', ...committed],
        ]),
  ];
}
