/** Judges pull requests from objects fetched into a repository of our own: nothing of a pull request is checked out or run. */

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { type Contents, fetchRepository } from '../git/fetch.ts';
import { git } from '../git/plumbing.ts';
import type { PullRequest } from '../github/pull-request.ts';
import { fullName } from '../github/repository-name.ts';
import { CONFIG_FILE } from './config-at.ts';
import { gitSettings } from './github-credentials.ts';
import type { Proposals } from './github-pulls.ts';
import type { CheckRequest } from './github-request.ts';
import type { Judgement } from './judgement.ts';
import { bundlesToRead, judgePullRequest } from './pull-request.ts';
import type { PullRequestQuestion } from './scene.ts';

/** `refused`: it could not be judged, which is never a pass. */
export type JudgedPull = { readonly pull: PullRequest } & (
  | { readonly kind: 'judged'; readonly judgement: Judgement }
  | { readonly kind: 'refused'; readonly error: SpikeError }
);

/** The event's pull request first. Throws `git-failed` where their commits cannot be had. */
export async function judgeProposals(request: CheckRequest, proposals: Proposals): Promise<readonly JudgedPull[]> {
  const directory = makeDirectory(request.environment.temporaryDirectory);
  try {
    // Without git, what fetches could only say that it cannot.
    git(['version'], { cwd: directory });
    const questions = await fetchQuestions(directory, request, proposals);
    return questions.map(judge);
  } finally {
    rmSync(directory, { recursive: true, force: true });
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

interface PullQuestion {
  readonly pull: PullRequest;
  readonly question: PullRequestQuestion;
}

/** All that the judgement will read: the tips' configuration first, since it says where bundles lie. */
async function fetchQuestions(
  cwd: string,
  { environment, token }: CheckRequest,
  { own, others }: Proposals,
): Promise<readonly PullQuestion[]> {
  const { serverUrl, repository } = environment;
  const remote = { url: `${serverUrl}/${fullName(repository)}`, settings: gitSettings(serverUrl, token) };
  const pulls = [own, ...others];
  const head = own.headSha;
  const { tips, fetchContents, close } = await fetchRepository(cwd, remote, {
    targets: pulls.map(({ baseRef }) => baseRef),
    head,
  });
  const questions = tips.flatMap((target, index) => {
    const pull = pulls[index];
    if (pull === undefined) return [];
    return [{ pull, question: { cwd, target, head, branch: pull.headRef, sameRepository: !pull.isFork } }];
  });
  await fetchContents(tips.map((commit) => ({ commit, path: CONFIG_FILE })));
  await fetchContents(questions.flatMap(({ question }) => bundlesOf(question)));
  close();
  return questions;
}

/** What stands in the way here stands in the way of the judgement too, and is told there. */
function bundlesOf(question: PullRequestQuestion): readonly Contents[] {
  try {
    const { bundle, slugs } = bundlesToRead(question);
    return slugs.flatMap((slug) =>
      [question.head, question.target].map((commit) => ({ commit, path: bundleFolder(bundle, slug) })),
    );
  } catch (error) {
    if (error instanceof SpikeError) return [];
    throw error;
  }
}

function judge({ pull, question }: PullQuestion): JudgedPull {
  try {
    return { pull, kind: 'judged', judgement: judgePullRequest(question) };
  } catch (error) {
    if (error instanceof SpikeError) return { pull, kind: 'refused', error };
    throw error;
  }
}
