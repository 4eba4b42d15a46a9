import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GitHubServer, startGitHub } from './github-server.ts';

const run = promisify(execFile);
let github: GitHubServer;
let folder: string;

beforeEach(async () => {
  github = await startGitHub();
  folder = await mkdtemp(join(tmpdir(), 'github-server-'));
});

afterEach(async () => {
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function git(...argv: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.invalid',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.invalid',
  };
  const { stdout } = await run('git', argv, { cwd: folder, env });
  return stdout.trim();
}

/** A commit on a branch, pushed to a bare repository; its id. */
async function push(gitDirectory: string, branch: string): Promise<string> {
  await git('init', '--quiet', '--initial-branch=main', 'work');
  await git('-C', 'work', 'commit', '--quiet', '--allow-empty', '-m', `work on ${branch}`);
  await git('-C', 'work', 'push', '--quiet', gitDirectory, `HEAD:refs/heads/${branch}`);
  return git('-C', 'work', 'rev-parse', 'HEAD');
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${github.apiUrl}${path}`, init);
}

async function withPullRequest(): Promise<void> {
  await github.addRepository({ name: 'acme/widget' });
  const [headSha, baseSha] = ['a'.repeat(40), 'b'.repeat(40)];
  await github.openPullRequest({ repository: 'acme/widget', head: 'spike/one', headSha, baseSha });
}

test('every answer is what GitHub describes', async () => {
  await withPullRequest();
  github.addComment({ repository: 'acme/widget', number: 1, author: 'someone', body: 'hello' });
  github.addComment({ repository: 'acme/widget', number: 1, author: null, body: 'from an account that is gone' });
  const authorization = `token ${github.grantToken()}`;
  const paths = ['', '/pulls', '/pulls/1', '/issues/1/comments'];
  for (const path of paths)
    expect((await ask(`/repos/acme/widget${path}`, { headers: { authorization } })).status).toBe(200);
  await github.changePullRequest({ repository: 'acme/widget', number: 1, headRepository: null });
  for (const path of paths) expect((await ask(`/repos/acme/widget${path}`)).status).toBe(200);
  expect(github.violations).toEqual([]);
  expect(github.calls).toHaveLength(8);
});

test.each([
  ['an operation that is not served', '/repos/acme/widget/branches', undefined],
  ['a parameter that does not exist', '/repos/acme/widget/pulls?stat=open', undefined],
  ['a value that is not allowed', '/repos/acme/widget/pulls?state=unmerged', undefined],
  ['a body without its field', '/repos/acme/widget/issues/1/comments', '{"text":"x"}'],
])('%s is a violation', async (_what, path, body) => {
  await withPullRequest();
  const headers = { authorization: `token ${github.grantToken()}`, 'content-type': 'application/json' };
  await ask(path, body === undefined ? { headers } : { method: 'POST', headers, body });
  expect(github.violations).toHaveLength(1);
});

test('writing needs a token that may write, and a known one', async () => {
  await withPullRequest();
  const post = async (authorization: string | undefined) => {
    const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
    const body = JSON.stringify({ body: 'x' });
    return (await ask('/repos/acme/widget/issues/1/comments', { method: 'POST', headers, body })).status;
  };
  const readOnly = github.grantToken({ permissions: { issues: 'read', pullRequests: 'read' } });
  expect(await post(undefined)).toBe(401);
  expect(await post('token nonsense')).toBe(401);
  expect(await post(`token ${readOnly}`)).toBe(403);
  expect(await post(`token ${github.grantToken()}`)).toBe(201);
  expect(github.violations).toEqual([]);
});

test('git fetches a pull request by its ref, and any commit by its id, without blobs', async () => {
  const { gitDirectory, cloneUrl } = await github.addRepository({ name: 'acme/widget' });
  const fork = await github.addRepository({ name: 'contributor/widget', fork: true });
  const base = await push(gitDirectory, 'main');
  const head = await push(fork.gitDirectory, 'spike/one');
  const number = await github.openPullRequest({
    repository: 'acme/widget',
    head: 'spike/one',
    headRepository: 'contributor/widget',
  });
  await git('init', '--quiet', 'clone');
  await git(
    '-C',
    'clone',
    'fetch',
    '--quiet',
    '--filter=blob:none',
    cloneUrl,
    `refs/pull/${number}/head:refs/heads/head`,
  );
  expect(await git('-C', 'clone', 'rev-parse', 'head')).toBe(head);
  await git('-C', 'clone', 'fetch', '--quiet', '--depth=1', cloneUrl.replace('.git', ''), base);
  expect(await git('-C', 'clone', 'rev-parse', 'FETCH_HEAD')).toBe(base);
  await git('-C', 'clone', 'fetch', '--quiet', cloneUrl, `refs/pull/${number}/merge`);
  expect(await git('-C', 'clone', 'rev-parse', 'FETCH_HEAD^2')).toBe(head);
});

test('a push moves the head of an open pull request, and its ref', async () => {
  const { gitDirectory, cloneUrl } = await github.addRepository({ name: 'acme/widget' });
  await push(gitDirectory, 'main');
  await push(gitDirectory, 'spike/one');
  const number = await github.openPullRequest({ repository: 'acme/widget', head: 'spike/one' });
  const head = await push(gitDirectory, 'spike/one');
  const pull: unknown = await (await ask(`/repos/acme/widget/pulls/${number}`)).json();
  expect(pull).toMatchObject({ head: { sha: head } });
  expect(await git('ls-remote', cloneUrl, `refs/pull/${number}/head`)).toContain(head);
});

test('a private repository is there only for a token that may read it', async () => {
  const { gitDirectory, cloneUrl } = await github.addRepository({ name: 'acme/secret', private: true });
  const head = await push(gitDirectory, 'main');
  const basic = (token: string) => `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const list = (token: string) => git('-c', `http.extraheader=${basic(token)}`, 'ls-remote', cloneUrl, 'main');
  expect(await list(github.grantToken())).toContain(head);
  await expect(list('nonsense')).rejects.toThrow();
  await expect(list(github.grantToken({ permissions: { contents: 'none' } }))).rejects.toThrow();
  await expect(git('ls-remote', cloneUrl)).rejects.toThrow();
  expect((await ask('/repos/acme/secret')).status).toBe(404);
});
