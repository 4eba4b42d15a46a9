/** Pure: a reply that is not what was asked for, as one error with the next thing to do. */

import { SpikeError } from '../core/error.ts';
import { isObject } from './fields.ts';
import type { Reply } from './send.ts';

const MAX_REASON = 300;

/** Kept as the error's cause, so that callers branch on the number and never on the text. */
interface Refusal {
  readonly status: number;
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'give the action a valid token',
  403: 'grant the job `contents: read` and `pull-requests: write`; a pull request from a fork gets a token that only reads',
  404: 'check that the repository and the pull request exist and that the token may read them',
  429: 'run the job again later',
};

/** The reply's data. Throws `github-failed` unless GitHub did as asked; `what` completes "expected …". */
export function dataOf(reply: Reply, what: string): unknown {
  if (reply.kind === 'unreachable') {
    throw new SpikeError(
      'github-failed',
      `expected ${what}, and GitHub could not be reached: ${oneLine(reply.reason)}`,
      {
        hint: 'run the job again',
      },
    );
  }
  if (reply.status >= 200 && reply.status < 300) return reply.data;
  const refusal: Refusal = { status: reply.status };
  throw new SpikeError('github-failed', `expected ${what}, and GitHub answered ${reply.status}${saying(reply.data)}`, {
    hint: HINTS[reply.status] ?? 'run the job again',
    cause: refusal,
  });
}

/** The HTTP status behind an error, where GitHub answered at all. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof SpikeError) || !isObject(error.cause)) return undefined;
  const { status } = error.cause;
  return typeof status === 'number' ? status : undefined;
}

function saying(data: unknown): string {
  return isObject(data) && typeof data['message'] === 'string' ? `: ${oneLine(data['message'])}` : '';
}

/** A message from outside ends up in a job's log, where a second line could be read as a command. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_REASON);
}
