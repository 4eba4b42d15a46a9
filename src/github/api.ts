/** The only place that imports @actions/github: carries one request to GitHub's REST API and hands back its reply. */

import { getOctokit } from '@actions/github';
import { isObject } from './fields.ts';
import { type Pause, retrying } from './retry.ts';
import type { Reply, Send } from './send.ts';

/** A server that accepts a connection and then says nothing must not hold the job until its own limit. */
const PATIENCE = 30_000;

interface Connection {
  readonly token: string;
  /** Base of the REST API, such as `https://api.github.com`. Said here, since the package reads it only when imported. */
  readonly apiUrl: string;
  readonly pause: Pause;
}

/** Retries included (`retry.ts`): the package brings none. */
export function connectGitHub({ token, apiUrl, pause }: Connection): Send {
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  const once: Send = async ({ route, repository, parameters }) => {
    try {
      const { status, headers, data } = await octokit.request(route, {
        owner: repository.owner,
        repo: repository.name,
        ...parameters,
        request: { signal: AbortSignal.timeout(PATIENCE) },
      });
      return { kind: 'answered', status, headers: asText(headers), data };
    } catch (error) {
      return replyOf(error);
    }
  };
  return retrying(once, pause);
}

/** Octokit throws for every status from 400 on, and for a failed connection as if the status were 500: only the response tells. */
function replyOf(error: unknown): Reply {
  const response = isObject(error) ? error['response'] : undefined;
  if (isObject(response) && typeof response['status'] === 'number') {
    return {
      kind: 'answered',
      status: response['status'],
      headers: asText(response['headers']),
      data: response['data'],
    };
  }
  return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
}

function asText(headers: unknown): Record<string, string> {
  if (!isObject(headers)) return {};
  const present = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
