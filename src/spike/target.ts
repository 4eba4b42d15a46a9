/** Which branch a spike merges into: as asked, as it was started or begun for, else the repository's default. */

import { renderCommand } from '../core/command-line.ts';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import { EVIDENCE_BRANCH_PREFIX } from '../core/slug.ts';
import { listBranches } from '../git/branches.ts';
import { resolveCommit } from '../git/objects.ts';
import { defaultTarget } from '../git/target.ts';
import { branchOf, type Worktree } from '../git/worktree.ts';
import { notedDirectory, notedTarget } from '../ledger/control-directory.ts';
import { readAttempts } from '../ledger/read.ts';

interface Question {
  readonly worktree: Worktree;
  /** The spike's; nothing where it is still to be made. */
  readonly branch: string | undefined;
  /** What `--target` said. */
  readonly asked?: string | undefined;
  /** What is typed, to be told with `--target` where nothing else says it. */
  readonly command: string;
}

export function targetOf({ worktree, branch, asked, command }: Question): string {
  return asked ?? rememberedTarget(worktree, branch) ?? repositoryTarget(worktree, command);
}

function rememberedTarget({ commonDir }: Worktree, branch: string | undefined): string | undefined {
  if (branch === undefined) return undefined;
  const directory = notedDirectory(commonDir, branch);
  const started = directory === undefined ? undefined : openingOf(directory);
  return started?.target ?? notedTarget(commonDir, branch);
}

/** Nothing for a ledger that is broken: what reads it in earnest says so. */
function openingOf(directory: string): OpenRecord | undefined {
  try {
    return readAttempts(directory, () => true)?.last.open;
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}

function repositoryTarget(worktree: Worktree, command: string): string {
  try {
    return defaultTarget(worktree.top);
  } catch (error) {
    if (!(error instanceof SpikeError) || error.code !== 'git-failed') throw error;
    throw withoutTarget(worktree, { command, cause: error });
  }
}

interface Failure {
  readonly command: string;
  readonly cause: SpikeError;
}

/** Says what is the matter, and the command that would work. */
function withoutTarget(worktree: Worktree, { command, cause }: Failure): SpikeError {
  const branches = listBranches(worktree.top).filter(
    (name) => !/^spike\//.test(name) && !name.startsWith(EVIDENCE_BRANCH_PREFIX),
  );
  const [only] = branches;
  if (only === undefined && resolveCommit(worktree.top, 'HEAD') === undefined) {
    return new SpikeError('git-failed', 'expected a commit to begin from, found a repository without one', {
      hint: `git add -A && git commit --allow-empty -m "Begin", then ${withTarget(command, branchOf(worktree))}`,
      cause,
    });
  }
  if (only === undefined) return cause;
  return new SpikeError('git-failed', cause.message, {
    hint:
      branches.length === 1
        ? withTarget(command, only)
        : `${command} --target <branch>, with the branch that it will merge into: ${branches.slice(0, 5).join(', ')}`,
    cause,
  });
}

/** The default branches need not be named. */
function withTarget(command: string, branch: string | undefined): string {
  return branch === undefined || branch === 'main' || branch === 'master'
    ? command
    : `${command} --target ${renderCommand([branch])}`;
}
