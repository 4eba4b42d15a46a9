/** `spike new`: a branch from the target's tip, and a draft of the hypothesis outside the workspace. */

import type { CommitId, Slug } from '../core/brand.ts';
import { DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { parseSlug, sameSlug } from '../core/slug.ts';
import { configAt } from '../gate/config-at.ts';
import { listBranches } from '../git/branches.ts';
import { listTree, readFileAt } from '../git/objects.ts';
import { openRepository } from '../git/repository.ts';
import { defaultTarget, targetTip } from '../git/target.ts';
import { renderTemplate } from '../hypothesis/template.ts';
import { missingOnTarget } from '../install/present.ts';
import { controlRoot, ensureRepositoryId, spikeDirectory } from '../ledger/control-directory.ts';
import { draftExists, spikesOf, writeDraft } from '../ledger/spike-files.ts';
import type { Context } from './context.ts';
import { repositoryName, worktreeHere } from './place.ts';

export interface NewSpike {
  readonly slug: Slug;
  readonly branch: string;
  /** The draft to fill in. */
  readonly draft: string;
}

/** The draft is written first: where making the branch fails, running it again goes on from there. */
export async function newSpike(name: string, asked: string | undefined, context: Context): Promise<NewSpike> {
  const worktree = worktreeHere(context);
  const { top } = worktree;
  const slug = parseSlug(name);
  const target = asked ?? defaultTarget(top);
  const tip = targetTip(top, target);
  const config = configAt(top, tip);
  refuseUninstalled(top, { tip, target, bundle: config.bundle });
  const branch = `${(config.branches[0] ?? DEFAULT_CONFIG.branches[0] ?? '').slice(0, -1)}${slug}`;
  const root = controlRoot(context.env);
  const repository = ensureRepositoryId(worktree.commonDir, repositoryName(worktree));
  const directory = spikeDirectory(root, repository, slug);
  refuseTaken(slug, {
    bundles: bundlesAt(top, tip, config.bundle),
    here: spikesOf(root, repository),
    bundle: config.bundle,
    target,
  });
  refuseBranch(branch, listBranches(top), draftExists(directory));
  const draft = writeDraft(directory, renderTemplate(slug));
  await openRepository(top).createBranch(branch, tip);
  return { slug, branch, draft };
}

/** Without them on the target the first spike could not ship: its own branch may not add them. */
function refuseUninstalled(
  top: string,
  { tip, target, bundle }: { tip: CommitId; target: string; bundle: string },
): void {
  const missing = missingOnTarget((path) => readFileAt(top, tip, path), bundle);
  if (missing.length === 0) return;
  throw new SpikeError('refused', `expected the files of spike init on ${target}, found no ${missing.join(', no ')}`, {
    hint: 'spike init, then commit what it names on the target branch',
  });
}

interface Taken {
  readonly bundles: readonly string[];
  readonly here: readonly string[];
  readonly bundle: string;
  readonly target: string;
}

/** Unique ignoring case: on some file systems two such folders are one. */
function refuseTaken(slug: Slug, { bundles, here, bundle, target }: Taken): void {
  const merged = bundles.find((other) => sameSlug(other, slug));
  if (merged !== undefined) {
    throw new SpikeError('usage', `expected a name that no spike had, found ${bundle}/${merged} on ${target}`, {
      hint: 'choose another: spike new <slug>',
    });
  }
  const twin = here.find((other) => other !== slug && sameSlug(other, slug));
  if (twin !== undefined) {
    throw new SpikeError('usage', `expected a name that no spike had, found ${twin}`, {
      hint: 'choose another: spike new <slug>',
    });
  }
}

function refuseBranch(branch: string, branches: readonly string[], begun: boolean): void {
  const taken = branches.find((other) => sameSlug(other, branch));
  if (taken === undefined) return;
  throw new SpikeError('already-started', `expected no branch ${branch}, found ${taken}`, {
    hint: begun
      ? `git switch ${taken}, then spike start`
      : `git switch ${taken}, or choose another name: spike new <slug>`,
  });
}

function bundlesAt(top: string, tip: CommitId, bundle: string): readonly string[] {
  const slugs = listTree(top, tip, bundle).flatMap(({ path }) => {
    const [slug, ...rest] = path.slice(bundle.length + 1).split('/');
    return slug === undefined || rest.length === 0 ? [] : [slug];
  });
  return [...new Set(slugs)];
}
