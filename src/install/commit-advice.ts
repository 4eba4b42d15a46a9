/** The commit that a person makes after `init`: exactly what is missing on the target branch, as lines to paste. */

import { join, relative } from 'node:path';
import { renderCommand } from '../core/command-line.ts';
import { readFileAt, resolveCommit } from '../git/objects.ts';
import { targetTip } from '../git/target.ts';
import type { Edit } from './edit.ts';
import { likelyTarget } from './likely-target.ts';
import { isOfTree } from './list-name.ts';
import { isInPlace } from './plan-edits.ts';
import { missingOnTarget } from './present.ts';
import type { Repository } from './repository.ts';

interface Wanted {
  /** Where the lines will be typed. */
  readonly cwd: string;
  readonly bundle: string;
  /** What is changed in files that people keep. */
  readonly edits: readonly Edit[];
}

/** Empty where the target already holds everything. */
export function adviseCommit(repository: Repository, { cwd, bundle, edits }: Wanted): readonly string[] {
  const target = likelyTarget(repository);
  const read = readerAt(repository, target);
  const paths = [
    ...missingOnTarget(read, bundle),
    ...edits
      .filter(({ path }) => isOfTree(path))
      .filter((edit) => !isInPlace(edit, read(edit.path)?.toString()))
      .map(({ path }) => path),
  ];
  if (paths.length === 0) return [];
  const typed = paths.map((path) => relative(cwd, join(repository.top, path)));
  const commit = [
    ['git', 'add', '--', ...typed],
    ['git', 'commit', '-m', 'Set up spike-gate', '--', ...typed],
  ];
  if (target === undefined || target === repository.branch) {
    return [
      `A spike can ship once these are on ${target ?? 'the branch it merges into'}. Make this commit:`,
      ...toPaste(commit),
    ];
  }
  return [
    `A spike can ship once these are on ${target}, and this is ${repository.branch ?? 'no branch'}.`,
    'Make this commit there:',
    ...toPaste([['git', 'switch', target], ...commit]),
  ];
}

/** The commit that takes away again what had been committed; `changed` are paths from the top of the worktree. */
export function adviseRemoval(
  repository: Repository,
  { cwd, changed }: { readonly cwd: string; readonly changed: readonly string[] },
): readonly string[] {
  const head = resolveCommit(repository.top, 'HEAD');
  if (head === undefined) return [];
  const paths = changed.filter((path) => readFileAt(repository.top, head, path) !== undefined);
  if (paths.length === 0) return [];
  const typed = paths.map((path) => relative(cwd, join(repository.top, path)));
  return [
    'These had been committed. To take them away there too:',
    ...toPaste([['git', 'commit', '-m', 'Remove spike-gate', '--', ...typed]]),
  ];
}

const WIDTH = 80;

/** Each command once the one before has succeeded; what has no room on a line goes on in the next one, for the shell as for the reader. */
export function toPaste(commands: readonly (readonly string[])[]): readonly string[] {
  return commands.flatMap((argv, index) => {
    const words = argv.map((word) => renderCommand([word]));
    if (index < commands.length - 1) words.push(`${words.pop()} &&`);
    const lines: string[] = [];
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && longer.length <= WIDTH - ' \\'.length) lines.splice(-1, 1, longer);
      else lines.push(`${lines.length === 0 ? '  ' : '    '}${word}`);
    }
    return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line));
  });
}

function readerAt({ top, born }: Repository, target: string | undefined): (path: string) => Buffer | undefined {
  if (target === undefined || !born) return () => undefined;
  const tip = targetTip(top, target);
  return (path) => readFileAt(top, tip, path)?.bytes;
}
