/** Judges a merge group: each of its pull requests as if it merged by itself into what the queue puts it on. */

import { SpikeError } from '../core/error.ts';
import { isAncestor } from '../git/merge-base.ts';
import { resolveCommit } from '../git/objects.ts';
import { type QueueEntry, readQueueBefore } from '../github/merge-queue.ts';
import { listPullRequestsWithHead, type PullRequest, readPullRequest } from '../github/pull-request.ts';
import { type Fetched, type JudgedPull, judgeFetched, judgePull, type Proposal, tipOf } from './github-judge.ts';
import type { CheckRequest, MergeGroupEvent } from './github-request.ts';
import { doubtAbout } from './queue-doubt.ts';

interface QueuedPull {
  readonly entry: QueueEntry;
  readonly pull: PullRequest;
}

/**
 * The group's own pull request first, then those before it as far as they are not in the target yet, then open ones that propose the
 * group's very commit: a check belongs to a commit. Throws `refused` where the group stands on something that the queue does not explain.
 */
export async function judgeMergeGroup(request: CheckRequest, event: MergeGroupEvent): Promise<readonly JudgedPull[]> {
  const queued = await readQueued(request, event);
  const { repository } = request.environment;
  const same = await listPullRequestsWithHead(request.send, { repository, head: event.headSha });
  const others = same.filter(({ number }) => !queued.some(({ pull }) => pull.number === number));
  const proposals = [...queued.map(proposalOf), ...others.map((pull) => ({ role: 'same-commit', pull }) as const)];
  const beside = [{ branch: event.baseRef, head: event.headSha }];
  return judgeFetched(request, { proposals, beside }, (fetched) => {
    const waiting = waitingOf(queued, event, fetched);
    return fetched.questions.flatMap((question, index) => {
      const entry = queued[index]?.entry;
      if (entry === undefined) return [judgePull(question)];
      return index < waiting ? [judgePull(question, () => doubtAbout(entry, question, event.baseRef))] : [];
    });
  });
}

async function readQueued(
  { send, environment }: CheckRequest,
  { number, baseSha, headSha, baseRef }: MergeGroupEvent,
): Promise<readonly QueuedPull[]> {
  const { repository } = environment;
  const own = { number, parent: baseSha, head: headSha };
  const queued: QueuedPull[] = [];
  for (const entry of await readQueueBefore(send, { repository, base: baseRef }, own)) {
    queued.push({ entry, pull: await readPullRequest(send, { repository, number: entry.number }) });
  }
  return queued;
}

function proposalOf({ entry, pull }: QueuedPull, index: number): Proposal {
  return { role: index === 0 ? 'queued' : 'queued-before', pull, onto: entry.parent };
}

/** How many entries, from the group's own on, the target does not hold yet. Older ones may still have a branch for a while. */
function waitingOf(queued: readonly QueuedPull[], { baseRef }: MergeGroupEvent, { cwd, tips }: Fetched): number {
  const tip = tipOf(tips, baseRef);
  const first = queued.findIndex(({ entry: { parent } }) => {
    return resolveCommit(cwd, parent) !== undefined && isAncestor(cwd, parent, tip);
  });
  if (first !== -1) return first + 1;
  const unknown = queued.at(-1)?.entry;
  throw new SpikeError(
    'refused',
    `expected the merge group to stand on ${baseRef} or on an entry of its queue, found it on ${unknown?.parent ?? 'nothing'}`,
    { hint: 'run the job again; where the queue has built the group anew meanwhile, the run for the new one counts' },
  );
}
