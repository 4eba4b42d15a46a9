import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataOf, statusOf } from '../../src/github/failure.ts';
import type { Request } from '../../src/github/send.ts';
import { type Connection, connectTo, NOON } from '../support/github-connection.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';

const PATH = '/repos/acme/widget/pulls/1';
const REQUEST: Request = {
  route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  repository: { owner: 'acme', name: 'widget' },
  parameters: { pull_number: 1 },
};
let github: GitHubServer;
let connection: Connection;

beforeEach(async () => {
  github = await startGitHub();
  await github.addRepository({ name: 'acme/widget' });
  const [headSha, baseSha] = ['a'.repeat(40), 'b'.repeat(40)];
  await github.openPullRequest({ repository: 'acme/widget', head: 'spike/one', headSha, baseSha });
  connection = await connectTo(github);
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

test.each([
  ['a server error', { status: 502 }, [1000, 4000]],
  ['a dropped connection', { status: 'drop' as const }, [1000, 4000]],
  ['a server error that says how long', { status: 503, headers: { 'retry-after': '7' } }, [7000, 7000]],
  ['a limit that says how long', { status: 429, headers: { 'retry-after': '20' } }, [20_000, 20_000]],
  ['a limit said as 403', { status: 403, headers: { 'retry-after': '5' } }, [5000, 5000]],
  [
    'a date to come back at',
    { status: 429, headers: { 'retry-after': new Date(NOON + 9000).toUTCString() } },
    [9000, 9000],
  ],
  [
    'a limit that ends soon',
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOON / 1000 + 12) } },
    [12_000, 12_000],
  ],
])('%s is waited out twice', async (_what, fault, pauses) => {
  github.fail({ method: 'GET', path: PATH, times: 2, ...fault });
  expect(await connection.send(REQUEST)).toMatchObject({ kind: 'answered', status: 200, data: { number: 1 } });
  expect(connection.pauses).toEqual(pauses);
  expect(github.calls).toHaveLength(3);
});

test('the third failure is the answer', async () => {
  github.fail({ method: 'GET', path: PATH, status: 500, times: 9 });
  expect(await connection.send(REQUEST)).toMatchObject({ kind: 'answered', status: 500 });
  expect(github.calls).toHaveLength(3);
});

test('a limit without a length is waited out for a minute, once', async () => {
  github.fail({ method: 'GET', path: PATH, status: 429, times: 9 });
  expect(await connection.send(REQUEST)).toMatchObject({ status: 429 });
  expect(connection.pauses).toEqual([60_000]);
});

test('a longer wait than a minute is not begun', async () => {
  github.fail({ method: 'GET', path: PATH, status: 429, headers: { 'retry-after': '3600' }, times: 9 });
  expect(await connection.send(REQUEST)).toMatchObject({ status: 429 });
  expect(connection.pauses).toEqual([]);
});

test.each([401, 403, 404, 422])('a refusal with %i is final', async (status) => {
  github.fail({ method: 'GET', path: PATH, status, times: 9 });
  expect(await connection.send(REQUEST)).toMatchObject({ status });
  expect(connection.pauses).toEqual([]);
});

test('a server that is not there is said to be unreachable', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const bound = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const { send } = await connectTo({ ...github, apiUrl: `http://127.0.0.1:${port}` }, 'token');
  const reply = await send(REQUEST);
  expect(reply).toMatchObject({ kind: 'unreachable' });
  expect(() => dataOf(reply, 'pull request 1')).toThrow(expect.objectContaining({ code: 'github-failed' }));
});

test('an error carries the status and one line of what GitHub said', async () => {
  const data = { message: 'no\n::error::forged\u2028line' };
  const refuse = () => dataOf({ kind: 'answered', status: 403, headers: {}, data }, 'the comment');
  expect(refuse).toThrow('expected the comment, and GitHub answered 403: no ::error::forged line');
  try {
    refuse();
  } catch (error) {
    expect(statusOf(error)).toBe(403);
  }
  expect(statusOf(new Error('another'))).toBeUndefined();
});
