/** All worktrees of a repository, as git lists them. */

import { git } from './plumbing.ts';

/** Absolute paths, this one's too; none of a bare repository itself, nor of those whose folder is gone. */
export function listWorktrees(cwd: string): readonly string[] {
  return parseWorktreeList(git(['worktree', 'list', '--porcelain'], { cwd }).toString());
}

/** A paragraph each. A path with a line feed in it cannot be told from other lines, and is passed over. */
export function parseWorktreeList(text: string): readonly string[] {
  return text.split('\n\n').flatMap((paragraph) => {
    const [first = '', ...others] = paragraph.split('\n');
    const isElsewhere = others.some((line) => /^(?:bare$|prunable(?: |$))/.test(line));
    return first.startsWith('worktree ') && !isElsewhere ? [first.slice('worktree '.length)] : [];
  });
}
