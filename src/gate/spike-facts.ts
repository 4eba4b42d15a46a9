/** The facts of one spike of a pull request, from its bundle, its commits and its target. */

import type { CommitId, PatchId, RecordHash, Slug } from '../core/brand.ts';
import { bundleFolder } from '../core/bundle.ts';
import { ALWAYS_PROTECTED } from '../core/config.ts';
import type { Change, Head, Ledgers, PullRequestFacts } from '../core/facts.ts';
import { measureChange } from '../git/change.ts';
import { differsOutside } from '../git/diff.ts';
import { isAncestor, mergeBase } from '../git/merge-base.ts';
import { resolveCommit, treeOf } from '../git/objects.ts';
import { readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import type { Scene } from './scene.ts';
import { joinTrailers, wantedBy } from './trailed.ts';

export function factsOf(slug: Slug, scene: Scene): PullRequestFacts {
  const files = bundleAt({ cwd: scene.cwd, commit: scene.head, bundle: scene.config.bundle, slug });
  const { ledgers, hypothesis, evidence, hashes } = readBundle(files, wantedBy(scene.trailed, slug));
  return {
    slug,
    folder: files.folder,
    tip: scene.config,
    assurance: 'self-reported',
    ledgers,
    merged: mergedHeads(slug, scene),
    hypothesis,
    evidence,
    change: changeOf(scene, slug, ledgers),
    trailers: joinTrailers(scene.trailed, slug, hashes),
    head: headOf(scene, slug, ledgers),
  };
}

/** A bundle that the target holds is history: what takes its place has to go on from it. */
function mergedHeads(slug: Slug, { cwd, target, config }: Scene): readonly RecordHash[] {
  const { ledgers } = readBundle(bundleAt({ cwd, commit: target, bundle: config.bundle, slug }));
  return ledgers.kind === 'intact' ? [...ledgers.earlier, ledgers.last].map(({ head }) => head) : [];
}

/** Without a ledger no path is declared, so every changed path lies outside. */
function changeOf({ cwd, base, head, config }: Scene, slug: Slug, ledgers: Ledgers): Change {
  if (base.kind === 'unknown') return base;
  const measured = measureChange({
    cwd,
    base: base.base,
    to: head,
    paths: ledgers.kind === 'intact' ? ledgers.last.open.paths : [],
    protectedPaths: [...ALWAYS_PROTECTED, ...config.protected],
    bundle: config.bundle,
    slug,
  });
  return {
    kind: 'known',
    base: base.base,
    patch: measured.patch,
    files: measured.files,
    outside: measured.outside,
    protected: measured.protected,
    aliases: measured.aliases,
    oddities: measured.oddities,
  };
}

function headOf({ cwd, head, target, config }: Scene, slug: Slug, ledgers: Ledgers): Head {
  const sealed = ledgers.kind === 'intact' ? ledgers.last.seal : undefined;
  // A rebase leaves the sealed commit behind, and a fetch of the head does not bring it.
  const here = sealed !== undefined && resolveCommit(cwd, sealed.commit) !== undefined;
  const reachable = here && isAncestor(cwd, sealed.commit, head);
  if (!reachable) return { commit: head, sealedCommitTree: undefined, sealedCommitPatch: undefined };
  const sealedCommitPatch = patchFrom({ cwd, target, config }, slug, sealed.commit);
  return {
    commit: head,
    sealedCommitTree: treeOf(cwd, sealed.commit),
    sealedCommitPatch,
    movedOn: differsOutside(cwd, { from: sealed.commit, to: head, folder: bundleFolder(config.bundle, slug) }),
  };
}

function patchFrom(
  { cwd, target, config }: Pick<Scene, 'cwd' | 'target' | 'config'>,
  slug: Slug,
  commit: CommitId,
): PatchId | undefined {
  const found = mergeBase(cwd, target, [commit]);
  if (found.kind !== 'one') return undefined;
  return measureChange({
    cwd,
    base: found.base,
    to: commit,
    paths: [],
    protectedPaths: [],
    bundle: config.bundle,
    slug,
  }).patch;
}
