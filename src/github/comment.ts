/** Pure but for the port: keeps exactly one evidence comment on a pull request, and never stops the caller. */

import { startsWithMarker } from '../report/marker.ts';
import { dataOf, statusOf } from './failure.ts';
import { fieldsOrNullAt, numberAt, readFields, textAt, textOrNullAt } from './fields.ts';
import { readPages } from './pages.ts';
import type { RepositoryName } from './repository-name.ts';
import type { Reply, Request, Send } from './send.ts';

export type CommentResult =
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly url: string }
  /** The pull request has moved on: the run for its newer state writes, this one did not. */
  | { readonly kind: 'outdated'; readonly url: string | undefined }
  /** There was none to update, and none was asked for. */
  | { readonly kind: 'absent' }
  /** `status` is GitHub's, where it answered. */
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly reason: string };

export interface Comment {
  readonly repository: RepositoryName;
  readonly number: number;
  /** Begins with the marker (`report/marker.ts`). */
  readonly body: string;
  /** Login that the token writes as. */
  readonly author?: string;
  /**
   * Asks afresh whether `body` still speaks of the pull request as it is. It is called right before each write, so that
   * an older run never overwrites what a newer one said.
   */
  readonly isCurrent: () => Promise<boolean>;
  /** For what is worth saying only where an earlier run has said something else: nothing is created. */
  readonly onlyIfPresent?: boolean;
}

const DEFAULT_AUTHOR = 'github-actions[bot]';
/** A comment may be removed under our hands; someone who does so again and again wins. */
const ROUNDS = 3;

/** Trouble with the comment is a result: the verdict does not depend on it. */
export async function keepComment(send: Send, comment: Comment): Promise<CommentResult> {
  if (!startsWithMarker(comment.body)) {
    return { kind: 'failed', status: undefined, reason: 'expected a comment that begins with the marker, found none' };
  }
  try {
    return await settle(send, comment);
  } catch (error) {
    return { kind: 'failed', status: statusOf(error), reason: error instanceof Error ? error.message : String(error) };
  }
}

type Step = CommentResult | { readonly kind: 'vanished' };

async function settle(send: Send, comment: Comment): Promise<CommentResult> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const step = await keepOrCreate(send, comment);
    if (step.kind !== 'vanished') return step;
  }
  return { kind: 'failed', status: 404, reason: 'expected to keep one comment, found it removed each time' };
}

async function keepOrCreate(send: Send, comment: Comment): Promise<Step> {
  const author = comment.author ?? DEFAULT_AUTHOR;
  const [kept, ...extra] = (await listMarked(send, comment)).filter((found) => isWrittenBy(found, author));
  if (kept === undefined && comment.onlyIfPresent === true) return { kind: 'absent' };
  return kept === undefined ? create(send, comment) : keepOne(send, comment, { kept, extra });
}

/**
 * Two runs may create at once, a repeated request may have succeeded the first time, and a token may write under another
 * name than was expected. Each creator therefore looks again, by its own account, and all keep the lowest id.
 */
async function create(send: Send, comment: Comment): Promise<Step> {
  if (!(await comment.isCurrent())) return { kind: 'outdated', url: undefined };
  const reply = await send({
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    repository: comment.repository,
    parameters: { issue_number: comment.number, body: comment.body },
  });
  const created = parseFound(dataOf(reply, 'the comment to be created'));
  const listed = await listMarked(send, comment);
  const others = listed.filter((found) => found.authorId === created.authorId && found.id !== created.id);
  const [first, ...later] = others;
  if (first === undefined || created.id < first.id) {
    await removeAll(send, comment, others);
    return { kind: 'created', url: created.url };
  }
  return keepOne(send, comment, { kept: first, extra: [...later, created] });
}

interface Kept {
  readonly kept: Found;
  readonly extra: readonly Found[];
}

async function keepOne(send: Send, comment: Comment, { kept, extra }: Kept): Promise<Step> {
  const step = await update(send, comment, kept);
  if (step.kind !== 'vanished') await removeAll(send, comment, extra);
  return step;
}

async function update(send: Send, comment: Comment, kept: Found): Promise<Step> {
  if (!(await comment.isCurrent())) return { kind: 'outdated', url: kept.url };
  if (normalised(kept.body) === normalised(comment.body)) return { kind: 'unchanged', url: kept.url };
  const reply = await send({
    route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
    repository: comment.repository,
    parameters: { comment_id: kept.id, body: comment.body },
  });
  if (isGone(reply)) return { kind: 'vanished' };
  dataOf(reply, 'the comment to be updated');
  return { kind: 'updated', url: kept.url };
}

async function removeAll(send: Send, comment: Comment, extra: readonly Found[]): Promise<void> {
  for (const { id } of extra) {
    const reply = await send({
      route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
      repository: comment.repository,
      parameters: { comment_id: id },
    });
    // Another run may have removed it first.
    if (!isGone(reply)) dataOf(reply, 'a second comment to be removed');
  }
}

function isGone(reply: Reply): boolean {
  return reply.kind === 'answered' && (reply.status === 404 || reply.status === 410);
}

interface Found {
  readonly id: number;
  readonly url: string;
  readonly body: string;
  /** Undefined where the account is gone: such a comment is nobody's. */
  readonly authorId: number | undefined;
  readonly authorLogin: string;
  readonly authorType: string;
}

/** Whoever wrote them, lowest id first. */
async function listMarked(send: Send, { repository, number }: Comment): Promise<readonly Found[]> {
  const request: Request = {
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    repository,
    parameters: { issue_number: number },
  };
  const { items } = await readPages(send, { request, what: `the comments of pull request ${number}` });
  return items
    .map(parseFound)
    .filter(({ body }) => startsWithMarker(body))
    .toSorted((one, other) => one.id - other.id);
}

function parseFound(value: unknown): Found {
  const found = readFields(value, 'comment');
  const author = fieldsOrNullAt(found, 'user');
  return {
    id: numberAt(found, 'id'),
    url: textAt(found, 'html_url'),
    body: textOrNullAt(found, 'body') ?? '',
    authorId: author === null ? undefined : numberAt(author, 'id'),
    authorLogin: author === null ? '' : textAt(author, 'login'),
    authorType: author === null ? '' : textAt(author, 'type'),
  };
}

/** Anyone can copy the marker; nobody else can write as this account. Brackets are never part of a person's login, and the type says it again. */
function isWrittenBy({ authorId, authorLogin, authorType }: Found, login: string): boolean {
  const same = authorId !== undefined && authorLogin.toLowerCase() === login.toLowerCase();
  return same && (authorType === 'Bot') === login.endsWith('[bot]');
}

/** GitHub may hand back other line endings than it was given. */
function normalised(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
