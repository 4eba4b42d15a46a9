/** Pure but for the port: a pull request as it is now. The event's payload is not asked: a run started again replays an old one. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId } from '../core/object-id.ts';
import { dataOf } from './failure.ts';
import { type Fields, fieldsAt, fieldsOrNullAt, flagAt, numberAt, readFields, textAt, textOrNullAt } from './fields.ts';
import { readPages } from './pages.ts';
import { parseBranchName } from './ref-name.ts';
import { fullName, parseRepositoryName, type RepositoryName } from './repository-name.ts';
import type { Request, Send } from './send.ts';

export interface Repository {
  readonly fullName: string;
  readonly cloneUrl: string;
}

export interface PullRequest {
  readonly number: number;
  /** The page a person opens. */
  readonly url: string;
  readonly state: 'open' | 'closed';
  /** Closed, and its commits are in the base. */
  readonly merged: boolean;
  readonly draft: boolean;
  readonly headSha: CommitId;
  /** Without `refs/heads/`. Chosen by the author: untrusted text. */
  readonly headRef: string;
  /** Null where the fork is gone. */
  readonly headRepo: Repository | null;
  readonly baseSha: CommitId;
  readonly baseRef: string;
  readonly baseRepo: Repository;
  /** Of the base's repository, without `refs/heads/`. */
  readonly defaultBranch: string;
  /** Whether the head is in another repository, or in one that is gone. */
  readonly isFork: boolean;
  /** Null where the account is gone. */
  readonly authorLogin: string | null;
}

interface PullRequestName {
  readonly repository: RepositoryName;
  readonly number: number;
}

export async function readPullRequest(send: Send, { repository, number }: PullRequestName): Promise<PullRequest> {
  const reply = await send({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    repository,
    parameters: { pull_number: number },
  });
  const pull = parsePullRequest(dataOf(reply, `pull request ${number} of ${fullName(repository)}`));
  if (pull.number !== number) {
    throw new SpikeError('unreadable', `expected pull request ${number}, found ${pull.number}`);
  }
  return pull;
}

interface JudgedPullRequest {
  readonly repository: RepositoryName;
  readonly pull: PullRequest;
}

/** Whether the pull request still proposes the same commit for the same branch: what was judged then holds now. */
export async function isUnmoved(send: Send, { repository, pull }: JudgedPullRequest): Promise<boolean> {
  const now = await readPullRequest(send, { repository, number: pull.number });
  return now.headSha === pull.headSha && now.baseRef === pull.baseRef;
}

interface HeadName {
  readonly repository: RepositoryName;
  readonly head: CommitId;
}

/**
 * Every open pull request of the repository whose head is this commit, by number. The list of open pull requests is read
 * rather than the commit's own list, which is empty for a commit that only a fork's branch holds.
 */
export async function listPullRequestsWithHead(
  send: Send,
  { repository, head }: HeadName,
): Promise<readonly PullRequest[]> {
  const open = await readOpenPullRequests(send, repository);
  return open
    .filter((pull) => headOf(pull) === head)
    .map(parsePullRequest)
    .toSorted((one, other) => one.number - other.number);
}

const STEADY_TRIES = 4;

/** One page is one answer. Several are believed once two readings agree: a pull request closed in between moves the next ones up, past the reader. */
async function readOpenPullRequests(send: Send, repository: RepositoryName): Promise<readonly unknown[]> {
  const what = `the open pull requests of ${fullName(repository)}`;
  const request: Request = {
    route: 'GET /repos/{owner}/{repo}/pulls',
    repository,
    parameters: { state: 'open', sort: 'created', direction: 'asc' },
  };
  let before: string | undefined;
  for (let tries = 1; tries <= STEADY_TRIES; tries += 1) {
    const { items, pages } = await readPages(send, { request, what });
    const now = items.map(numberOf).join();
    if (pages === 1 || now === before) return items;
    before = now;
  }
  throw new SpikeError('github-failed', `expected two equal readings of ${what}, found that they kept changing`, {
    hint: 'run the job again',
  });
}

function numberOf(pull: unknown): number {
  return numberAt(readFields(pull, 'pull request'), 'number');
}

function headOf(pull: unknown): string {
  return textAt(fieldsAt(readFields(pull, 'pull request'), 'head'), 'sha');
}

/** From either form that GitHub gives, the whole or the listed one. Throws `unreadable`. */
export function parsePullRequest(value: unknown): PullRequest {
  const pull = readFields(value, 'pull request');
  const head = fieldsAt(pull, 'head');
  const base = fieldsAt(pull, 'base');
  const headRepo = fieldsOrNullAt(head, 'repo');
  const baseRepo = fieldsAt(base, 'repo');
  const author = fieldsOrNullAt(pull, 'user');
  return {
    number: numberAt(pull, 'number'),
    url: textAt(pull, 'html_url'),
    state: parseState(textAt(pull, 'state')),
    merged: textOrNullAt(pull, 'merged_at') !== null,
    draft: flagAt(pull, 'draft'),
    headSha: parseCommitId(textAt(head, 'sha'), 'the head commit'),
    headRef: parseBranchName(textAt(head, 'ref'), 'the head'),
    headRepo: headRepo === null ? null : parseRepository(headRepo),
    baseSha: parseCommitId(textAt(base, 'sha'), 'the base commit'),
    baseRef: parseBranchName(textAt(base, 'ref'), 'the base'),
    baseRepo: parseRepository(baseRepo),
    defaultBranch: parseBranchName(textAt(baseRepo, 'default_branch'), 'the default branch'),
    // By id: a name can be given up and taken by another.
    isFork: headRepo === null || numberAt(headRepo, 'id') !== numberAt(baseRepo, 'id'),
    authorLogin: author === null ? null : textAt(author, 'login'),
  };
}

function parseState(state: string): 'open' | 'closed' {
  if (state === 'open' || state === 'closed') return state;
  throw new SpikeError('unreadable', `expected a pull request that is open or closed, found ${JSON.stringify(state)}`);
}

function parseRepository(repository: Fields): Repository {
  return {
    fullName: fullName(parseRepositoryName(textAt(repository, 'full_name'))),
    cloneUrl: textAt(repository, 'clone_url'),
  };
}
