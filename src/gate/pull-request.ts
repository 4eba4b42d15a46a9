/** The pull-request gate: what git says of a head and its target, put to the policy. */

import type { Slug } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import { type Judged, judgedAs } from '../core/judged.ts';
import { sameSlug, slugOfBranch, slugOfEvidenceBranch } from '../core/slug.ts';
import type { Verdict } from '../core/verdict.ts';
import { readBundle } from './bundle.ts';
import { bundleAt } from './bundle-at.ts';
import type { JudgedSpike, Judgement } from './judgement.ts';
import { type PullRequestQuestion, type Scene, survey, touchedBundles } from './scene.ts';
import { factsOf } from './spike-facts.ts';
import { joinTrailers, slugsIn, spikeNamedBy, wantedBy } from './trailed.ts';

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

/** Whether the target already holds a shipped bundle of `slug` that answers every trailer that names it. */
function isExplained(slug: Slug, { cwd, target, config, trailed }: Scene): boolean {
  const bundle = readBundle(bundleAt({ cwd, commit: target, bundle: config.bundle, slug }), wantedBy(trailed, slug));
  if (bundle.ledgers.kind !== 'intact' || bundle.ledgers.last.seal?.decision !== 'ship') return false;
  const naming = trailed.filter((commit) => sameSlug(spikeNamedBy(commit) ?? '', slug));
  return joinTrailers(naming, slug, bundle.hashes).every((commit) => commit.matches);
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
  const facts = factsOf(slug, scene);
  return { verdict: evaluate({ gate, facts }), facts };
}
