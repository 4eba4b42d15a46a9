/** The facts of one spike of a pull request, from its bundle, its commits and its target. */

import type { CommitId, PatchId, RecordHash, Slug } from '../core/brand.ts';
import { BUNDLE_MODE, bundleFolder } from '../core/bundle.ts';
import { ALWAYS_PROTECTED } from '../core/config.ts';
import type { Change, Head, PullRequestFacts } from '../core/facts.ts';
import { ABSENT_MODE } from '../core/file-mode.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { sameSlug } from '../core/slug.ts';
import { isBundleOnly, measureChange, patchBetween } from '../git/change.ts';
import type { CommitSummary } from '../git/commits.ts';
import { changedEntries } from '../git/diff.ts';
import { beforeTaking, isAncestor, mergeBase } from '../git/merge-base.ts';
import { resolveCommit, treeOf } from '../git/objects.ts';
import { readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import type { Scene } from './scene.ts';
import { joinTrailers, wantedBy } from './trailed.ts';

export type PullRequestGate = 'pull-request' | 'evidence' | 'carrier';

type Spike = Pick<PullRequestFacts, 'slug' | 'ledgers'>;

export function factsOf(gate: PullRequestGate, slug: Slug, scene: Scene): PullRequestFacts {
  const files = bundleAt({ cwd: scene.cwd, commit: scene.head, bundle: scene.config.bundle, slug });
  const { ledgers, hypothesis, evidence, hashes } = readBundle(files, wantedBy(scene.trailed, slug));
  const change = changeOf(gate, scene, { slug, ledgers });
  return {
    slug,
    folder: files.folder,
    tip: scene.config,
    assurance: 'self-reported',
    ledgers,
    merged: mergedHeads(slug, scene),
    twin: twinOf(slug, scene),
    hypothesis,
    evidence,
    change,
    trailers: joinTrailers(scene.trailed, slug, hashes),
    head: headOf(scene, { slug, ledgers, change }),
  };
}

/** A bundle that the target holds is history: what takes its place has to go on from it. */
function mergedHeads(slug: Slug, { cwd, target, config, past }: Scene): readonly RecordHash[] {
  if (past[0]?.folders.has(slug) !== true) return [];
  const { ledgers } = readBundle(bundleAt({ cwd, commit: target, bundle: config.bundle, slug }));
  return ledgers.kind === 'intact' ? [...ledgers.earlier, ledgers.last].map(({ head }) => head) : [];
}

/** On some file systems two folders whose names differ in case alone are one, so that one of the bundles would be lost in a checkout. */
function twinOf(slug: Slug, { past }: Scene): string | undefined {
  const held = [...(past[0]?.folders.keys() ?? [])];
  return held.includes(slug) ? undefined : held.find((folder) => sameSlug(folder, slug));
}

/** What carries evidence may change nothing. Without a ledger no path is declared, so every changed path lies outside. */
function changeOf(
  gate: PullRequestGate,
  { cwd, base, head, config, changed }: Scene,
  { slug, ledgers }: Spike,
): Change {
  if (base.kind === 'unknown') return base;
  const measured = measureChange({
    cwd,
    base: base.base,
    to: head,
    paths: gate !== 'evidence' && ledgers.kind === 'intact' ? ledgers.last.open.paths : [],
    protectedPaths: [...ALWAYS_PROTECTED, ...config.protected],
    bundle: config.bundle,
    slug,
    entries: changed,
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

function headOf(scene: Scene, { slug, ledgers, change }: Pick<PullRequestFacts, 'slug' | 'ledgers' | 'change'>): Head {
  const { cwd, head, config } = scene;
  const seal = ledgers.kind === 'intact' ? ledgers.last.seal : undefined;
  const sealed = seal === undefined ? undefined : reachable(scene, seal.commit);
  if (sealed === undefined) return { commit: head, sealedCommitTree: undefined, sealedCommitPatch: undefined };
  const since = changedEntries(cwd, { from: sealed.commit, to: head });
  const folder = `${bundleFolder(config.bundle, slug)}/`;
  return {
    commit: head,
    sealedCommitTree: sealed.tree,
    sealedCommitPatch:
      addsBundleAlone(since, scene, slug) && change.kind === 'known' && isOnOneLine(scene, sealed.commit)
        ? change.patch
        : patchOf(sealed.commit, scene, slug),
    movedOn: since.some(({ path }) => !path.startsWith(folder)),
  };
}

type Sealed = Pick<CommitSummary, 'commit' | 'tree'>;

/** A rebase leaves the sealed commit behind, and a fetch of the head does not bring it. */
function reachable({ cwd, head, commits }: Scene, commit: CommitId): Sealed | undefined {
  const listed = commits.find((one) => one.commit === commit);
  if (listed !== undefined) return listed;
  const here = resolveCommit(cwd, commit) !== undefined && isAncestor(cwd, commit, head);
  return here ? { commit, tree: treeOf(cwd, commit) } : undefined;
}

/** Whether what came after the sealed commit is in the patch of neither: files of the bundle, that were such before or in no commit at all. */
function addsBundleAlone(since: readonly ChangeEntry[], { config, changed }: Scene, slug: Slug): boolean {
  const added = new Set(changed.filter(({ oldMode }) => oldMode === ABSENT_MODE).map(({ path }) => path));
  const wasNone = ({ oldMode, path }: ChangeEntry): boolean => oldMode === BUNDLE_MODE || added.has(path);
  return since.every(wasNone) && isBundleOnly(since, config.bundle, slug);
}

/** Whether a commit of the pull request has the merge base that its head has. */
function isOnOneLine({ commits }: Scene, commit: CommitId): boolean {
  return commits.some((one) => one.commit === commit) && commits.every(({ parents }) => parents.length === 1);
}

function patchOf(commit: CommitId, { cwd, target, config }: Scene, slug: Slug): PatchId | undefined {
  const found = mergeBase(cwd, beforeTaking(cwd, target, commit), [commit]);
  if (found.kind !== 'one') return undefined;
  return patchBetween({ cwd, base: found.base, to: commit, bundle: config.bundle, slug });
}
