/** Finds the spike that a wrapped command belongs to, by reading a few small files. */

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import { isSlug } from '../core/slug.ts';
import { branchOf, findWorktree, type Worktree } from '../git/worktree.ts';
import { controlRoot, notedDirectory, pathsIn, repositoryId, spikeDirectory } from '../ledger/control-directory.ts';
import type { Context } from './context.ts';

export type RunPlace =
  | {
      readonly kind: 'spike';
      readonly directory: string;
      readonly worktree: Worktree | undefined;
      readonly branch: string | undefined;
    }
  /** What to say where a spike is required. */
  | { readonly kind: 'none'; readonly refusal: () => SpikeError };

/** `$SPIKE_DIR`, else what was noted for the branch. A directory that `$SPIKE_DIR` names has a spike once it has a ledger. */
export function findRunPlace({ cwd, env }: Omit<Context, 'world'>): RunPlace {
  const worktree = findWorktree(cwd, env);
  const branch = worktree === undefined ? undefined : branchOf(worktree);
  const named = env['SPIKE_DIR'];
  if (named !== undefined && named !== '') {
    const directory = resolve(cwd, named);
    return existsSync(pathsIn(directory).ledger)
      ? { kind: 'spike', directory, worktree, branch }
      : { kind: 'none', refusal: () => notStarted(directory) };
  }
  if (worktree === undefined) return { kind: 'none', refusal: () => outsideRepository(cwd) };
  const directory = branch === undefined ? undefined : notedDirectory(worktree.commonDir, branch);
  if (directory === undefined) return { kind: 'none', refusal: () => notStartedOn(branch, worktree, env) };
  if (!existsSync(pathsIn(directory).ledger)) throw outOfSight(directory, branch);
  return { kind: 'spike', directory, worktree, branch };
}

/** A ledger of another repository or branch would be judged by what it never saw. Throws `usage`. */
export function refuseAnotherSpike({ repo, branch }: OpenRecord, place: Extract<RunPlace, { kind: 'spike' }>): void {
  const { worktree } = place;
  if (worktree === undefined) return;
  if (repo === repositoryId(worktree.commonDir) && branch === place.branch) return;
  throw new SpikeError(
    'usage',
    `expected the ledger of ${place.branch ?? 'a branch'} in this repository, found that of ${branch} in ${repo} at ${place.directory}`,
    { hint: 'unset SPIKE_DIR, or go to the repository and branch it belongs to' },
  );
}

/** The working directory from the top of the worktree, `.` for the top itself. */
export function placeInWorktree(cwd: string, { top }: Worktree): string {
  return cwd === top ? '.' : relative(top, cwd);
}

function notStarted(directory: string): SpikeError {
  const drafted = existsSync(pathsIn(directory).hypothesis);
  return new SpikeError('not-started', `expected a spike that has started, found no ledger in ${directory}`, {
    hint: drafted ? 'spike start' : 'spike new <slug>, then spike start',
  });
}

function notStartedOn(branch: string | undefined, { commonDir }: Worktree, env: NodeJS.ProcessEnv): SpikeError {
  const slug = branch?.slice(branch.lastIndexOf('/') + 1) ?? '';
  const repository = repositoryId(commonDir);
  const drafted =
    repository !== undefined &&
    isSlug(slug) &&
    existsSync(pathsIn(spikeDirectory(controlRoot(env), repository, slug)).hypothesis);
  return new SpikeError(
    'not-started',
    `expected a branch whose spike has started, found ${branch ?? 'a detached HEAD'}`,
    {
      hint: drafted ? 'spike start' : 'spike new <slug>',
    },
  );
}

function outsideRepository(cwd: string): SpikeError {
  return new SpikeError('not-a-repository', `expected a git worktree, found none at ${cwd}`, {
    hint: 'cd into the repository of the spike, or set SPIKE_DIR to its control directory',
  });
}

/** The note says that there is a spike, so this is no place without one. */
function outOfSight(directory: string, branch: string | undefined): SpikeError {
  return new SpikeError('not-started', `expected the ledger of ${branch} in ${directory}, found none`, {
    hint: `if an agent's sandbox hides that folder, allow it there; if it was removed, begin another spike: spike new <slug>`,
  });
}
