/** The bundled Action on a merge queue that was built by hand with real git: each pull request of a group counts. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { enqueue, payloadOf, type QueuedEntry } from '../support/merge-queue.ts';
import { type Proposed, propose, REPOSITORY } from '../support/proposal.ts';
import { createSpikeRepository, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';
let action: Action;
let github: GitHubServer;

beforeAll(async () => {
  action = await buildAction();
});

afterAll(() => action.remove());

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

const run = ({ number }: Proposed, { payload }: Pick<QueuedEntry, 'payload'>): Promise<Outcome> =>
  action.run({ github, repository: REPOSITORY, number, eventName: 'merge_group', payload });
const errors = ({ commands }: Outcome) => commands.filter(({ name }) => name === 'error').map(({ message }) => message);
const notices = ({ commands }: Outcome) =>
  commands.filter(({ name }) => name === 'notice').map(({ message }) => message);

/** A spike that has not shipped, which no queue would take if it asked. */
function openSpike(): SpikeRepository {
  const work = createSpikeRepository();
  work.begin();
  work.commitWork('Answer maybe', { 'app/answer': 'maybe\n' });
  return work;
}

/** Another pull request, for a branch that stands on main. */
async function alsoPropose(work: SpikeRepository, origin: string, branch: string): Promise<number> {
  work.git('switch', '--quiet', '--create', branch, 'main');
  work.commit(`Work on ${branch}`, { [`notes/${branch}`]: 'noted\n' });
  work.git('push', '--quiet', origin, branch);
  return github.openPullRequest({ repository: REPOSITORY, head: branch });
}

/** The target has moved on since the spike began, as it usually has. */
function moveOn(work: SpikeRepository): void {
  work.git('switch', '--quiet', 'main');
  work.commit('Open on Sundays', { 'README.md': 'A shop, open on Sundays\n' });
}

describe('a group of one pull request', () => {
  test('passes with a shipped spike that is merged in, and keeps no comment', async () => {
    const work = await shippedSpike();
    moveOn(work);
    const pull = await propose(github, work, { head: SPIKE });
    const outcome = await run(pull, enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' }));

    expect(outcome).toMatchObject({ exitCode: 0, stderr: '', leftovers: [], commands: [] });
    expect(outcome.outputs).toEqual({ verdict: 'passed', decision: 'ship', findings: '[]', 'comment-url': '' });
    expect(outcome.stdout).toBe(
      'merge group of pull request 1: no comment is kept for it\npull request 1: spike users-email passes: 11 rules held\n',
    );
    expect(outcome.summary).toMatch(/^This is the merge group of pull request 1\. .*\n\n## Pull request 1, for which/);
    expect(outcome.summary).toContain('✅ May merge');
    expect(github.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /repos/acme/shop/git/matching-refs/heads%2Fgh-readonly-queue%2Fmain%2F',
      'GET /repos/acme/shop/pulls/1',
      'GET /repos/acme/shop/pulls',
    ]);
  });

  test.each(['squash', 'rebase'] as const)('passes where the queue makes it by %s', async (method) => {
    const work = await shippedSpike();
    moveOn(work);
    const pull = await propose(github, work, { head: SPIKE });
    const entry = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main', method });
    expect(await run(pull, entry)).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
  });

  test('passes when the job is run again after the group has merged', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const entry = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main', method: 'rebase' });
    work.git('push', '--quiet', pull.origin, `${entry.head}:refs/heads/main`, `:refs/heads/${entry.branch}`);
    await github.changePullRequest({ ...pull, state: 'closed', merged: true });
    expect(await run(pull, entry)).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
  });

  test('passes as no spike where there is none', async () => {
    const work = createSpikeRepository();
    work.branch('fix/typo');
    work.commit('Mend a typo', { 'README.md': 'The shop\n' });
    const pull = await propose(github, work, { head: 'fix/typo' });
    const outcome = await run(pull, enqueue(work, pull.origin, { number: 1, head: 'fix/typo', parent: 'main' }));
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike', decision: '' } });
    expect(notices(outcome)).toEqual(['no spike is concerned: this merge group passes']);
  });

  test('fails with a spike that may not merge, and leaves the comment of its pull request alone', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: SPIKE });
    await action.run({ github, ...pull });
    const written = github.comments(REPOSITORY, 1);
    const outcome = await run(pull, enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' }));
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed', 'comment-url': '' } });
    expect(errors(outcome)).toEqual([expect.stringMatching(/^pull request 1: users-email is not shipped yet/)]);
    expect(written).toHaveLength(1);
    expect(github.comments(REPOSITORY, 1)).toEqual(written);
  });
});

