/** The bundled Action, run as a runner runs it, against GitHub's API as GitHub describes it and git over HTTP. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Proposed, payloadAt, propose, REPOSITORY } from '../support/proposal.ts';
import { createSpikeRepository, killedSpike, shippedSpike } from '../support/spike-repository.ts';

const MARKER = '<!-- spike-gate:evidence v1 head=';
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

const run = ({ repository, number }: Proposed, job: Partial<Parameters<Action['run']>[0]> = {}): Promise<Outcome> =>
  action.run({ github, repository, number, ...job });
const bodies = ({ number }: Proposed) => github.comments(REPOSITORY, number).map(({ body }) => body);
const writes = () => github.calls.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const messages = ({ commands }: Outcome, name: string) =>
  commands.filter((command) => command.name === name).map(({ message }) => message);
const rules = ({ outputs }: Outcome) =>
  [...(outputs['findings'] ?? '').matchAll(/"rule":"([a-z-]+)"/g)].map(([, rule]) => rule);

describe('a spike that shipped', () => {
  test('passes, with one comment, the outputs and the summary', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email' });
    const outcome = await run(pull);

    const [comment] = github.comments(REPOSITORY, pull.number);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '', leftovers: [], commands: [] });
    expect(outcome.stdout).toBe('pull request 1: spike users-email passes: 11 rules held\n');
    expect(outcome.outputs).toEqual({
      verdict: 'passed',
      decision: 'ship',
      findings: '[]',
      'comment-url': `${github.url}/acme/shop/pull/1#issuecomment-${comment?.id}`,
    });
    const head = work.git('rev-parse', 'HEAD');
    expect(bodies(pull)).toHaveLength(1);
    expect(comment?.body).toMatch(new RegExp(`^${MARKER}${head} -->\n### ✅ May merge`));
    expect(comment?.body).toContain(`--base origin/main --head ${head.slice(0, 12)} --branch spike/users-email`);
    expect(comment?.body).toContain(outcome.summary.trim());
  });

  test('keeps the comment as it is on a second run, and brings it up to date when the head moves', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email' });
    await run(pull);
    const before = github.comments(REPOSITORY, pull.number);
    const again = await run(pull);
    expect(again.outputs['comment-url']).toMatch(/#issuecomment-\d+$/);
    expect(writes()).toEqual(['POST']);
    expect(github.comments(REPOSITORY, pull.number)).toEqual(before);

    const head = work.commit('Change after the seal', { 'app/answer': 'yes!\n' });
    work.git('push', '--quiet', pull.origin, 'spike/users-email');
    const moved = await run(pull, { payload: payloadAt(github, pull, head) });
    expect(moved).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', decision: 'ship' } });
    expect(rules(moved)).toEqual(['seal']);
    expect(messages(moved, 'error')).toHaveLength(1);
    expect(bodies(pull)).toHaveLength(1);
    expect(bodies(pull)[0]).toMatch(new RegExp(`^${MARKER}${head} -->\n### ❌ .*seal`));
    expect(writes()).toEqual(['POST', 'PATCH']);
  });

  test('passes when it was rebased onto a target that has moved on', async () => {
    const work = await shippedSpike();
    work.git('switch', '--quiet', 'main');
    work.commit('Open on Sundays', { 'README.md': 'A shop, open on Sundays\n' });
    work.git('switch', '--quiet', 'spike/users-email');
    work.git('rebase', '--quiet', 'main');
    const outcome = await run(await propose(github, work, { head: 'spike/users-email' }));
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed' } });
    expect(outcome.summary).toContain('it was rebased or squashed');
  });

  test('passes in a review round, and far behind its target', async () => {
    const work = await shippedSpike();
    work.again('the reviewer asked for a capital');
    work.commitWork('Say it louder', { 'app/answer': 'yes YES\n' });
    await work.run('sh', 'check.sh');
    await work.ship('Louder.');
    work.git('switch', '--quiet', 'main');
    work.gitWith({ input: commitsOnMain(work.git('rev-parse', 'main'), 3000) }, 'fast-import', '--quiet');
    const outcome = await run(await propose(github, work, { head: 'spike/users-email' }));
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed' } });
    expect(outcome.summary).toMatch(/✅ May merge.* attempt 2/);
  });
});

/** For git fast-import. */
function commitsOnMain(from: string, count: number): string {
  const commit = (parent: string) =>
    `commit refs/heads/main\ncommitter A <a@test.invalid> 1750009999 +0000\ndata 0\n${parent}\n`;
  return `${commit(`from ${from}\n`)}${commit('').repeat(count - 1)}`;
}

