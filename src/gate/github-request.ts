/** What the check of a commit is given: the job, the event that started it, and a way to GitHub. */

import { SpikeError } from '../core/error.ts';
import type { RunnerEnvironment } from '../github/environment.ts';
import { type JobEvent, parseEvent } from '../github/event.ts';
import type { Send } from '../github/send.ts';

export interface CheckRequest {
  readonly environment: RunnerEnvironment;
  /** Text of the event's payload. */
  readonly payload: string;
  readonly token: string;
  readonly send: Send;
  /** Undefined: no comment is kept. */
  readonly comment: { readonly author: string | undefined } | undefined;
}

export type PullRequestEvent = Extract<JobEvent, { kind: 'pull-request' }>;
export type MergeGroupEvent = Extract<JobEvent, { kind: 'merge-group' }>;

/** Throws `usage` for an event that says nothing of a pull request: passing it would be a green check on an unjudged commit. */
export function eventOf({ environment, payload }: CheckRequest): PullRequestEvent | MergeGroupEvent {
  const event = parseEvent({ name: environment.eventName, payload });
  switch (event.kind) {
    case 'pull-request':
    case 'merge-group':
      return event;
    case 'other':
      throw new SpikeError(
        'usage',
        `expected the event pull_request_target, pull_request or merge_group, found ${environment.eventName}`,
        {
          hint: 'let the workflow run on pull_request_target, as `spike init` writes it',
        },
      );
  }
}