describe('a group that stands on another', () => {
  test('fails where the pull request before it may not merge', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const number = await alsoPropose(work, pull.origin, 'fix/typo');
    const before = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main', method: 'squash' });
    const outcome = await run(pull, enqueue(work, pull.origin, { number, head: 'fix/typo', parent: before.head }));

    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed', decision: '' } });
    expect(errors(outcome)).toEqual([expect.stringMatching(/^pull request 1: users-email is not shipped yet/)]);
    expect(outcome.stdout).toContain('merge group of pull requests 1 and 2: no comment is kept for it\n');
    expect(outcome.summary).toContain(
      '## Pull request 2, for which the group was built\n\nNo spike is concerned: this pull request passes.\n',
    );
    expect(outcome.summary).toContain('## Pull request 1, which is queued before it\n\n### ⏳ Not shipped yet');
  });

  test('passes with all of it, each judged against what it merges into', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const number = await alsoPropose(work, pull.origin, 'fix/typo');
    const before = enqueue(work, pull.origin, { number, head: 'fix/typo', parent: 'main' });
    const outcome = await run(pull, enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: before.head }));
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
    expect(outcome.stdout).toContain('pull request 2: no spike\n');
  });

  test('is judged alone once what it stood on has merged, even while the branch of that is still there', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const number = await alsoPropose(work, pull.origin, 'fix/typo');
    const before = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' });
    work.git('push', '--quiet', pull.origin, `${before.head}:refs/heads/main`);
    const outcome = await run(pull, enqueue(work, pull.origin, { number, head: 'fix/typo', parent: before.head }));
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike' } });
    expect(outcome.stdout).toBe(
      'merge group of pull request 2: no comment is kept for it\npull request 2: no spike\n::notice title=spike-gate::no spike is concerned: this merge group passes\n',
    );
  });

  test('fails, with what to do, where what it stands on has left the queue', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const number = await alsoPropose(work, pull.origin, 'fix/typo');
    const before = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' });
    work.git('push', '--quiet', pull.origin, `:refs/heads/${before.branch}`);
    const outcome = await run(pull, enqueue(work, pull.origin, { number, head: 'fix/typo', parent: before.head }));
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', leftovers: [], outputs: { verdict: 'failed' } });
    expect(errors(outcome)).toEqual([
      `expected the merge group to stand on main or on an entry of its queue, found it on ${before.head}\nTo do: run the job again; where the queue has built the group anew meanwhile, the run for the new one counts`,
    ]);
    expect(outcome.summary).toContain('### ❌ Not judged');
  });
});

describe('a group that holds something else than its pull request fails', () => {
  test('a merge of another head', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const number = await alsoPropose(work, pull.origin, 'fix/typo');
    const outcome = await run(pull, enqueue(work, pull.origin, { number, head: SPIKE, parent: 'main' }));
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed' } });
    const short = (ref: string) => work.git('rev-parse', '--short=12', ref);
    expect(errors(outcome)).toEqual([
      `pull request 2: expected a merge of ${short('fix/typo')}, the head of pull request 2, found one of ${short(SPIKE)}\nTo do: take the pull request out of the merge queue, look at what it holds, and queue it again`,
    ]);
  });

  test('a squash whose message names a spike that the pull request does not', async () => {
    const work = createSpikeRepository();
    work.branch('fix/typo');
    work.commit('Mend a typo', { 'README.md': 'The shop\n' });
    const pull = await propose(github, work, { head: 'fix/typo' });
    const message = 'Mend a typo\n\nSpike: other/1 3:0123456789ab';
    const entry = { number: 1, head: 'fix/typo', parent: 'main', method: 'squash', message } as const;
    const outcome = await run(pull, enqueue(work, pull.origin, entry));
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(errors(outcome)).toEqual([
      expect.stringMatching(/^pull request 1: expected the spikes of pull request 1 and no other .*, found other\n/),
    ]);
  });

  test('a squash that brings a bundle along', async () => {
    const work = createSpikeRepository();
    work.branch('fix/typo');
    work.commit('Mend a typo', { 'README.md': 'The shop\n' });
    const pull = await propose(github, work, { head: 'fix/typo' });
    work.branch('more');
    work.commit('And more', { 'spikes/other/EVIDENCE.md': 'shipped\n' });
    const entry = { number: 1, head: 'more', parent: 'main', method: 'squash' } as const;
    const outcome = await run(pull, enqueue(work, pull.origin, entry));
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(errors(outcome)).toEqual([expect.stringContaining('found other\n')]);
  });

  test('a group whose commit is on top of something else than it says', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: SPIKE });
    const { branch, head } = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' });
    moveOn(work);
    work.git('push', '--quiet', pull.origin, 'main');
    const payload = payloadOf({ branch, head, base: 'main', parent: work.git('rev-parse', 'main') });
    const outcome = await run(pull, { payload });
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(errors(outcome)).toEqual([expect.stringMatching(/expected pull request 1 on top of [0-9a-f]{12}, found/)]);
  });

  test.each([
    ['is for another branch by now', { base: 'release' }, 'expected pull request 1 to be for main, found release'],
    ['was closed', { state: 'closed' }, 'expected pull request 1 to be open or merged, found it closed'],
  ] as const)('a pull request that %s', async (_what, change, message) => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: SPIKE });
    work.git('push', '--quiet', pull.origin, 'main:refs/heads/release');
    const entry = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' });
    await github.changePullRequest({ ...pull, ...change });
    const outcome = await run(pull, entry);
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(errors(outcome)).toEqual([expect.stringContaining(message)]);
  });
});

test('a pull request that proposes the very commit of the group is judged too', async () => {
  const work = await shippedSpike();
  const pull = await propose(github, work, { head: SPIKE });
  const entry = enqueue(work, pull.origin, { number: 1, head: SPIKE, parent: 'main' });
  work.git('push', '--quiet', pull.origin, `${entry.head}:refs/heads/spike/borrowed`);
  await github.openPullRequest({ repository: REPOSITORY, head: 'spike/borrowed' });
  const outcome = await run(pull, entry);
  expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', decision: 'ship' } });
  expect(outcome.summary).toContain('## Pull request 2, which proposes the same commit\n');
  expect(errors(outcome).every((message) => message.startsWith('pull request 2: '))).toBe(true);
});
