/** The pull-request gate: what git says of a head and its target, put to the policy. */

import type { CommitId, Slug } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { evaluate } from '../core/evaluate.ts';
import { type Judged, judgedAs } from '../core/judged.ts';
import { slugOfBranch, slugOfEvidenceBranch } from '../core/slug.ts';
import type { Verdict } from '../core/verdict.ts';
import { changedBundles, isExplained } from './explained.ts';
import type { JudgedSpike, Judgement } from './judgement.ts';
import { isCarrier } from './past.ts';
import { type PullRequestQuestion, type Scene, survey, touchedBundles } from './scene.ts';
import { factsOf, type PullRequestGate } from './spike-facts.ts';
import { slugsIn } from './trailed.ts';

/** Each is held against each of the spikes that are asked about. */
const MAX_TRAILERS = 10_000;
/** Each costs a few git commands, and a commit may name any number of them; a release may well hold those of a year. */
const MAX_ASKED = 1000;
/** Each is read as a whole; a branch that carries spikes on may bring those of a year, too. */
const MAX_JUDGED = 50;
/** Of several spikes, as many are named in a message. */
const MAX_NAMED = 5;

/** Judges a pull request by the rules of its target's tip. */
export function judgePullRequest(question: PullRequestQuestion): Judgement {
  const scene = survey(question);
  const judged = judgedAs(shapeOf(scene), scene.config);
  refuseNameless(judged, scene);
  const spikes = judgeEach(judged, scene);
  return {
    judged,
    target: question.target,
    head: question.head,
    branch: question.branch,
    passed: spikes.every(({ verdict }) => verdict.passed),
    spikes,
  };
}

/**
 * The bundles that `judgePullRequest` may read, each slug's at each of `commits`: the head, the target and the trunk. Of contents only
 * the tip's configuration is read for it, so that a partial clone can have them fetched beforehand. Throws `refused` as it does.
 */
export function bundlesToRead(question: PullRequestQuestion): {
  readonly bundle: string;
  readonly slugs: readonly Slug[];
  readonly commits: readonly CommitId[];
} {
  const scene = survey(question);
  const { branch, config, head, past } = scene;
  const named = [slugOfBranch(branch, config.branches), slugOfEvidenceBranch(branch)].filter(
    (slug) => slug !== undefined,
  );
  const slugs = [...named, ...changedBundles(touchedBundles(scene), scene), ...namedByTrailers(scene)];
  return {
    bundle: config.bundle,
    slugs: [...new Set(slugs)],
    commits: [...new Set([head, ...past.map(({ commit }) => commit)])],
  };
}

function shapeOf(scene: Scene): Parameters<typeof judgedAs>[0] {
  const named = namedByTrailers(scene);
  const shape = {
    branch: scene.branch,
    sameRepository: scene.sameRepository,
    bundles: changedBundles(touchedBundles(scene), scene),
    trailed: named.filter((slug) => !isExplained(slug, scene)),
  };
  refuseMoreThan(isCarrier(scene) ? MAX_ASKED : MAX_JUDGED, [...new Set([...shape.bundles, ...shape.trailed])]);
  return shape;
}

function namedByTrailers({ trailed }: Scene): readonly Slug[] {
  refuseFlood(trailed);
  const slugs = slugsIn(trailed);
  refuseMoreThan(MAX_ASKED, slugs);
  return slugs;
}

function refuseFlood(trailed: Scene['trailed']): void {
  const trailers = trailed.filter(({ trailer }) => trailer !== 'absent').length;
  if (trailers <= MAX_TRAILERS) return;
  throw new SpikeError('refused', `expected at most ${MAX_TRAILERS} Spike: trailers, found ${trailers}`, {
    hint: 'merge them in parts',
  });
}

/** Git sees such a trailer, and nobody can say whose it is: that makes no pull request an ordinary one. */
function refuseNameless(judged: Judged, { trailed }: Scene): void {
  if (judged.kind !== 'none') return;
  const nameless = trailed.find(({ trailer, seems }) => trailer === 'malformed' && seems === undefined);
  if (nameless === undefined) return;
  const commit = nameless.commit.slice(0, 12);
  throw new SpikeError('refused', `${commit}: expected a Spike: trailer that names a spike, found another`, {
    hint: `take the trailer out of that commit's message: git rebase -i ${commit}^`,
  });
}

function refuseMoreThan(limit: number, slugs: readonly Slug[]): void {
  if (slugs.length <= limit) return;
  throw new SpikeError('refused', `expected at most ${limit} spikes in a pull request, found ${slugs.length}`, {
    hint: 'merge them in parts',
  });
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

function judgeSpike(gate: PullRequestGate, slug: Slug, scene: Scene): JudgedSpike {
  const facts = factsOf(gate, slug, scene);
  return { verdict: evaluate({ gate, facts }), facts };
}
