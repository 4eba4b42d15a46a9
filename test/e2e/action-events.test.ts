/** The bundled Action on whatever GitHub starts it with: each event and action, another base, the default branch, other servers, runs at once. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Proposed, payloadAt, propose, REPOSITORY } from '../support/proposal.ts';
import { createSpikeRepository, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';
const MARKER = '<!-- spike-gate:evidence v1 head=';
const ACTIONS = ['opened', 'synchronize', 'reopened', 'edited', 'ready_for_review', 'converted_to_draft'];
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

type Job = Partial<Parameters<Action['run']>[0]>;
const run = ({ repository, number }: Proposed, job: Job = {}): Promise<Outcome> =>
  action.run({ github, repository, number, ...job });
const bodies = ({ number }: Proposed) => github.comments(REPOSITORY, number).map(({ body }) => body);
const messages = ({ commands }: Outcome, name: string) =>
  commands.filter((command) => command.name === name).map(({ message }) => message);

/** A branch that is called after a spike, with work and no bundle. */
function unshipped(): SpikeRepository {
  const work = createSpikeRepository();
  work.branch(SPIKE);
  work.commit('Answer maybe', { 'app/answer': 'maybe\n' });
  return work;
}

describe.each(['pull_request_target', 'pull_request'])('%s', (eventName) => {
  test('is judged alike whatever happened to the pull request, a draft too', async () => {
    const pull = await propose(github, unshipped(), { head: SPIKE });
    const outcomes: unknown[] = [];
    for (const happened of ACTIONS) {
      await github.changePullRequest({ ...pull, draft: happened !== 'ready_for_review' });
      const payload = JSON.stringify(github.pullRequestEvent({ ...pull, action: happened }));
      const { exitCode, outputs, commands } = await run(pull, { eventName, payload });
      outcomes.push({ exitCode, verdict: outputs['verdict'], errors: commands.length });
    }
    expect(outcomes).toEqual(ACTIONS.map(() => ({ exitCode: 1, verdict: 'failed', errors: 1 })));
    expect(bodies(pull)).toHaveLength(1);
  });
});

test('another base is judged by its own rules, by an old payload too, and the comment follows', async () => {
  const work = unshipped();
  const pull = await propose(github, work, { head: SPIKE });
  const old = JSON.stringify(github.pullRequestEvent(pull));
  expect(await run(pull)).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  work.git('switch', '--quiet', '--create', 'lenient', 'main');
  work.commit('Other names', { '.spike.yml': 'branches: ["try/*"]\n' });
  work.git('push', '--quiet', pull.origin, 'lenient');
  await github.changePullRequest({ ...pull, base: 'lenient' });
  expect(await run(pull, { payload: old })).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike' } });
  expect(bodies(pull)).toEqual([expect.stringContaining('### Not a spike any more at ')]);

  await github.changePullRequest({ ...pull, base: 'main' });
  expect(await run(pull)).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  expect(bodies(pull)).toEqual([expect.stringContaining('### ⏳ Not shipped yet')]);
});

describe('a backport', () => {
  /** Main holds the shipped spike; release is older, and the backport carries its commit. */
  async function backport(): Promise<{ work: SpikeRepository; pull: Proposed }> {
    const work = await shippedSpike();
    work.git('branch', 'release', 'main');
    const commit = work.git('rev-parse', 'HEAD^');
    work.git('switch', '--quiet', 'main');
    work.git('merge', '--quiet', '--no-edit', SPIKE);
    work.git('switch', '--quiet', '--create', 'backport', 'release');
    work.git('cherry-pick', commit);
    const pull = await propose(github, work, { head: 'backport' });
    work.git('push', '--quiet', pull.origin, 'release');
    await github.changePullRequest({ ...pull, base: 'release' });
    return { work, pull };
  }

  test('passes where the default branch explains its trailers, though its target does not', async () => {
    const { pull } = await backport();
    expect(await run(pull)).toMatchObject({ exitCode: 0, stderr: '', outputs: { verdict: 'not-a-spike' } });
  });

  test('fails where the default branch does not hold the spike any more', async () => {
    const { work, pull } = await backport();
    work.git('push', '--quiet', '--force', pull.origin, 'release:main');
    expect(await run(pull)).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
  });
});

