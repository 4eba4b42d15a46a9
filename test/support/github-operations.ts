/** What each operation of the test server does, once the request is known to be well-formed and the token to be real. */

import { followHeads, readMatchingRefs } from './github-git.ts';
import type { Grant, State, StoredComment, StoredPull, StoredRepository } from './github-state.ts';
import {
  type Addresses,
  commentValue,
  listedPullValue,
  pullValue,
  refValue,
  repositoryValue,
} from './github-values.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Question {
  readonly state: State;
  readonly addresses: Addresses;
  /** The address asked, for links to other pages. */
  readonly url: URL;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Undefined where no token came along. */
  readonly grant: Grant | undefined;
}

/** A question about a repository that the asker may see. */
interface Asked extends Question {
  readonly repository: StoredRepository;
}

type Operation = (asked: Asked) => Answer | Promise<Answer>;

/** GitHub's limit for the text of a comment, in characters. */
const LONGEST_BODY = 65_536;

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET /repos/{owner}/{repo}': ({ addresses, repository }) => ({
    status: 200,
    body: repositoryValue(addresses, repository),
  }),
  'GET /repos/{owner}/{repo}/pulls': async (asked) => {
    const { addresses, repository, url } = asked;
    await followHeads(repository);
    const query = url.searchParams;
    const state = query.get('state') ?? 'open';
    const [head, base] = [query.get('head'), query.get('base')];
    const found = repository.pulls
      .filter((pull) => state === 'all' || pull.state === state)
      .filter((pull) => head === null || head === `${pull.headRepository?.owner.login}:${pull.headRef}`)
      .filter((pull) => base === null || base === pull.baseRef);
    if (query.get('direction') !== 'asc') found.reverse();
    return page(
      asked,
      found.map((pull) => listedPullValue(addresses, { repository, pull })),
    );
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': async (asked) => {
    const { addresses, repository } = asked;
    await followHeads(repository);
    const pull = pullOf(asked, 'pull_number');
    return pull === undefined ? notFound() : { status: 200, body: pullValue(addresses, { repository, pull }) };
  },
  'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': async ({ addresses, repository, parameters }) => {
    const refs = await readMatchingRefs(repository.gitDirectory, decodeURIComponent(parameters['ref'] ?? ''));
    return { status: 200, body: refs.map((ref) => refValue(addresses, { repository, ref })) };
  },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (asked) => {
    const { addresses, repository } = asked;
    const pull = pullOf(asked, 'issue_number');
    if (pull === undefined) return notFound();
    const comments = repository.comments.filter((comment) => comment.issue === pull.number);
    return page(
      asked,
      comments.map((comment) => commentValue(addresses, { repository, comment })),
    );
  },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (asked) => {
    const { addresses, repository, state, grant } = asked;
    const pull = pullOf(asked, 'issue_number');
    if (pull === undefined) return notFound();
    if (grant === undefined) return unauthorised();
    if (!mayComment(grant)) return forbidden();
    const body = textOf(asked.body);
    if (!fits(body)) return tooLong();
    const createdAt = state.now();
    const comment: StoredComment = {
      id: state.nextId(),
      issue: pull.number,
      author: grant.account,
      body,
      createdAt,
      updatedAt: createdAt,
    };
    repository.comments.push(comment);
    const value = commentValue(addresses, { repository, comment });
    return { status: 201, headers: { location: String(value['url']) }, body: value };
  },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (asked) => {
    const { addresses, repository, state, grant } = asked;
    const comment = commentOf(asked);
    if (comment === undefined) return notFound();
    if (grant === undefined) return unauthorised();
    if (!mayComment(grant)) return forbidden();
    const body = textOf(asked.body);
    if (!fits(body)) return tooLong();
    state.nextId();
    comment.body = body;
    comment.updatedAt = state.now();
    return { status: 200, body: commentValue(addresses, { repository, comment }) };
  },
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': (asked) => {
    const { repository, grant } = asked;
    const comment = commentOf(asked);
    if (comment === undefined) return notFound();
    if (grant === undefined) return unauthorised();
    if (!mayComment(grant)) return forbidden();
    repository.comments.splice(repository.comments.indexOf(comment), 1);
    return { status: 204 };
  },
};

export async function answer(route: string, question: Question): Promise<Answer> {
  const { owner, repo } = question.parameters;
  const repository = question.state.repositories.get(`${owner}/${repo}`.toLowerCase());
  const operation = OPERATIONS[route];
  // A repository that may not be seen is not there.
  if (operation === undefined || repository === undefined || !mayRead(repository, question.grant)) return notFound();
  return operation({ ...question, repository });
}

export function mayRead(repository: StoredRepository, grant: Grant | undefined): boolean {
  return !repository.private || (grant !== undefined && grant.permissions.contents !== 'none');
}

function mayComment({ permissions }: Grant): boolean {
  return permissions.issues === 'write' || permissions.pullRequests === 'write';
}

function pullOf({ repository, parameters }: Asked, key: string): StoredPull | undefined {
  return repository.pulls.find((pull) => pull.number === Number(parameters[key]));
}

function commentOf({ repository, parameters }: Asked): StoredComment | undefined {
  return repository.comments.find((comment) => comment.id === Number(parameters['comment_id']));
}

function textOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '';
}

function fits(body: string): boolean {
  return body !== '' && body.length <= LONGEST_BODY;
}

/** One page, with the links that GitHub sends along. */
function page({ url }: Asked, items: readonly unknown[]): Answer {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const number = Number(url.searchParams.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (to: number, name: string) => {
    const address = new URL(url);
    address.searchParams.set('page', String(to));
    return `<${address.href}>; rel="${name}"`;
  };
  const before = number > 1 ? [link(number - 1, 'prev'), link(1, 'first')] : [];
  const after = number < last ? [link(number + 1, 'next'), link(last, 'last')] : [];
  const links = [...before, ...after].join(', ');
  return {
    status: 200,
    headers: links === '' ? {} : { link: links },
    body: items.slice((number - 1) * size, number * size),
  };
}

export function refusal(status: number, message: string): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) };
  return { status, body };
}

export const notFound = () => refusal(404, 'Not Found');
const unauthorised = () => refusal(401, 'Requires authentication');
const forbidden = () => refusal(403, 'Resource not accessible by integration');

function tooLong(): Answer {
  const error = {
    resource: 'IssueComment',
    code: 'custom',
    field: 'body',
    message: `body is too long (maximum is ${LONGEST_BODY} characters)`,
  };
  return {
    status: 422,
    body: { message: 'Validation Failed', errors: [error], documentation_url: 'https://docs.github.com/rest' },
  };
}
