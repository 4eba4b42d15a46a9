/** The pull-request gate: gathers what git says of a head and its target, asks the policy, hands back the judgement. */

import type { CommitId, PatchId, RecordHash, Slug } from '../core/brand.ts';
import { ALWAYS_PROTECTED, type Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import type { Change, Head, Ledgers, PullRequestFacts, TrailedCommit, Unknown } from '../core/facts.ts';
import { type Judged, judgedAs } from '../core/judged.ts';
import { isSlug, sameSlug, slugOfBranch, slugOfEvidenceBranch } from '../core/slug.ts';
import type { Verdict } from '../core/verdict.ts';
import { measureChange } from '../git/change.ts';
import { type CommitSummary, commitsBetween } from '../git/commits.ts';
import { changedEntries } from '../git/diff.ts';
import { isAncestor, mergeBase } from '../git/merge-base.ts';
import { resolveCommit, treeOf } from '../git/objects.ts';
import { repoPath } from '../git/repo-path.ts';
import { type Bundle, readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import { configAt } from './config-at.ts';
import type { JudgedSpike, Judgement } from './judgement.ts';
import { matches, slugsIn, spikeNamedBy, type Trailed, trailersOf, wantedBy } from './trailed.ts';

export interface PullRequestQuestion {
  /** Any directory of a repository that has both commits, and what lies between them. */
  readonly cwd: string;
  /** The target's tip. */
  readonly target: CommitId;
  readonly head: CommitId;
  /** Name of the head branch. */
  readonly branch: string;
  /** Whether the head branch is in the target's own repository. */
  readonly sameRepository: boolean;
}

/** Each costs a few git commands, and a commit may name any number of them. */
const MAX_SPIKES = 50;
/** Of several spikes, as many are named in a message. */
const MAX_NAMED = 5;

/** Judges a pull request by the rules of its target's tip. */
export function judgePullRequest(question: PullRequestQuestion): Judgement {
  const scene = survey(question);
  const judged = judgedAs(shapeOf(scene), scene.config);
  const spikes = judgeEach(judged, scene);
  return {
    judged,
    target: question.target,
    head: question.head,
    passed: spikes.every(({ verdict }) => verdict.passed),
    spikes,
  };
}

/**
 * The bundles that `judgePullRequest` may read, each at the head and at the target. Of contents only the tip's configuration is
 * read for it, so that a partial clone can have them fetched beforehand.
 */
export function bundlesToRead(question: PullRequestQuestion): {
  readonly bundle: string;
  readonly slugs: readonly Slug[];
} {
  const scene = survey(question);
  const { branch, config } = scene;
  const named = [slugOfBranch(branch, config.branches), slugOfEvidenceBranch(branch)].filter(
    (slug) => slug !== undefined,
  );
  return { bundle: config.bundle, slugs: [...named, ...touchedBundles(scene), ...slugsIn(scene.trailed)] };
}

/** What is known before it is known whether this is a spike at all. */
interface Scene extends PullRequestQuestion {
  readonly config: Config;
  readonly base: { readonly kind: 'one'; readonly base: CommitId } | Unknown;
  readonly trailed: readonly Trailed[];
}

function survey(question: PullRequestQuestion): Scene {
  const { cwd, target, head } = question;
  const config = configAt(cwd, target);
  const found = mergeBase(cwd, target, [head]);
  const commits: readonly CommitSummary[] = commitsBetween(cwd, target, head);
  return {
    ...question,
    config,
    base: found.kind === 'one' ? found : withoutBase(found.kind),
    trailed: trailersOf(commits),
  };
}

function withoutBase(kind: 'none' | 'several'): Unknown {
  return {
    kind: 'unknown',
    reason:
      kind === 'none'
        ? 'expected one merge base with the target, found none'
        : 'expected one merge base with the target, found several',
    hint: 'rebase the branch onto the target, or merge the target into it once',
  };
}

function shapeOf(scene: Scene): Parameters<typeof judgedAs>[0] {
  const named = slugsIn(scene.trailed);
  if (named.length > MAX_SPIKES) {
    throw new SpikeError(
      'refused',
      `expected commits of at most ${MAX_SPIKES} spikes, found those of ${named.length}`,
      {
        hint: 'merge them in parts',
      },
    );
  }
  return {
    branch: scene.branch,
    sameRepository: scene.sameRepository,
    bundles: touchedBundles(scene),
    trailed: named.filter((slug) => !isExplained(slug, scene)),
  };
}

/** Slugs whose folder the pull request adds to or changes. Without one merge base the two-dot difference stands in: it hides nothing. */
function touchedBundles({ cwd, target, head, base, config }: Scene): readonly Slug[] {
  const from = base.kind === 'one' ? base.base : target;
  const prefix = `${config.bundle}/`;
  const slugs = new Set<Slug>();
  for (const entry of changedEntries(cwd, { from, to: head, pathspecs: [`${config.bundle}/`] })) {
    const [slug, ...rest] = repoPath(entry.path).slice(prefix.length).split('/');
    if (entry.status !== 'D' && rest.length > 0 && slug !== undefined && isSlug(slug)) slugs.add(slug);
  }
  return [...slugs];
}

/** Whether the target already holds a shipped bundle of `slug` that answers every trailer that names it. */
function isExplained(slug: Slug, { cwd, target, config, trailed }: Scene): boolean {
  const bundle = readBundle(bundleAt({ cwd, commit: target, bundle: config.bundle, slug }), wantedBy(trailed, slug));
  if (bundle.ledgers.kind !== 'intact' || bundle.ledgers.last.seal?.decision !== 'ship') return false;
  const naming = trailed.filter((commit) => sameSlug(spikeNamedBy(commit) ?? '', slug));
  return joinTrailers(naming, slug, bundle).every((commit) => commit.matches);
}

function judgeEach(judged: Judged, scene: Scene): readonly JudgedSpike[] {
  switch (judged.kind) {
    case 'none':
      return [];
    case 'spike':
      return [judgeSpike('pull-request', judged.slug, scene)];
    case 'evidence':
      return [judgeSpike('evidence', judged.slug, scene)];
    case 'carrier':
      return judged.slugs.map((slug) => judgeSpike('carrier', slug, scene));
    case 'several':
      return judged.slugs.map((slug) => refuseCompany(judgeSpike('pull-request', slug, scene), judged.slugs));
  }
}

/** Two spikes in one pull request fail both, whatever each would get alone. */
function refuseCompany({ verdict, facts }: JudgedSpike, slugs: readonly Slug[]): JudgedSpike {
  const named =
    slugs.length > MAX_NAMED
      ? `${slugs.slice(0, MAX_NAMED).join(', ')} and ${slugs.length - MAX_NAMED} more`
      : slugs.join(', ');
  const company = {
    rule: 'paths',
    message: `expected one spike in a pull request, found ${named}`,
    hint: 'open one pull request for each spike',
  } as const;
  const refused: Verdict = {
    ...verdict,
    passed: false,
    findings: [company, ...verdict.findings],
    held: verdict.held.filter((rule) => rule !== 'paths'),
  };
  return { verdict: refused, facts };
}

function judgeSpike(gate: 'pull-request' | 'evidence' | 'carrier', slug: Slug, scene: Scene): JudgedSpike {
  const files = bundleAt({ cwd: scene.cwd, commit: scene.head, bundle: scene.config.bundle, slug });
  const bundle = readBundle(files, wantedBy(scene.trailed, slug));
  const facts: PullRequestFacts = {
    slug,
    tip: scene.config,
    assurance: 'self-reported',
    ledgers: bundle.ledgers,
    merged: mergedHeads(slug, scene),
    hypothesis: bundle.hypothesis,
    evidence: bundle.evidence,
    change: changeOf(scene, slug, bundle.ledgers),
    trailers: joinTrailers(scene.trailed, slug, bundle),
    head: headOf(scene, slug, bundle.ledgers),
  };
  return { verdict: evaluate({ gate, facts }), facts };
}

/** A bundle that the target holds is history: what takes its place has to go on from it. */
function mergedHeads(slug: Slug, { cwd, target, config }: Scene): readonly RecordHash[] {
  const { ledgers } = readBundle(bundleAt({ cwd, commit: target, bundle: config.bundle, slug }));
  return ledgers.kind === 'intact' ? [...ledgers.earlier, ledgers.last].map(({ head }) => head) : [];
}

/** Trailers of other spikes are left to the ledgers of those, which `isExplained` has asked or which are judged beside. */
function joinTrailers(trailed: Scene['trailed'], slug: Slug, { hashes }: Bundle): readonly TrailedCommit[] {
  return trailed.flatMap(({ commit, trailer }): readonly TrailedCommit[] => {
    if (typeof trailer === 'string') return [{ commit, trailer, matches: false }];
    return wantedBy([{ trailer }], slug).size === 0 ? [] : [{ commit, trailer, matches: matches(trailer, hashes) }];
  });
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
  };
}

function headOf({ cwd, head, target, config }: Scene, slug: Slug, ledgers: Ledgers): Head {
  const sealed = ledgers.kind === 'intact' ? ledgers.last.seal : undefined;
  // A rebase leaves the sealed commit behind, and a fetch of the head does not bring it.
  const here = sealed !== undefined && resolveCommit(cwd, sealed.commit) !== undefined;
  const reachable = here && isAncestor(cwd, sealed.commit, head);
  if (!reachable) return { commit: head, sealedCommitTree: undefined, sealedCommitPatch: undefined };
  const sealedCommitPatch = patchFrom({ cwd, target, config }, slug, sealed.commit);
  return { commit: head, sealedCommitTree: treeOf(cwd, sealed.commit), sealedCommitPatch };
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
