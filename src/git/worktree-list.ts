/** All worktrees of a repository, as git lists them. */

import { git } from './plumbing.ts';

/** Absolute paths, this one's too; none of a bare repository itself, nor of those whose folder is gone. */
export function listWorktrees(cwd: string): readonly string[] {
  return parseWorktreeList(git(['worktree', 'list', '--porcelain', '-z'], { cwd }).toString());
}

/** A line ends with NUL, a worktree with an empty line. */
export function parseWorktreeList(text: string): readonly string[] {
  return text.split('\0\0').flatMap((worktree) => {
    const [first = '', ...others] = worktree.split('\0');
    const isElsewhere = others.some((line) => /^(?:bare$|prunable(?: |$))/.test(line));
    return first.startsWith('worktree ') && !isElsewhere ? [first.slice('worktree '.length)] : [];
  });
}
