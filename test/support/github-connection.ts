/** The real connection to the test server, with pauses that are counted and not slept. */

import type { Send } from '../../src/github/send.ts';
import type { GitHubServer } from './github-server.ts';

export interface Connection {
  readonly send: Send;
  /** Milliseconds, one for each pause. */
  readonly pauses: readonly number[];
}

export async function connectTo(github: GitHubServer, token = github.grantToken()): Promise<Connection> {
  // The package chooses a proxy when it is imported, by this variable; loopback never goes through one.
  process.env['GITHUB_API_URL'] = github.apiUrl;
  const { connectGitHub } = await import('../../src/github/api.ts');
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  return { send: connectGitHub({ token, apiUrl: github.apiUrl, pause: { now: () => NOON, sleep } }), pauses };
}

/** What the connection takes the time to be, in Unix milliseconds. */
export const NOON = Date.UTC(2030, 0, 1, 12);
