/** What a refused hook leaves half done, by the files that git keeps of it, and the one command that puts everything back. */

import { existsSync } from 'node:fs';
import type { CommitId } from '../core/brand.ts';
import { tryGit } from './plumbing.ts';
import type { Worktree } from './worktree.ts';

interface Command {
  readonly name: string;
  readonly args: readonly string[];
}

export interface Refused {
  readonly hook: string;
  /** The git command that somebody typed; undefined where it cannot be told. */
  readonly command: Command | undefined;
  /** For a move: a branch, and where it was to go. */
  readonly branch: string | undefined;
  readonly to: CommitId | undefined;
}

/** Of the commands that ask a hook, those that have changed files by then; the others leave all as it was. */
const CHANGING = new Set(['am', 'checkout', 'cherry-pick', 'merge', 'pull', 'rebase', 'reset', 'revert', 'switch']);

const BACK_FROM_STASH = 'git rebase --quit && git stash pop --index';

/** Below the git directory of the worktree; the first that is there tells. */
const STATES = [
  ['rebase-merge/head-name', 'git rebase --abort'],
  // Changes that were stashed before the hook was asked.
  ['rebase-merge/autostash', BACK_FROM_STASH],
  ['rebase-apply/head-name', 'git rebase --abort'],
  ['rebase-apply/applying', 'git am --abort'],
  ['rebase-apply/autostash', BACK_FROM_STASH],
  ['rebase-apply', 'git rebase --quit'],
  ['MERGE_HEAD', 'git merge --abort'],
  ['sequencer', 'git cherry-pick --abort'],
  ['CHERRY_PICK_HEAD', 'git cherry-pick --abort'],
] as const;

/** Nothing where git leaves everything as it was. */
export function restoringCommand(worktree: Worktree, { hook, command, branch, to }: Refused): string | undefined {
  if (hook === 'pre-push') return undefined;
  if (command !== undefined && !CHANGING.has(command.name)) return undefined;
  const [state, restore] = STATES.find(([name]) => existsSync(`${worktree.gitDir}/${name}`)) ?? [];
  if (state === 'rebase-apply') return `${restore} && git switch ${branch ?? '-'}`;
  if (state === 'sequencer' && command?.name === 'revert') return 'git revert --abort';
  if (restore !== undefined) return restore;
  // Git writes MERGE_HEAD after this hook, whatever it says; of a revert alone it keeps nothing.
  if (hook === 'pre-merge-commit') return 'git merge --abort';
  if (command?.name === 'revert') return 'git reset --merge';
  return to === undefined ? undefined : afterMove(worktree.top, command, to);
}

/** Git writes the files first and the branch last: by then the index is the new commit's. */
function afterMove(cwd: string, command: Command | undefined, to: CommitId): string | undefined {
  const isAt = (commit: string): boolean =>
    tryGit(['diff-index', '--cached', '--quiet', commit, '--'], { cwd }).status === 0;
  if (isAt('HEAD')) return undefined;
  const keepsFiles = command?.name === 'reset' && !command.args.some((word) => /^--(?:hard|merge|keep)$/.test(word));
  if (keepsFiles) return isAt(to) ? 'git reset' : undefined;
  if (isAt(to)) return 'git reset --merge';
  // Something else is staged as well, and has to stay.
  return command === undefined ? undefined : `git read-tree -m -u ${to.slice(0, 12)} HEAD`;
}
