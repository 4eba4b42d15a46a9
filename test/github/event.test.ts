import { describe, expect, test } from 'vitest';
import { parseEvent } from '../../src/github/event.ts';
import { startGitHub } from '../support/github-server.ts';

const HEAD = 'a'.repeat(40);
const BASE = 'b'.repeat(40);

test.each(['pull_request', 'pull_request_target'])('%s names its pull request', async (trigger) => {
  const github = await startGitHub();
  await github.addRepository({ name: 'acme/widget' });
  const repository = 'acme/widget';
  const number = await github.openPullRequest({ repository, head: 'spike/one', headSha: HEAD, baseSha: BASE });
  const payload = JSON.stringify(github.pullRequestEvent({ repository, number, action: 'opened' }));
  await github.close();
  expect(parseEvent({ name: trigger, payload })).toEqual({
    kind: 'pull-request',
    trigger,
    action: 'opened',
    number,
    headSha: HEAD,
    baseRef: 'main',
  });
});

const group = {
  head_sha: HEAD,
  head_ref: `refs/heads/gh-readonly-queue/release/1.x/pr-17-${BASE}`,
  base_sha: BASE,
  base_ref: 'refs/heads/release/1.x',
};

test('merge_group names the pull request that its branch is called after', () => {
  const payload = JSON.stringify({ action: 'checks_requested', merge_group: group });
  expect(parseEvent({ name: 'merge_group', payload })).toEqual({
    kind: 'merge-group',
    number: 17,
    headSha: HEAD,
    headRef: `gh-readonly-queue/release/1.x/pr-17-${BASE}`,
    baseSha: BASE,
    baseRef: 'release/1.x',
  });
});

test.each(['push', 'workflow_dispatch', 'issue_comment', 'pull_request_review', '__proto__'])(
  '%s is another event, and its payload is not looked at',
  (name) => {
    expect(parseEvent({ name, payload: 'not JSON' })).toEqual({ kind: 'other', name });
  },
);

describe('a payload that is not as GitHub writes it is unreadable', () => {
  const pull = { number: 1, head: { sha: HEAD }, base: { ref: 'main' } };
  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['nesting without end', '['.repeat(200_000)],
    ['no pull request', JSON.stringify({ action: 'opened' })],
    ['no action', JSON.stringify({ pull_request: pull })],
    ['a number as text', JSON.stringify({ action: 'opened', pull_request: { ...pull, number: '1' } })],
    ['a negative number', JSON.stringify({ action: 'opened', pull_request: { ...pull, number: -1 } })],
    ['a number beyond safe', '{"action":"opened","pull_request":{"number":9007199254740993,"head":{"sha":"x"}}}'],
    [
      'a commit in capitals',
      JSON.stringify({ action: 'opened', pull_request: { ...pull, head: { sha: 'A'.repeat(40) } } }),
    ],
    ['fields of the prototype', '{"__proto__":{"action":"opened","pull_request":{"number":1}}}'],
  ])('pull_request: %s', (_what, payload) => {
    expect(() => parseEvent({ name: 'pull_request', payload })).toThrow(
      expect.objectContaining({ code: 'unreadable' }),
    );
  });

  test.each([
    ['no group', {}],
    ['a branch that is no queue', { ...group, head_ref: 'refs/heads/main' }],
    ['a tag', { ...group, head_ref: 'refs/tags/x' }],
    ['the queue of another base', { ...group, base_ref: 'refs/heads/main' }],
    ['number zero', { ...group, head_ref: `refs/heads/gh-readonly-queue/release/1.x/pr-0-${BASE}` }],
    ['no commit in the branch', { ...group, head_ref: 'refs/heads/gh-readonly-queue/release/1.x/pr-1-x' }],
  ])('merge_group: %s', (_what, merge_group) => {
    const payload = JSON.stringify({ merge_group });
    expect(() => parseEvent({ name: 'merge_group', payload })).toThrow(expect.objectContaining({ code: 'unreadable' }));
  });
});