describe('a spike that was killed', () => {
  test('passes with its evidence alone', async () => {
    const work = await killedSpike();
    const pull = await propose(github, work, { head: 'spike-evidence/users-email' });
    expect(await run(pull)).toMatchObject({
      exitCode: 0,
      outputs: { verdict: 'passed', decision: 'kill' },
      commands: [],
    });
    expect(bodies(pull)).toHaveLength(1);
    expect(bodies(pull)[0]).toContain('\n### ✅ The evidence may merge');
  });

  test('fails with its code, even when the evidence comes along', async () => {
    const work = await killedSpike();
    work.git('merge', '--quiet', '--no-edit', 'spike-evidence/users-email');
    const pull = await propose(github, work, { head: 'spike/users-email' });
    const outcome = await run(pull);
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', decision: 'kill' } });
    expect(rules(outcome)).toEqual(expect.arrayContaining(['budget', 'decision']));
    expect(bodies(pull)[0]).toMatch(/\n### ❌ .*killed/i);
  });
});

test('a spike that has not shipped fails with one finding and a short comment', async () => {
  const work = createSpikeRepository();
  work.begin();
  work.commitWork('Answer maybe', { 'app/answer': 'maybe\n' });
  const pull = await propose(github, work, { head: 'spike/users-email' });
  const outcome = await run(pull);
  expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', decision: '' } });
  expect(rules(outcome)).toEqual(['decision']);
  const [body = ''] = bodies(pull);
  expect(body).toContain('### ⏳ Not shipped yet');
  expect(body.trim().split('\n').length).toBeLessThanOrEqual(15);
});

describe('a pull request that is no spike', () => {
  test('passes with one notice and without a comment', async () => {
    const work = createSpikeRepository();
    work.branch('fix/typo');
    work.commit('Mend a typo', { 'README.md': 'The shop\n' });
    const pull = await propose(github, work, { head: 'fix/typo' });
    const outcome = await run(pull);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.outputs).toEqual({ verdict: 'not-a-spike', decision: '', findings: '[]', 'comment-url': '' });
    expect(outcome.commands).toEqual([
      { name: 'notice', properties: 'title=spike-gate', message: 'no spike is concerned: this pull request passes' },
    ]);
    expect(outcome.summary).toBe('No spike is concerned: this pull request passes.\n\n');
    expect(bodies(pull)).toEqual([]);
  });

  test('passes when a shipped bundle on the target explains its trailers', async () => {
    const work = await shippedSpike();
    const trailer = work.git('log', '-1', '--format=%(trailers:key=Spike)').trim();
    work.git('switch', '--quiet', 'main');
    work.git('merge', '--quiet', '--squash', 'spike/users-email');
    work.commit('Ship users-email');
    work.branch('backport/users-email');
    work.commit(`Backport\n\n${trailer}`, { 'README.md': 'Backported\n' });
    const pull = await propose(github, work, { head: 'backport/users-email' });
    expect(await run(pull)).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike' } });

    work.commit(`Backport\n\n${trailer.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`);
    work.git('push', '--quiet', pull.origin, 'backport/users-email');
    const forged = await run(pull, { payload: payloadAt(github, pull, work.git('rev-parse', 'HEAD')) });
    expect(forged).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(rules(forged)).toContain('trailers');
  });
});

