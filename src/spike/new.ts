/** `spike new`: a branch from the target's tip, and a draft of the hypothesis outside the workspace. */

import { existsSync } from 'node:fs';
import type { CommitId, Slug } from '../core/brand.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { HookName } from '../core/hook-name.ts';
import { parseSlug, sameSlug, slugOfBranch } from '../core/slug.ts';
import { configAt } from '../gate/config-at.ts';
import { withoutLedger } from '../gate/without-ledger.ts';
import { listBranches } from '../git/branches.ts';
import { readFileAt } from '../git/objects.ts';
import { openRepository } from '../git/repository.ts';
import { targetTip } from '../git/target.ts';
import { branchOf, repositoryName, type Worktree } from '../git/worktree.ts';
import { renderTemplate } from '../hypothesis/template.ts';
import { missingHooks } from '../install/hooks-here.ts';
import { missingOnTarget } from '../install/present.ts';
import { controlRoot, ensureRepositoryId, noteTarget, pathsIn, spikeDirectory } from '../ledger/control-directory.ts';
import { draftExists, writeDraft } from '../ledger/spike-files.ts';
import { baseOf } from './base.ts';
import type { Context } from './context.ts';
import { worktreeHere } from './place.ts';
import { freeName, type TakenName, takenNames } from './taken-names.ts';
import { targetOf } from './target.ts';

export interface NewSpike {
  readonly slug: Slug;
  readonly branch: string;
  /** The draft to fill in. */
  readonly draft: string;
  /** The branch that it will merge into. */
  readonly target: string;
  readonly base: CommitId;
  /** Hooks that do not hold this clone. */
  readonly missingHooks: readonly HookName[];
}

/**
 * The branch one stands on is taken up where it is the spike's and nothing has come of it yet. The draft is written before
 * a branch is made: where that fails, running it again goes on from there.
 */
export async function newSpike(name: string, asked: string | undefined, context: Context): Promise<NewSpike> {
  const slug = parseSlug(name);
  const scene = survey(slug, asked, context);
  const { worktree, tip, target, branch, directory } = scene;
  const { top, commonDir } = worktree;
  refuseUninstalled(scene);
  const adopted = branch === branchOf(worktree);
  if (adopted) refuseUnlessUntouched(scene);
  else refuseTaken(scene);
  const base = adopted ? baseOf(top, { tip, target }) : tip;
  const draft = writeDraft(directory, renderTemplate(slug));
  if (!adopted) await openRepository(top).createBranch(branch, tip);
  noteTarget(commonDir, branch, target);
  return { slug, branch, draft, target, base, missingHooks: missingHooks(top, context.env) };
}

interface Scene {
  readonly slug: Slug;
  readonly worktree: Worktree;
  readonly target: string;
  readonly tip: CommitId;
  readonly config: Config;
  /** The spike's: the one that one stands on, where that bears its name. */
  readonly branch: string;
  readonly directory: string;
  readonly taken: readonly TakenName[];
  /** What to type instead, where the name cannot be had. */
  readonly another: string;
}

function survey(slug: Slug, asked: string | undefined, context: Context): Scene {
  const worktree = worktreeHere(context);
  const { top } = worktree;
  const here = branchOf(worktree);
  const named = here?.slice(here.lastIndexOf('/') + 1) === slug ? here : undefined;
  const target = targetOf({ worktree, branch: named, asked, command: `spike new ${slug}` });
  const tip = targetTip(top, target);
  const config = configAt(top, tip);
  const root = controlRoot(context.env);
  const id = ensureRepositoryId(worktree.commonDir, repositoryName(worktree.commonDir));
  const taken = takenNames(slug, { top, tip, target, config, root, id });
  const names = [
    ...taken.map((one) => one.name),
    ...listBranches(top).map((one) => one.slice(one.lastIndexOf('/') + 1)),
  ];
  return {
    slug,
    worktree,
    target,
    tip,
    config,
    branch: here !== undefined && slugOfBranch(here, config.branches) === slug ? here : `${prefixOf(config)}${slug}`,
    directory: spikeDirectory(root, id, slug),
    taken,
    another: `spike new ${freeName(slug, names)}`,
  };
}

function prefixOf({ branches }: Config): string {
  return (branches[0] ?? DEFAULT_CONFIG.branches[0] ?? '').slice(0, -1);
}

/** Without them on the target the first spike could not ship: its own branch may not add them. */
function refuseUninstalled({ worktree, tip, target, config }: Scene): void {
  const missing = missingOnTarget((path) => readFileAt(worktree.top, tip, path), config.bundle);
  if (missing.length === 0) return;
  throw new SpikeError('refused', `expected the files of spike init on ${target}, found no ${missing.join(', no ')}`, {
    hint: 'spike init, then commit what it names on the target branch',
  });
}

/** A branch that holds work was begun elsewhere, unless its draft is here. */
function refuseUnlessUntouched({ slug, worktree, branch, directory, taken, another }: Scene): void {
  if (existsSync(pathsIn(directory).ledger)) {
    throw new SpikeError('already-started', `expected a spike that has not started, found the ledger of ${slug}`, {
      hint: `spike status says where it stands; ${another} begins another`,
    });
  }
  const { state, hint } = withoutLedger(worktree, branch, draftExists(directory));
  if (state === 'shipped') {
    throw new SpikeError('already-started', `expected a branch without a bundle, found that of ${slug}`, { hint });
  }
  refuseName(taken, slug, another);
  if (state !== 'worked-on') return;
  throw new SpikeError('refused', `expected a branch without commits of its own, found some on ${branch}`, {
    hint: `go on where the spike was started, or begin another: ${another}`,
  });
}

function refuseTaken({ slug, worktree, branch, directory, taken, another }: Scene): void {
  refuseName(taken, slug, another);
  const found = listBranches(worktree.top).find((other) => sameSlug(other, branch));
  if (found === undefined) return;
  const next = draftExists(directory) ? 'spike start' : `spike new ${slug}`;
  throw new SpikeError('already-started', `expected no branch ${branch}, found ${found}`, {
    hint:
      found === branch
        ? `git switch ${found}, then ${next}; or begin another: ${another}`
        : `begin another: ${another}`,
  });
}

function refuseName(taken: readonly TakenName[], slug: Slug, another: string): void {
  const found = taken.find(({ name }) => sameSlug(name, slug));
  if (found === undefined) return;
  throw new SpikeError('usage', `expected a name that no spike had, found ${found.by}`, { hint: another });
}
