/** What the runner gives this job, read once: inputs, variables and the event's payload. */

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { SpikeError } from '../core/error.ts';
import type { CheckRequest } from '../gate/github-request.ts';
import { parseRunnerEnvironment, type RunnerEnvironment } from '../github/environment.ts';
import type { Send } from '../github/send.ts';
import { parseInputs } from './inputs.ts';

/** Throws `usage` or `unreadable`. */
export function readRequest(
  input: (name: string) => string,
  variables: Readonly<Record<string, string | undefined>>,
): CheckRequest {
  const environment = parseRunnerEnvironment(variables);
  const { token, comment, author } = parseInputs(input);
  return {
    environment,
    payload: readPayload(environment.eventPath),
    token,
    send: connect(environment, token),
    comment: comment ? { author } : undefined,
  };
}

/** At the first request: the package reads the event's payload when it is imported, and ends the program where that is no JSON. */
function connect({ apiUrl }: RunnerEnvironment, token: string): Send {
  const pause = { now: Date.now, sleep: (milliseconds: number) => setTimeout(milliseconds) };
  let connected: Promise<Send> | undefined;
  return async (request) => {
    connected ??= import('../github/api.ts').then(({ connectGitHub }) => connectGitHub({ token, apiUrl, pause }));
    return (await connected)(request);
  };
}

function readPayload(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SpikeError(
      'unreadable',
      'expected the event payload in the file GITHUB_EVENT_PATH, found no file that can be read',
      {
        hint: 'run this as a step of a GitHub Actions job; elsewhere, type `spike gate`',
        cause,
      },
    );
  }
}
