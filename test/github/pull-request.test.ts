import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import {
  isUnmoved,
  listPullRequestsWithHead,
  parsePullRequest,
  readPullRequest,
} from '../../src/github/pull-request.ts';
import type { Send } from '../../src/github/send.ts';
import { connectTo } from '../support/github-connection.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';

const repository = { owner: 'acme', name: 'widget' };
const HEAD = parseCommitId('a'.repeat(40), 'the head');
const BASE = parseCommitId('b'.repeat(40), 'the base');
const OTHER = 'c'.repeat(40);
let github: GitHubServer;
let send: Send;

beforeEach(async () => {
  github = await startGitHub();
  await github.addRepository({ name: 'acme/widget' });
  ({ send } = await connectTo(github));
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

async function open(head: string, more: { headSha?: string; draft?: boolean; headRepository?: string } = {}) {
  return github.openPullRequest({ repository: 'acme/widget', head, headSha: HEAD, baseSha: BASE, ...more });
}

describe('reading a pull request', () => {
  test('gives it as it is now', async () => {
    const number = await open('spike/one', { draft: true });
    expect(await readPullRequest(send, { repository, number })).toEqual({
      number,
      url: `${github.url}/acme/widget/pull/${number}`,
      state: 'open',
      merged: false,
      draft: true,
      headSha: HEAD,
      headRef: 'spike/one',
      headRepo: { fullName: 'acme/widget', cloneUrl: `${github.url}/acme/widget.git` },
      baseSha: BASE,
      baseRef: 'main',
      baseRepo: { fullName: 'acme/widget', cloneUrl: `${github.url}/acme/widget.git` },
      defaultBranch: 'main',
      isFork: false,
      authorLogin: 'contributor',
    });
    const closed = { repository: 'acme/widget', number, draft: false, state: 'closed' } as const;
    await github.changePullRequest(closed);
    const now = { draft: false, state: 'closed', merged: false };
    expect(await readPullRequest(send, { repository, number })).toMatchObject(now);
    await github.changePullRequest({ ...closed, merged: true });
    expect(await readPullRequest(send, { repository, number })).toMatchObject({ ...now, merged: true });
  });

  test('knows a fork, and one that is gone', async () => {
    await github.addRepository({ name: 'contributor/widget', fork: true });
    const number = await open('spike/one', { headRepository: 'contributor/widget' });
    const fork = await readPullRequest(send, { repository, number });
    expect(fork).toMatchObject({ isFork: true, headRepo: { fullName: 'contributor/widget' } });
    await github.changePullRequest({ repository: 'acme/widget', number, headRepository: null });
    expect(await readPullRequest(send, { repository, number })).toMatchObject({ isFork: true, headRepo: null });
  });

  test('says when it has moved on since it was judged', async () => {
    const number = await open('spike/one');
    const pull = await readPullRequest(send, { repository, number });
    expect(await isUnmoved(send, { repository, pull })).toBe(true);
    await github.changePullRequest({ repository: 'acme/widget', number, base: 'develop' });
    expect(await isUnmoved(send, { repository, pull })).toBe(false);
    await github.changePullRequest({ repository: 'acme/widget', number, base: 'main', headSha: OTHER });
    expect(await isUnmoved(send, { repository, pull })).toBe(false);
  });

  test('an unknown one is an error that says so', async () => {
    await expect(readPullRequest(send, { repository, number: 9 })).rejects.toMatchObject({
      code: 'github-failed',
      message: 'expected pull request 9 of acme/widget, and GitHub answered 404: Not Found',
    });
  });
});

describe('listing the open pull requests with a head', () => {
  const list = () => listPullRequestsWithHead(send, { repository, head: HEAD });

  test('finds all of them, whatever their branch, base or repository, and no other', async () => {
    await github.addRepository({ name: 'contributor/widget', fork: true });
    await open('spike/one');
    await open('spike/two', { headSha: OTHER });
    await open('innocent', { draft: true });
    await open('spike/one', { headRepository: 'contributor/widget' });
    const closed = await open('spike/three');
    await github.changePullRequest({ repository: 'acme/widget', number: closed, state: 'closed' });
    expect((await list()).map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  test('finds the one on the last of several pages', async () => {
    for (let count = 0; count < 250; count += 1) await open(`branch-${count}`, { headSha: OTHER });
    await open('spike/last');
    expect((await list()).map(({ number }) => number)).toEqual([251]);
  });

  test('reads on after a page that is exactly full', async () => {
    for (let count = 0; count < 99; count += 1) await open(`branch-${count}`, { headSha: OTHER });
    await open('spike/last');
    expect((await list()).map(({ number }) => number)).toEqual([100]);
  });

  test('is not fooled by one that closes while pages are read', async () => {
    for (let count = 0; count < 100; count += 1) await open(`branch-${count}`, { headSha: OTHER });
    await open('spike/last');
    closeBeforeSecondPage();
    expect((await list()).map(({ number }) => number)).toEqual([101]);
  });

  test('fails when it never stands still', async () => {
    for (let count = 0; count < 150; count += 1) await open(`branch-${count}`, { headSha: OTHER });
    for (let count = 0; count < 4; count += 1) closeBeforeSecondPage();
    await expect(list()).rejects.toMatchObject({ code: 'github-failed' });
  });

  test('fails when one page cannot be had', async () => {
    for (let count = 0; count < 101; count += 1) await open(`branch-${count}`, { headSha: OTHER });
    github.interrupt({
      method: 'GET',
      path: PULLS,
      run: () => github.fail({ method: 'GET', path: PULLS, status: 502, times: 3 }),
    });
    await expect(list()).rejects.toMatchObject({ code: 'github-failed' });
  });

  const PULLS = '/repos/acme/widget/pulls';
  let closed = 0;

  /** Two requests make a reading here, and the closing comes between them. */
  function closeBeforeSecondPage(): void {
    github.interrupt({ method: 'GET', path: PULLS, run: () => undefined });
    github.interrupt({
      method: 'GET',
      path: PULLS,
      run: () => {
        closed = (closed % 90) + 1;
        return github.changePullRequest({ repository: 'acme/widget', number: closed, state: 'closed' });
      },
    });
  }
});

describe('a pull request that is not as GitHub writes it', () => {
  const good = {
    number: 1,
    html_url: 'https://example.invalid/1',
    state: 'open',
    user: null,
    head: { sha: HEAD, ref: 'spike/one', repo: null },
    base: {
      sha: BASE,
      ref: 'main',
      repo: { id: 1, full_name: 'acme/widget', clone_url: 'https://example.invalid', default_branch: 'trunk' },
    },
  };

  test('is read where only what may be null or absent is so', () => {
    expect(parsePullRequest(good)).toMatchObject({
      merged: false,
      draft: false,
      authorLogin: null,
      headRepo: null,
      isFork: true,
      defaultBranch: 'trunk',
    });
  });

  test.each([
    ['no object', null],
    ['a list', []],
    ['text', 'pull'],
    ['no number', { ...good, number: undefined }],
    ['a number that is none', { ...good, number: 1.5 }],
    ['an unknown state', { ...good, state: 'merged' }],
    ['no head', { ...good, head: null }],
    ['an inherited head', Object.create(good)],
    ['a short commit', { ...good, head: { ...good.head, sha: 'abc' } }],
    ['a branch that git would take for an option', { ...good, head: { ...good.head, ref: '--upload-pack=x' } }],
    ['a branch of two lines', { ...good, head: { ...good.head, ref: 'a\nb' } }],
    ['a draft that is text', { ...good, draft: 'no' }],
    [
      'a default branch that git would take for an option',
      { ...good, base: { ...good.base, repo: { ...good.base.repo, default_branch: '--all' } } },
    ],
    ['a merge that is no date', { ...good, merged_at: true }],
    ['no base repository', { ...good, base: { ...good.base, repo: null } }],
    ['a repository with a path', { ...good, base: { ...good.base, repo: { ...good.base.repo, full_name: '../x' } } }],
  ])('%s is unreadable', (_what, value) => {
    expect(() => parsePullRequest(value)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });
});
