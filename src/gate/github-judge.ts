/** Judges pull requests from objects fetched into a repository of our own: nothing of a pull request is checked out or run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitId } from '../core/brand.ts';
import { bundleFolder } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { type Compared, type Contents, fetchRepository, type Tips } from '../git/fetch.ts';
import { git } from '../git/plumbing.ts';
import type { PullRequest } from '../github/pull-request.ts';
import { fullName } from '../github/repository-name.ts';
import { CONFIG_FILE } from './config-at.ts';
import { gitSettings } from './github-credentials.ts';
import type { CheckRequest } from './github-request.ts';
import type { Judgement } from './judgement.ts';
import { bundlesToRead, judgePullRequest } from './pull-request.ts';
import type { PullRequestQuestion } from './scene.ts';

/** What a pull request has to do with the event. */
export type Role =
  /** It is the event's own. */
  | 'proposed'
  /** The event's merge group was built for it. */
  | 'queued'
  /** The event's merge group stands on it. */
  | 'queued-before'
  /** It proposes the very commit that the check is shown on. */
  | 'same-commit';

/** A pull request to be judged at its own head commit. */
export interface Proposal {
  readonly role: Role;
  readonly pull: PullRequest;
  /** The state of the target that it merges into, where that is not the newest. */
  readonly onto?: CommitId;
}

/** `refused`: it could not be judged, which is never a pass. */
export type JudgedPull = Pick<Proposal, 'role' | 'pull'> &
  (
    | { readonly kind: 'judged'; readonly judgement: Judgement }
    | { readonly kind: 'refused'; readonly error: SpikeError }
  );

export interface Plan {
  readonly proposals: readonly Proposal[];
  /** Commits that are asked about beside the heads, each with the branch that it is compared to. */
  readonly beside?: readonly { readonly branch: string; readonly head: CommitId }[];
}

/** What was fetched for all of them. */
export interface Fetched {
  readonly cwd: string;
  readonly tips: Tips;
  /** In the order of the proposals. */
  readonly questions: readonly PullQuestion[];
}

export interface PullQuestion extends Proposal {
  readonly question: PullRequestQuestion;
}

/** Each by itself, in the order of the proposals. Throws `git-failed` where their commits cannot be had. */
export async function judgeProposals(
  request: CheckRequest,
  proposals: readonly Proposal[],
): Promise<readonly JudgedPull[]> {
  return judgeFetched(request, { proposals }, ({ questions }) => questions.map((question) => judgePull(question)));
}

/** What `judge` hands back: the fetched repository is gone afterwards. */
export async function judgeFetched(
  request: CheckRequest,
  plan: Plan,
  judge: (fetched: Fetched) => readonly JudgedPull[],
): Promise<readonly JudgedPull[]> {
  const cwd = makeDirectory(request.environment.temporaryDirectory);
  try {
    // Without git, what fetches could only say that it cannot.
    git(['version'], { cwd });
    return judge(await fetchAll(cwd, request, plan));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function makeDirectory(parent: string): string {
  try {
    return mkdtempSync(join(parent, 'spike-gate-'));
  } catch (cause) {
    throw new SpikeError(
      'unreadable',
      'expected RUNNER_TEMP to be a folder that can be written to, found that it is not',
      {
        hint: 'run this as a step of a GitHub Actions job; elsewhere, type `spike gate`',
        cause,
      },
    );
  }
}

/** All that the judgement will read: the configuration first, since it says where bundles lie. */
async function fetchAll(
  cwd: string,
  { environment, token }: CheckRequest,
  { proposals, beside = [] }: Plan,
): Promise<Fetched> {
  const { serverUrl, repository } = environment;
  const remote = { url: `${serverUrl}/${fullName(repository)}`, settings: gitSettings(serverUrl, token) };
  const { tips, fetchContents, close } = await fetchRepository(cwd, remote, {
    branches: [...new Set(proposals.flatMap(({ pull }) => [pull.baseRef, pull.defaultBranch]))],
    commits: [...new Set([...proposals.map(({ pull }) => pull.headSha), ...beside.map(({ head }) => head)])],
    compared: (known) => [
      ...proposals.map((proposal) => comparedFor(proposal, known)),
      ...beside.map(({ branch, head }) => ({ target: tipOf(known, branch), head })),
    ],
  });
  const questions = proposals.map((proposal) => questionOf(cwd, proposal, tips));
  await fetchContents(questions.map(({ question }) => ({ commit: question.target, file: CONFIG_FILE })));
  await fetchContents(questions.flatMap(({ question }) => bundlesOf(question)));
  close();
  return { cwd, tips, questions };
}

function comparedFor({ pull, onto }: Proposal, tips: Tips): Compared {
  return { target: onto ?? tipOf(tips, pull.baseRef), head: pull.headSha };
}

function questionOf(cwd: string, proposal: Proposal, tips: Tips): PullQuestion {
  const { pull } = proposal;
  const { target, head } = comparedFor(proposal, tips);
  const trunk = tipOf(tips, pull.defaultBranch);
  return { ...proposal, question: { cwd, target, trunk, head, branch: pull.headRef, sameRepository: !pull.isFork } };
}

export function tipOf(tips: Tips, branch: string): CommitId {
  const tip = tips.get(branch);
  if (tip !== undefined) return tip;
  throw new SpikeError('git-failed', `expected the branch ${branch} among those fetched, found it missing`);
}

/** What stands in the way here stands in the way of the judgement too, and is told there. */
function bundlesOf(question: PullRequestQuestion): readonly Contents[] {
  try {
    const { bundle, slugs, commits } = bundlesToRead(question);
    return slugs.flatMap((slug) => commits.map((commit) => ({ commit, folder: bundleFolder(bundle, slug) })));
  } catch (error) {
    if (error instanceof SpikeError) return [];
    throw error;
  }
}

/** `doubt` is a reason to refuse what would be judged otherwise; a `SpikeError` that it throws is one too. */
export function judgePull(
  { role, pull, question }: PullQuestion,
  doubt: () => SpikeError | undefined = () => undefined,
): JudgedPull {
  try {
    const error = doubt();
    if (error !== undefined) return { role, pull, kind: 'refused', error };
    return { role, pull, kind: 'judged', judgement: judgePullRequest(question) };
  } catch (error) {
    if (error instanceof SpikeError) return { role, pull, kind: 'refused', error };
    throw error;
  }
}
