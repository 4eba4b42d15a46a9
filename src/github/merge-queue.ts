/** Pure but for the port: what stands in a merge queue in front of a group, by the names of the queue's branches. */

import type { CommitId } from '../core/brand.ts';
import { parseCommitId } from '../core/object-id.ts';
import { dataOf } from './failure.ts';
import { fieldsAt, readFields, readList, textAt } from './fields.ts';
import { parseQueueBranch, queuePrefix } from './queue-branch.ts';
import type { RepositoryName } from './repository-name.ts';
import type { Send } from './send.ts';

/** One pull request of the queue. */
export interface QueueEntry {
  readonly number: number;
  /** The state of the base that it merges into. */
  readonly parent: CommitId;
  /** The base with it, and with all before it. */
  readonly head: CommitId;
}

interface QueueName {
  readonly repository: RepositoryName;
  /** The branch that the queue is for, without `refs/heads/`. */
  readonly base: string;
}

/** More than a queue builds at once. */
const LONGEST_CHAIN = 100;

/**
 * The entry itself, then the one that it was put on, and so on, as far as the queue has a branch for them. Where the chain ends proves
 * nothing by itself: an entry that has left the queue is in the base, or was taken out.
 */
export async function readQueueBefore(
  send: Send,
  queue: QueueName,
  own: QueueEntry,
): Promise<readonly [QueueEntry, ...QueueEntry[]]> {
  const queued = await listQueue(send, queue);
  const chain: [QueueEntry, ...QueueEntry[]] = [own];
  const nextAfter = ({ parent }: QueueEntry): QueueEntry | undefined =>
    chain.length < LONGEST_CHAIN && chain.every(({ head }) => head !== parent)
      ? queued.find(({ head }) => head === parent)
      : undefined;
  for (let next = nextAfter(own); next !== undefined; next = nextAfter(next)) chain.push(next);
  return chain;
}

/** GitHub gives this list whole. Were it cut all the same, an entry would be missing from the chain, which then ends in the air. */
async function listQueue(send: Send, { repository, base }: QueueName): Promise<readonly QueueEntry[]> {
  const what = `the branches of the merge queue for ${base}`;
  const reply = await send({
    route: 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
    repository,
    parameters: { ref: `heads/${queuePrefix(base)}` },
  });
  return readList(dataOf(reply, what), what).flatMap((value) => {
    const ref = readFields(value, 'ref');
    const entry = parseQueueBranch(textAt(ref, 'ref').replace(/^refs\/heads\//, ''), base);
    if (entry === undefined) return [];
    return [
      { ...entry, head: parseCommitId(textAt(fieldsAt(ref, 'object'), 'sha'), "the commit of a queue's branch") },
    ];
  });
}