describe('where the head comes from', () => {
  test('a fork whose token only reads has the same verdict, and a notice in place of the comment', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email', fork: 'contributor/shop' });
    const token = github.grantToken({ permissions: { issues: 'read', pullRequests: 'read' } });
    const outcome = await run(pull, { token, eventName: 'pull_request' });
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', 'comment-url': '' } });
    expect(messages(outcome, 'error')).toEqual([]);
    expect(messages(outcome, 'notice')).toEqual([expect.stringContaining('the evidence is in the job summary alone')]);
    expect(outcome.summary).toContain('✅ May merge');
    expect(bodies(pull)).toEqual([]);
  });

  test('a fork that is gone by now', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email', fork: 'contributor/shop' });
    await run(pull);
    await github.changePullRequest({ ...pull, headRepository: null });
    expect(await run(pull)).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed' } });
    expect(bodies(pull)).toHaveLength(1);
  });

  test('a private repository, whose token reaches git and is written nowhere', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email', private: true });
    const token = github.grantToken();
    const outcome = await run(pull, { token });
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed' }, leftovers: [] });
    expect(`${outcome.stdout}${outcome.stderr}${outcome.summary}`).not.toContain(token);

    const blind = await run(pull, { token: github.grantToken({ permissions: { contents: 'none' } }) });
    expect(blind).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(messages(blind, 'error')).toEqual([expect.stringMatching(/GitHub answered 404[\s\S]*To do: check that/)]);
  });
});

describe('a check belongs to a commit', () => {
  test('so the same commit in another pull request counts, whichever of them is judged', async () => {
    const work = createSpikeRepository();
    work.begin();
    work.commit('Answer maybe, without the hooks', { 'app/answer': 'maybe\n' });
    const strict = await propose(github, work, { head: 'spike/users-email' });
    work.branch('permissive', 'main');
    work.commit('Nothing is a spike', { '.spike.yml': 'branches: ["never/*"]\n' });
    work.git('push', '--quiet', strict.origin, 'permissive');
    work.git('push', '--quiet', strict.origin, 'spike/users-email:refs/heads/feature');
    const second = await github.openPullRequest({ repository: REPOSITORY, head: 'feature', base: 'permissive' });
    const outcome = await run({ ...strict, number: second });
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(messages(outcome, 'error')).toEqual([
      expect.stringContaining('pull request 1: users-email is not shipped yet'),
    ]);
    expect(outcome.summary).toContain('## Pull request 1, which proposes the same commit');
    expect(bodies({ ...strict, number: second })).toEqual([]);
  });

  test('so the comment of a green pull request begins with the red one that has the same commit', async () => {
    const work = await shippedSpike();
    const pull = await propose(github, work, { head: 'spike/users-email' });
    work.git('push', '--quiet', pull.origin, 'main:refs/heads/strict', 'HEAD:refs/heads/spike/other');
    await github.openPullRequest({ repository: REPOSITORY, head: 'spike/other', base: 'strict' });
    const outcome = await run(pull);
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', decision: 'ship' } });
    expect(bodies(pull)[0]?.split('\n')[1]).toMatch(
      /^❌ \*\*The check fails:\*\* .* pull request 2, where it may not merge: close it there, or push another commit here$/,
    );
    expect(bodies(pull)[0]).toContain('\n### ✅ May merge');
  });

  test('so a run that is started again judges its own commit, and leaves the newer comment alone', async () => {
    const work = await shippedSpike();
    const bad = work.commit('Change after the seal', { 'app/answer': 'yes!\n' });
    const pull = await propose(github, work, { head: 'spike/users-email' });
    work.git('reset', '--quiet', '--hard', 'HEAD^');
    work.git('push', '--quiet', '--force', pull.origin, 'spike/users-email');
    const good = await run(pull, { payload: payloadAt(github, pull, work.git('rev-parse', 'HEAD')) });
    expect(good).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed' } });
    const written = github.comments(REPOSITORY, pull.number);

    const old = await run(pull, { payload: payloadAt(github, pull, bad) });
    expect(old).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(messages(old, 'notice')).toEqual([expect.stringContaining('the pull request has moved on')]);
    expect(github.comments(REPOSITORY, pull.number)).toEqual(written);
  });
});

