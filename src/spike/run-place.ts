/** Finds the spike that a wrapped command belongs to, by reading a few small files. */

import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import { isSlug } from '../core/slug.ts';
import { tryGit } from '../git/plumbing.ts';
import { branchOf, findWorktree, type Worktree } from '../git/worktree.ts';
import {
  controlRoot,
  notedBranches,
  notedDirectory,
  pathsIn,
  repositoryId,
  spikeDirectory,
} from '../ledger/control-directory.ts';
import { ledgerEnds } from '../ledger/ends.ts';
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
  const directory =
    branch === undefined ? undefined : (notedDirectory(worktree.commonDir, branch) ?? unnoted(branch, worktree, env));
  if (directory === undefined) return { kind: 'none', refusal: () => notStartedOn(branch, worktree, env) };
  if (!existsSync(pathsIn(directory).ledger)) throw outOfSight(directory, branch);
  return { kind: 'spike', directory, worktree, branch };
}

/** Where a note is missing, a ledger that is in its place and of this branch says as much: nothing runs unrecorded for want of a note. */
function unnoted(branch: string, { commonDir }: Worktree, env: NodeJS.ProcessEnv): string | undefined {
  const repository = repositoryId(commonDir);
  const directory = repository === undefined ? undefined : placeOf(branch, repository, env);
  if (repository === undefined || directory === undefined || !existsSync(pathsIn(directory).ledger)) return undefined;
  const open = ledgerEnds(pathsIn(directory).ledger)?.open;
  return open?.repo === repository && open.branch === branch ? directory : undefined;
}

/** Nothing for a branch that names no spike, or where nothing says whose home this is. */
function placeOf(branch: string, repository: string, env: NodeJS.ProcessEnv): string | undefined {
  const slug = branch.slice(branch.lastIndexOf('/') + 1);
  if (!isSlug(slug)) return undefined;
  try {
    return spikeDirectory(controlRoot(env), repository, slug);
  } catch {
    return undefined;
  }
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

function notStartedOn(branch: string | undefined, worktree: Worktree, env: NodeJS.ProcessEnv): SpikeError {
  const repository = repositoryId(worktree.commonDir);
  const directory = branch === undefined || repository === undefined ? undefined : placeOf(branch, repository, env);
  const drafted = directory !== undefined && existsSync(pathsIn(directory).hypothesis);
  return new SpikeError(
    'not-started',
    `expected a branch whose spike has started, found ${branch ?? 'a detached HEAD'}`,
    {
      hint: drafted ? 'spike start' : (switchToOpen(worktree) ?? 'spike new <slug>'),
    },
  );
}

/** Leads back to what is open in this repository, where there is such a thing. */
function switchToOpen({ top, commonDir }: Worktree): string | undefined {
  const [first, ...others] = notedBranches(commonDir)
    .filter(({ branch, directory }) => isOpen(directory) && branchExists(top, branch))
    .map(({ branch }) => branch);
  if (first === undefined) return undefined;
  return others.length === 0 ? `git switch ${first}` : `git switch ${first} (or ${others.join(', ')})`;
}

function isOpen(directory: string): boolean {
  const last = ledgerEnds(pathsIn(directory).ledger)?.last;
  return last !== undefined && last.kind !== 'seal';
}

function branchExists(top: string, branch: string): boolean {
  return tryGit(['show-ref', '--quiet', '--verify', `refs/heads/${branch}`], { cwd: top }).status === 0;
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
