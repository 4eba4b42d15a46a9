/** Pure: asks again where GitHub says that asking again may help, a bounded number of times. */

import type { Reply, Send } from './send.ts';

/** Time as a parameter. */
export interface Pause {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

const TRIES = 3;
const LONGEST_WAIT = 60_000;
const FIRST_BACKOFF = 1_000;
/** GitHub's guidance for a limit that does not say how long: at least a minute. */
const UNSPECIFIED_LIMIT = 60_000;

/**
 * Three tries and a minute of waiting in all; after that the last reply stands. Creating is repeated too: whoever creates
 * lists again afterwards and removes a second one.
 */
export function retrying(send: Send, { now, sleep }: Pause): Send {
  return async (request) => {
    let left = LONGEST_WAIT;
    for (let tries = 1; ; tries += 1) {
      const reply = await send(request);
      const wait = waitAfter(reply, tries, now());
      if (wait === undefined || tries === TRIES || wait > left) return reply;
      left -= wait;
      await sleep(wait);
    }
  };
}

/** Milliseconds until it makes sense to ask again; undefined where the reply is final. */
function waitAfter(reply: Reply, tries: number, now: number): number | undefined {
  const backoff = FIRST_BACKOFF * 4 ** (tries - 1);
  if (reply.kind === 'unreachable') return backoff;
  const { status, headers } = reply;
  const told = secondsToWait(headers['retry-after'], now);
  if (status >= 500) return told ?? backoff;
  const exhausted = headers['x-ratelimit-remaining'] === '0';
  if (status !== 429 && !(status === 403 && (told !== undefined || exhausted))) return undefined;
  return told ?? untilReset(headers['x-ratelimit-reset'], now) ?? UNSPECIFIED_LIMIT;
}

/** `retry-after` is a number of seconds or a date. */
function secondsToWait(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** `x-ratelimit-reset` is in Unix seconds. */
function untilReset(header: string | undefined, now: number): number | undefined {
  return header !== undefined && /^\d{1,12}$/.test(header) ? Math.max(0, Number(header) * 1000 - now) : undefined;
}
