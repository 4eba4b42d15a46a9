import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepComment } from '../../src/github/comment.ts';
import type { Send } from '../../src/github/send.ts';
import { MARKER } from '../../src/report/marker.ts';
import { connectTo } from '../support/github-connection.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';

const REPOSITORY = 'acme/widget';
const repository = { owner: 'acme', name: 'widget' };
const COMMENTS = '/repos/acme/widget/issues/1/comments';
const ONE_COMMENT = /\/issues\/comments\/\d+$/;
const BOT = 'github-actions[bot]';
const always = async () => true;
let github: GitHubServer;
let send: Send;

beforeEach(async () => {
  github = await startGitHub();
  await github.addRepository({ name: REPOSITORY });
  const [headSha, baseSha] = ['a'.repeat(40), 'b'.repeat(40)];
  await github.openPullRequest({ repository: REPOSITORY, head: 'spike/one', headSha, baseSha });
  ({ send } = await connectTo(github));
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

const text = (body: string) => `${MARKER}\n${body}`;
const keep = (body: string, isCurrent: () => Promise<boolean> = always) =>
  keepComment(send, { repository, number: 1, body: text(body), isCurrent });
const write = (author: string | null, body: string) =>
  github.addComment({ repository: REPOSITORY, number: 1, author, body });
const bodies = () => github.comments(REPOSITORY, 1).map(({ body }) => body);
const writes = () => github.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const page = (id: number | undefined) => `${github.url}/acme/widget/pull/1#issuecomment-${id}`;

describe('one comment', () => {
  test('is created, left alone while it says the same, and updated in place', async () => {
    const created = await keep('red');
    const [first] = github.comments(REPOSITORY, 1);
    expect(created).toEqual({ kind: 'created', url: page(first?.id) });
    expect(await keep('red')).toEqual({ kind: 'unchanged', url: page(first?.id) });
    expect(writes()).toEqual(['POST']);
    expect(await keep('green')).toEqual({ kind: 'updated', url: page(first?.id) });
    expect(bodies()).toEqual([text('green')]);
    expect(writes()).toEqual(['POST', 'PATCH']);
  });

  test('is the same whatever line endings GitHub hands back', async () => {
    write(BOT, `${MARKER}\r\nred\r\n\r\n`);
    expect(await keep('red')).toMatchObject({ kind: 'unchanged' });
    expect(writes()).toEqual([]);
  });

  test('is found behind 250 others', async () => {
    for (let count = 0; count < 250; count += 1) write('someone', `comment ${count}`);
    const id = write(BOT, text('red'));
    for (let count = 0; count < 30; count += 1) write('someone', `comment ${count}`);
    expect(await keep('green')).toEqual({ kind: 'updated', url: page(id) });
    expect(bodies()).toHaveLength(281);
  });

  test('is what remains of several, the oldest', async () => {
    const oldest = write(BOT, text('one'));
    write('someone', 'between');
    write(BOT, text('two'));
    write(BOT, text('three'));
    expect(await keep('green')).toEqual({ kind: 'updated', url: page(oldest) });
    expect(bodies()).toEqual([text('green'), 'between']);
  });
});

describe('what is worth saying only where an earlier run has said something else', () => {
  const bring = (body: string, isCurrent: () => Promise<boolean> = always) =>
    keepComment(send, { repository, number: 1, body: text(body), isCurrent, onlyIfPresent: true });

  test('creates nothing', async () => {
    write('mallory', text('forged'));
    expect(await bring('no spike')).toEqual({ kind: 'absent' });
    expect(writes()).toEqual([]);
  });

  test('takes the place of what was said, and of each second comment', async () => {
    const id = write(BOT, text('green'));
    write(BOT, text('green, too'));
    expect(await bring('no spike')).toEqual({ kind: 'updated', url: page(id) });
    expect(bodies()).toEqual([text('no spike')]);
  });

  test('gives way to a newer run', async () => {
    const id = write(BOT, text('newer'));
    expect(await bring('old', async () => false)).toEqual({ kind: 'outdated', url: page(id) });
    expect(bodies()).toEqual([text('newer')]);
  });

  test('creates nothing either where the one found is removed before it is updated', async () => {
    const id = write(BOT, text('green'));
    github.interrupt({ method: 'PATCH', path: ONE_COMMENT, run: () => github.removeComment(REPOSITORY, id) });
    expect(await bring('no spike')).toEqual({ kind: 'absent' });
    expect(bodies()).toEqual([]);
  });
});

describe('a comment of someone else is never touched', () => {
  test.each([
    ['a person who copied the marker', 'mallory', text('forged')],
    ['another bot that copied the marker', 'helper[bot]', text('forged')],
    ['an account that is gone', null, text('forged')],
    ['our account, quoting the marker', BOT, `> ${text('quoted')}`],
    ['our account, with the marker further down', BOT, `hello\n${text('below')}`],
  ])('%s', async (_who, author, body) => {
    write(author, body);
    expect(await keep('green')).toMatchObject({ kind: 'created' });
    expect(bodies()).toEqual([body, text('green')]);
  });

  test('not even of an account with our login that is no bot', async () => {
    github.addComment({ repository: REPOSITORY, number: 1, author: BOT, authorType: 'User', body: text('forged') });
    expect(await keep('green')).toMatchObject({ kind: 'created' });
    expect(bodies()).toEqual([text('forged'), text('green')]);
  });
});

test('a token that writes under another name than expected still keeps one', async () => {
  const { send: asPerson } = await connectTo(github, github.grantToken({ login: 'release-manager' }));
  const comment = { repository, number: 1, isCurrent: always };
  expect(await keepComment(asPerson, { ...comment, body: text('red') })).toMatchObject({ kind: 'created' });
  const [first] = github.comments(REPOSITORY, 1);
  const second = await keepComment(asPerson, { ...comment, body: text('green') });
  expect(second).toEqual({ kind: 'updated', url: page(first?.id) });
  expect(bodies()).toEqual([text('green')]);
  const named = { ...comment, author: 'Release-Manager', body: text('green') };
  expect(await keepComment(asPerson, named)).toMatchObject({ kind: 'unchanged' });
});

describe('two runs at once', () => {
  test('leave one comment when both create', async () => {
    let other: unknown;
    github.interrupt({
      method: 'POST',
      path: COMMENTS,
      run: async () => {
        other = await keep('by the other');
      },
    });
    const mine = await keep('by this one');
    const [left] = github.comments(REPOSITORY, 1);
    expect(other).toEqual({ kind: 'created', url: page(left?.id) });
    expect(mine).toEqual({ kind: 'updated', url: page(left?.id) });
    expect(bodies()).toEqual([text('by this one')]);
  });

  test('leave the first when the second is seen right after creating', async () => {
    github.interrupt({ method: 'GET', path: COMMENTS, run: () => undefined });
    github.interrupt({ method: 'GET', path: COMMENTS, run: () => void write(BOT, text('by the other')) });
    expect(await keep('by this one')).toMatchObject({ kind: 'created' });
    expect(bodies()).toEqual([text('by this one')]);
  });

  test('leave one comment in whatever order their requests arrive', async () => {
    const results = await Promise.all([keep('same'), keep('same'), keep('same'), keep('same')]);
    expect(results.map(({ kind }) => kind)).not.toContain('failed');
    expect(bodies()).toEqual([text('same')]);
  });

  test('leave one when the one found is removed before it is updated', async () => {
    const id = write(BOT, text('red'));
    github.interrupt({ method: 'PATCH', path: ONE_COMMENT, run: () => github.removeComment(REPOSITORY, id) });
    expect(await keep('green')).toMatchObject({ kind: 'created' });
    expect(bodies()).toEqual([text('green')]);
  });

  test('do not mind that the other removed the second comment first', async () => {
    write(BOT, text('red'));
    const second = write(BOT, text('two'));
    github.interrupt({ method: 'DELETE', path: ONE_COMMENT, run: () => github.removeComment(REPOSITORY, second) });
    expect(await keep('green')).toMatchObject({ kind: 'updated' });
    expect(bodies()).toEqual([text('green')]);
  });
});

describe('an older run', () => {
  test('writes nothing once the pull request has moved on', async () => {
    const never = async () => false;
    expect(await keep('old', never)).toEqual({ kind: 'outdated', url: undefined });
    const id = write(BOT, text('newer'));
    expect(await keep('old', never)).toEqual({ kind: 'outdated', url: page(id) });
    expect(bodies()).toEqual([text('newer')]);
    expect(writes()).toEqual([]);
  });

  test('that created at the same moment as a newer one gives way to it', async () => {
    let head = 'old';
    const isCurrent = (mine: string) => async () => head === mine;
    github.interrupt({
      method: 'POST',
      path: COMMENTS,
      run: async () => {
        head = 'new';
        await keep('new', isCurrent('new'));
      },
    });
    expect(await keep('old', isCurrent('old'))).toMatchObject({ kind: 'outdated' });
    expect(bodies()).toEqual([text('new')]);
  });
});

describe('trouble is a result and never an exception', () => {
  test('a token that only reads', async () => {
    const permissions = { issues: 'read', pullRequests: 'read' } as const;
    const { send: reader } = await connectTo(github, github.grantToken({ permissions }));
    const result = await keepComment(reader, { repository, number: 1, body: text('x'), isCurrent: always });
    expect(result).toEqual({
      kind: 'failed',
      status: 403,
      reason: 'expected the comment to be created, and GitHub answered 403: Resource not accessible by integration',
    });
  });

  test.each([
    ['a refusal', { status: 403 }, 1],
    ['a thing that is gone', { status: 410 }, 1],
    ['a text that is refused', { status: 422 }, 1],
    ['a limit without a length', { status: 429 }, 2],
    ['a limit that is waited out twice', { status: 429, headers: { 'retry-after': '20' } }, 3],
    ['a limit beyond all patience', { status: 429, headers: { 'retry-after': '61' } }, 1],
    ['a limit said as a refusal', { status: 403, headers: { 'retry-after': '1' } }, 3],
    ['a server in trouble', { status: 502 }, 3],
    ['a connection that is dropped', { status: 'drop' as const }, 3],
  ])('%s, however often it is asked', async (_what, fault, times) => {
    github.fail({ method: 'POST', path: COMMENTS, times, ...fault });
    const status = fault.status === 'drop' ? undefined : fault.status;
    expect(await keep('green')).toMatchObject({ kind: 'failed', status });
    expect(writes()).toEqual(Array.from({ length: times }, () => 'POST'));
    expect(bodies()).toEqual([]);
    expect(await keep('green')).toMatchObject({ kind: 'created' });
  });

  test('a text longer than GitHub takes', async () => {
    expect(await keep('x'.repeat(65_536))).toMatchObject({ kind: 'failed', status: 422 });
    expect(await keep('x'.repeat(65_536 - text('').length))).toMatchObject({ kind: 'created' });
  });

  test('a pull request that is not there', async () => {
    const result = await keepComment(send, { repository, number: 9, body: text('x'), isCurrent: always });
    expect(result).toMatchObject({ kind: 'failed', status: 404 });
  });

  test('a question for the present state that fails', async () => {
    const result = await keep('x', async () => {
      throw new Error('no answer');
    });
    expect(result).toEqual({ kind: 'failed', status: undefined, reason: 'no answer' });
    expect(bodies()).toEqual([]);
  });

  test('a text without the marker, which no later run would find', async () => {
    const result = await keepComment(send, { repository, number: 1, body: 'bare', isCurrent: always });
    expect(result).toMatchObject({ kind: 'failed', status: undefined });
    expect(github.calls).toEqual([]);
  });

  test('a page of comments that cannot be had creates nothing', async () => {
    github.fail({ method: 'GET', path: COMMENTS, status: 500, times: 3 });
    expect(await keep('x')).toMatchObject({ kind: 'failed', status: 500 });
    expect(bodies()).toEqual([]);
  });

  test('a comment that someone removes each time', async () => {
    for (let count = 0; count < 3; count += 1) {
      const id = write(BOT, text(`red ${count}`));
      github.interrupt({ method: 'PATCH', path: ONE_COMMENT, run: () => github.removeComment(REPOSITORY, id) });
    }
    expect(await keep('green')).toMatchObject({ kind: 'failed', status: 404 });
  });
});

describe('what was done although the answer was lost', () => {
  test.each([502, 'drop' as const])('is not done twice: %s', async (status) => {
    github.fail({ method: 'POST', path: COMMENTS, status, afterwards: true });
    expect(await keep('green')).toMatchObject({ kind: 'unchanged' });
    expect(bodies()).toEqual([text('green')]);
    expect(writes()).toEqual(['POST', 'POST', 'DELETE']);
  });

  test('a removal that is repeated is done', async () => {
    write(BOT, text('one'));
    write(BOT, text('two'));
    github.fail({ method: 'DELETE', path: ONE_COMMENT, status: 503, afterwards: true });
    expect(await keep('green')).toMatchObject({ kind: 'updated' });
    expect(bodies()).toEqual([text('green')]);
  });
});
