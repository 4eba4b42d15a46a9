/** A pull request on the test server, from the branches of a real repository. */

import type { TestRepository } from './git-fixture.ts';
import type { GitHubServer } from './github-server.ts';

export const REPOSITORY = 'acme/shop';

interface Proposal {
  readonly head: string;
  readonly private?: boolean;
  /** Name of a fork that the head is pushed to. */
  readonly fork?: string;
}

export interface Proposed {
  readonly repository: string;
  readonly number: number;
  /** The bare repository behind the server, to push to. */
  readonly origin: string;
}

/** Pushes main and the head, and opens a pull request between them. */
export async function propose(
  github: GitHubServer,
  work: TestRepository,
  { head, fork, ...rest }: Proposal,
): Promise<Proposed> {
  const { gitDirectory: origin } = await github.addRepository({ name: REPOSITORY, private: rest.private ?? false });
  work.git('push', '--quiet', origin, 'main');
  const to = fork === undefined ? origin : (await github.addRepository({ name: fork, fork: true })).gitDirectory;
  work.git('push', '--quiet', to, head);
  const from = fork === undefined ? {} : { headRepository: fork };
  const number = await github.openPullRequest({ repository: REPOSITORY, head, ...from });
  return { repository: REPOSITORY, number, origin };
}

/** The payload of the event for another head commit than the test server has seen. */
export function payloadAt(github: GitHubServer, { repository, number }: Proposed, headSha: string): string {
  const event = github.pullRequestEvent({ repository, number });
  const pull = event['pull_request'];
  if (typeof pull !== 'object' || pull === null || !('head' in pull) || typeof pull.head !== 'object') {
    throw new Error('expected the payload of a pull request');
  }
  return JSON.stringify({ ...event, pull_request: { ...pull, head: { ...pull.head, sha: headSha } } });
}
