/** Which spike a command is about: the branch of the worktree it stands in, and where that spike's files live. */

import { resolve } from 'node:path';
import type { Slug } from '../core/brand.ts';
import { DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { configAt } from '../gate/config-at.ts';
import { spikeOfBranch } from '../gate/spike-branch.ts';
import { targetTip } from '../git/target.ts';
import { branchOf, findWorktree, repositoryName, type Worktree } from '../git/worktree.ts';
import { controlRoot, ensureRepositoryId, notedDirectory, spikeDirectory } from '../ledger/control-directory.ts';
import type { Context } from './context.ts';
import { targetOf } from './target.ts';

export interface Place {
  readonly worktree: Worktree;
  readonly branch: string;
  readonly slug: Slug;
  /** The repository's id, shared by its worktrees. */
  readonly repository: string;
  /** The control directory. */
  readonly directory: string;
}

export function worktreeHere({ cwd, env }: Context): Worktree {
  const worktree = findWorktree(cwd, env);
  if (worktree !== undefined) return worktree;
  throw new SpikeError('not-a-repository', `expected a git worktree, found none at ${cwd}`, {
    hint: 'cd into the repository',
  });
}

/** The place of a spike that may not have been started yet, and the branch it merges into. */
export function placeForStart(
  asked: string | undefined,
  context: Context,
): { readonly place: Place; readonly target: string } {
  const worktree = worktreeHere(context);
  const target = targetOf({ worktree, branch: branchOf(worktree), asked, command: 'spike start' });
  const patterns = (): readonly string[] => configAt(worktree.top, targetTip(worktree.top, target)).branches;
  return { place: placeOn(worktree, patterns, context), target };
}

/** The place of a spike, whether its ledger is there or not. Patterns come from the target's tip where there is one. */
export function placeHere(context: Context): Place {
  const worktree = worktreeHere(context);
  return placeOn(worktree, () => branchPatterns(worktree), context);
}

function branchPatterns(worktree: Worktree): readonly string[] {
  const branch = branchOf(worktree);
  try {
    const target = targetOf({ worktree, branch, command: 'spike start' });
    return configAt(worktree.top, targetTip(worktree.top, target)).branches;
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    // What was started here is known by its note, and must be closable whatever has become of the target.
    const noted = branch !== undefined && notedDirectory(worktree.commonDir, branch) !== undefined;
    if (noted || error.code !== 'config-invalid') return DEFAULT_CONFIG.branches;
    throw error;
  }
}

function placeOn(worktree: Worktree, patterns: () => readonly string[], context: Context): Place {
  const branch = branchOf(worktree);
  const slug = branch === undefined ? undefined : spikeOfBranch({ worktree, branch, patterns });
  if (branch === undefined || slug === undefined) {
    throw new SpikeError(
      'not-started',
      `expected to stand on a spike branch (${patterns().join(', ')}), found ${branch ?? 'a detached HEAD'}`,
      {
        hint: 'spike new <slug> begins a spike, git switch goes back to one',
      },
    );
  }
  const repository = ensureRepositoryId(worktree.commonDir, repositoryName(worktree.commonDir));
  return {
    worktree,
    branch,
    slug,
    repository,
    directory: directoryOf({ worktree, branch, slug, repository }, context),
  };
}

function directoryOf(place: Omit<Place, 'directory'>, { cwd, env }: Context): string {
  const named = env['SPIKE_DIR'];
  if (named !== undefined && named !== '') return resolve(cwd, named);
  const noted = notedDirectory(place.worktree.commonDir, place.branch);
  return noted ?? spikeDirectory(controlRoot(env), place.repository, place.slug);
}
