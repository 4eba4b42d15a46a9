/** Pure: what started the job, from the payload's text. It says only which pull request; what that is now, the API says. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId } from '../core/object-id.ts';
import { fieldsAt, numberAt, readFields, textAt } from './fields.ts';
import { parseQueueBranch, queuePrefix } from './queue-branch.ts';
import { parseBranchName, parseBranchRef } from './ref-name.ts';

export type JobEvent =
  | {
      readonly kind: 'pull-request';
      readonly trigger: 'pull_request' | 'pull_request_target';
      /** `opened`, `synchronize`, `edited` and others. */
      readonly action: string;
      readonly number: number;
      /** The commit that this run's check is shown on; the pull request may have moved on since. */
      readonly headSha: CommitId;
      /** The branch that it was to merge into then, without `refs/heads/`. */
      readonly baseRef: string;
    }
  | {
      readonly kind: 'merge-group';
      /** The pull request that the group's branch is named after: the last of the group. */
      readonly number: number;
      readonly headSha: CommitId;
      /** Without `refs/heads/`. */
      readonly headRef: string;
      readonly baseSha: CommitId;
      readonly baseRef: string;
    }
  | { readonly kind: 'other'; readonly name: string };

interface RawEvent {
  /** GITHUB_EVENT_NAME. */
  readonly name: string;
  /** The text of the file GITHUB_EVENT_PATH. */
  readonly payload: string;
}

/** Throws `unreadable` where an event that must be judged is not as GitHub writes it. */
export function parseEvent({ name, payload }: RawEvent): JobEvent {
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
      return parsePullRequestEvent(name, payload);
    case 'merge_group':
      return parseMergeGroupEvent(payload);
    default:
      return { kind: 'other', name };
  }
}

function parsePullRequestEvent(trigger: 'pull_request' | 'pull_request_target', payload: string): JobEvent {
  const event = readFields(parseJson(payload), 'event');
  const pull = fieldsAt(event, 'pull_request');
  return {
    kind: 'pull-request',
    trigger,
    action: textAt(event, 'action'),
    number: numberAt(pull, 'number'),
    headSha: parseCommitId(textAt(fieldsAt(pull, 'head'), 'sha'), 'the head commit'),
    baseRef: parseBranchName(textAt(fieldsAt(pull, 'base'), 'ref'), 'the base'),
  };
}

function parseMergeGroupEvent(payload: string): JobEvent {
  const group = fieldsAt(readFields(parseJson(payload), 'event'), 'merge_group');
  const headRef = parseBranchRef(textAt(group, 'head_ref'), 'the head of the merge group');
  const baseRef = parseBranchRef(textAt(group, 'base_ref'), 'the base of the merge group');
  return {
    kind: 'merge-group',
    number: queuedPullRequest(headRef, baseRef),
    headSha: parseCommitId(textAt(group, 'head_sha'), 'the head commit'),
    headRef,
    baseSha: parseCommitId(textAt(group, 'base_sha'), 'the base commit'),
    baseRef,
  };
}

/** Throws `unreadable` for another branch than a merge queue's. */
function queuedPullRequest(headRef: string, baseRef: string): number {
  const entry = parseQueueBranch(headRef, baseRef);
  if (entry !== undefined) return entry.number;
  throw new SpikeError(
    'unreadable',
    `expected the merge group's branch to be ${queuePrefix(baseRef)}pr-<number>-<commit>, found ${JSON.stringify(headRef)}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpikeError('unreadable', 'expected the event payload to be JSON, found something else', {
      hint: 'run this as a step of a GitHub Actions job; elsewhere, type `spike gate`',
      cause,
    });
  }
}