describe('what nobody reads', () => {
  test('is not fetched, and the bundle that it lies in fails by name', async () => {
    const work = await shippedSpike();
    const attempts = Array.from({ length: 150 }, (_, at) => `spikes/users-email/attempts/${at + 1}.jsonl`);
    const strays = Array.from({ length: 1500 }, (_, at) => `spikes/users-email/stray-${at}`);
    const files = [...attempts, ...strays].map((path) => `M 100644 inline ${path}\ndata ${path.length}\n${path}\n`);
    const commit = `commit refs/heads/${SPIKE}\ncommitter A <a@test.invalid> 1750009999 +0000\ndata 0\nfrom refs/heads/${SPIKE}^0\n`;
    work.gitWith({ input: `${commit}${files.join('')}` }, 'fast-import', '--quiet');
    const outcome = await run(await propose(github, work, { head: SPIKE }));
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', leftovers: [], outputs: { verdict: 'failed' } });
    expect(outcome.summary).toContain('expected the ledgers of at most 100 earlier attempts, found 150');
    expect(outcome.summary).toContain('stray-1499');
  });
});

test('a server below a path of its host, whose repository is private, is asked there and nowhere else', async () => {
  const below = await startGitHub({ root: '/code/hub' });
  const work = await shippedSpike();
  const pull = await propose(below, work, { head: SPIKE, private: true });
  const outcome = await run(pull, { github: below });
  const [comment] = below.comments(REPOSITORY, pull.number);
  const { violations } = below;
  await below.close();
  expect(violations).toEqual([]);
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '', outputs: { verdict: 'passed' } });
  expect(outcome.outputs['comment-url']).toBe(`${below.url}/acme/shop/pull/1#issuecomment-${comment?.id}`);
});

describe('the one comment', () => {
  test('is one when two runs start at once', async () => {
    const pull = await propose(github, unshipped(), { head: SPIKE });
    const outcomes = await Promise.all([run(pull), run(pull), run(pull)]);
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    expect(bodies(pull)).toEqual([expect.stringContaining('### ⏳ Not shipped yet')]);
    expect(new Set(outcomes.map(({ outputs }) => outputs['verdict']))).toEqual(new Set(['failed']));
  });

  test('is found on the third page, behind others that copied its marker', async () => {
    const pull = await propose(github, unshipped(), { head: SPIKE });
    const forged = `${MARKER}${'a'.repeat(40)} -->\n### ✅ May merge`;
    const add = (author: string, body: string) => github.addComment({ ...pull, author, body });
    for (let count = 0; count < 210; count += 1) add(count % 70 === 0 ? 'mallory' : 'someone', forged);
    const id = add('github-actions[bot]', `${MARKER}${'b'.repeat(40)} -->\nbefore`);
    for (let count = 0; count < 10; count += 1) add('helper[bot]', forged);
    expect(await run(pull)).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    const written = github.comments(REPOSITORY, pull.number);
    expect(written).toHaveLength(221);
    expect(written.filter(({ body }) => body !== forged)).toEqual([
      expect.objectContaining({ id, body: expect.stringContaining('### ⏳ Not shipped yet') }),
    ]);
  });

  test('is not written by a run for an older head while a newer one runs', async () => {
    const work = unshipped();
    const pull = await propose(github, work, { head: SPIKE });
    const old = work.git('rev-parse', 'HEAD');
    work.commit('Answer yes', { 'app/answer': 'yes\n' });
    work.git('push', '--quiet', pull.origin, SPIKE);
    const head = work.git('rev-parse', 'HEAD');
    const at = (commit: string) => run(pull, { payload: payloadAt(github, pull, commit) });
    await Promise.all([at(old), at(head), at(old)]);
    expect(bodies(pull)).toEqual([expect.stringContaining(`${MARKER}${head} -->`)]);
  });

  test('does not decide, whatever GitHub answers to its making and however often it has to be asked', async () => {
    const pull = await propose(github, await shippedSpike(), { head: SPIKE });
    const soon = { times: 3, headers: { 'retry-after': '0' } };
    const faults = [
      { status: 403 },
      { status: 404 },
      { status: 422 },
      { status: 429, headers: { 'retry-after': '3600' } },
      { status: 429, ...soon },
      { status: 403, ...soon },
      { status: 500, ...soon },
      { status: 503, ...soon },
    ];
    for (const fault of faults) {
      github.fail({ method: 'POST', path: /\/comments$/, ...fault });
      const outcome = await run(pull);
      expect(outcome).toMatchObject({ exitCode: 0, stderr: '', outputs: { verdict: 'passed', 'comment-url': '' } });
      expect(messages(outcome, 'error')).toEqual([]);
      expect(messages(outcome, 'notice')).toEqual([
        expect.stringMatching(`^the evidence is in the job summary alone: .* GitHub answered ${fault.status}: `),
      ]);
      expect(outcome.summary).toContain('✅ May merge');
    }
    expect(bodies(pull)).toEqual([]);
    expect(await run(pull)).toMatchObject({ exitCode: 0, commands: [] });
    expect(bodies(pull)).toHaveLength(1);
  });
});