describe('a comment that an earlier run wrote never outlives what it says', () => {
  const shippedAndJudged = async (head = 'spike/users-email') => {
    const work = await shippedSpike();
    if (head !== 'spike/users-email') work.git('branch', head);
    const pull = await propose(github, work, { head });
    await run(pull);
    expect(bodies(pull)[0]).toContain('\n### ✅ May merge');
    return { work, pull };
  };
  const short = (commit: string) => commit.slice(0, 12);

  test('where the pull request is no spike any more', async () => {
    const { work, pull } = await shippedAndJudged('topic');
    work.git('switch', '--quiet', '-C', 'topic', 'main');
    const head = work.commit('Something else', { 'lib/other.js': 'x' });
    work.git('push', '--quiet', '--force', pull.origin, 'topic');
    const outcome = await run(pull, { payload: payloadAt(github, pull, head) });
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike' } });
    expect(outcome.outputs['comment-url']).toMatch(/#issuecomment-\d+$/);
    expect(bodies(pull)).toEqual([
      `${MARKER}${head} -->\n### Not a spike any more at \`${short(head)}\`\n\nNo rule of a spike is asked here. What stood here before does not hold for this commit.\n`,
    ]);
  });

  test('where the target cannot be read', async () => {
    const { work, pull } = await shippedAndJudged();
    work.git('switch', '--quiet', 'main');
    work.commit('Set a clock', { '.spike.yml': 'clocks: 3\n' });
    work.git('push', '--quiet', pull.origin, 'main');
    work.git('switch', '--quiet', 'spike/users-email');
    const head = work.commit('Change after the seal', { 'app/answer': 'evil\n' });
    work.git('push', '--quiet', pull.origin, 'spike/users-email');
    const outcome = await run(pull, { payload: payloadAt(github, pull, head) });
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(bodies(pull)).toHaveLength(1);
    expect(bodies(pull)[0]).toContain(`${MARKER}${head} -->\n### ❌ Could not be judged at \`${short(head)}\`\n\n- `);
    expect(bodies(pull)[0]).toMatch(/clocks[\s\S]*\*\*To do:\*\* /);
  });

  test('where the judgement is not reached at all', async () => {
    const { work, pull } = await shippedAndJudged();
    const head = work.git('rev-parse', 'HEAD');
    github.fail({ method: 'GET', path: '/repos/acme/shop/pulls', status: 401 });
    const outcome = await run(pull);
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(bodies(pull)[0]).toContain(`### ❌ Could not be judged at \`${short(head)}\`\n\n- expected the open pull`);
  });

  test('where GitHub refuses the new text', async () => {
    const { work, pull } = await shippedAndJudged();
    const head = work.commit('Change after the seal', { 'app/answer': 'evil\n' });
    work.git('push', '--quiet', pull.origin, 'spike/users-email');
    github.fail({ method: 'PATCH', path: /\/comments\/\d+$/, status: 422 });
    const outcome = await run(pull, { payload: payloadAt(github, pull, head) });
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(messages(outcome, 'notice')).toEqual([expect.stringContaining('GitHub answered 422')]);
    expect(bodies(pull)[0]).toContain(
      `### ❌ The check fails at \`${short(head)}\`, with its evidence in the job summary alone\n`,
    );
  });

  test('where it cannot be brought up to date, the log says so', async () => {
    const { work, pull } = await shippedAndJudged('topic');
    work.git('switch', '--quiet', '-C', 'topic', 'main');
    const head = work.commit('Something else', { 'lib/other.js': 'x' });
    work.git('push', '--quiet', '--force', pull.origin, 'topic');
    github.fail({ method: 'PATCH', path: /\/comments\/\d+$/, status: 403 });
    const outcome = await run(pull, { payload: payloadAt(github, pull, head) });
    expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'not-a-spike', 'comment-url': '' } });
    expect(messages(outcome, 'notice')).toContainEqual(
      expect.stringContaining('could not be brought up to date: expected the comment to be updated'),
    );
  });
});
