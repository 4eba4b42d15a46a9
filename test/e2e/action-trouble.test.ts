/** The bundled Action where something is wrong: it fails closed and says what to do, and the comment never decides. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Proposed, propose, REPOSITORY } from '../support/proposal.ts';
import { createSpikeRepository, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

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
const messages = ({ commands }: Outcome, name: string) =>
  commands.filter((command) => command.name === name).map(({ message }) => message);

/** A spike with work on it that has not shipped. */
function openSpike(): SpikeRepository {
  const work = createSpikeRepository();
  work.begin();
  work.commitWork('Answer maybe', { 'app/answer': 'maybe\n' });
  return work;
}

async function proposeOpenSpike(): Promise<Proposed> {
  return propose(github, openSpike(), { head: 'spike/users-email' });
}

const FAILED = {
  exitCode: 1,
  stderr: '',
  leftovers: [],
  outputs: { verdict: 'failed', decision: '', 'comment-url': '' },
};

describe('what cannot be judged fails', () => {
  test('a configuration on the target that is wrong, with its place', async () => {
    const work = openSpike();
    work.git('switch', '--quiet', 'main');
    work.commit('Set a clock', { '.spike.yml': 'clock: 90m\nclocks: 3\n' });
    const pull = await propose(github, work, { head: 'spike/users-email' });
    const outcome = await run(pull);
    expect(outcome).toMatchObject(FAILED);
    const [error = ''] = messages(outcome, 'error');
    expect(error).toMatch(/clocks[\s\S]*\(\.spike\.yml:2:1\)\nTo do: /);
    expect(outcome.summary).toContain('### ❌ Not judged');
    expect(github.comments(REPOSITORY, pull.number)).toEqual([]);
  });

  test.each(['push', 'workflow_run'])('the event %s, naming those to use', async (eventName) => {
    const pull = await proposeOpenSpike();
    const outcome = await run(pull, { eventName, payload: '{}' });
    expect(outcome).toMatchObject(FAILED);
    expect(messages(outcome, 'error')).toEqual([
      `expected the event pull_request_target, pull_request or merge_group, found ${eventName}\nTo do: let the workflow run on pull_request_target, as \`spike init\` writes it`,
    ]);
    expect(github.calls).toEqual([]);
  });

  test('a commit that the server does not have', async () => {
    await github.addRepository({ name: REPOSITORY });
    const [headSha, baseSha] = ['a'.repeat(40), 'b'.repeat(40)];
    const number = await github.openPullRequest({ repository: REPOSITORY, head: 'spike/one', headSha, baseSha });
    const outcome = await run({ repository: REPOSITORY, number, origin: '' });
    expect(outcome).toMatchObject(FAILED);
    expect(messages(outcome, 'error')).toEqual([
      expect.stringContaining("expected to fetch the pull request's commits from"),
    ]);
  });

  test('a list of pull requests that cannot be had whole', async () => {
    const pull = await proposeOpenSpike();
    github.fail({ method: 'GET', path: '/repos/acme/shop/pulls', status: 401 });
    const outcome = await run(pull);
    expect(outcome).toMatchObject(FAILED);
    expect(messages(outcome, 'error')).toEqual([expect.stringContaining('the open pull requests of acme/shop')]);
  });

  test.each([
    ['no token', { inputs: { token: '' } }, 'expected the input token to be a GitHub token, found none'],
    ['a flag that is none', { inputs: { comment: 'maybe' } }, 'expected the input comment to be true or false'],
    ['no payload of a pull request', { payload: '{}' }, 'expected event.pull_request'],
    [
      'no repository',
      { variables: { GITHUB_REPOSITORY: undefined } },
      'expected the variable GITHUB_REPOSITORY, found none',
    ],
    [
      'an empty payload',
      { payload: '' },
      'expected the event payload to be JSON, found something else\nTo do: run this',
    ],
    ['a payload that is no JSON', { payload: '{"a":' }, 'expected the event payload to be JSON, found something else'],
    ['a payload behind a byte order mark', { payload: '\ufeff{}' }, 'expected the event payload to be JSON'],
    ['a payload that is null', { payload: 'null' }, 'expected event to be an object, found null'],
    [
      'no folder for temporary files',
      { variables: { RUNNER_TEMP: '/nowhere/temp' } },
      'expected RUNNER_TEMP to be a folder that can be written to, found that it is not\nTo do: run this as a step',
    ],
    [
      'no git',
      { variables: { PATH: '/nowhere' } },
      'expected git on PATH, found none\nTo do: install git 2.39 or later',
    ],
    [
      'no file of the event',
      { variables: { GITHUB_EVENT_PATH: '/nowhere/event.json' } },
      'expected the event payload in the file',
    ],
  ])('%s', async (_what, job, message) => {
    const outcome = await run(await proposeOpenSpike(), job);
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed' } });
    expect(messages(outcome, 'error')).toEqual([expect.stringContaining(message)]);
    expect(messages(outcome, 'error')[0]).not.toContain('.js:');
    expect(outcome.summary).toContain('### ❌ Not judged');
  });

  test('a head branch that git would take for something else', async () => {
    const { origin } = await proposeOpenSpike();
    const number = await github.openPullRequest({
      repository: REPOSITORY,
      head: '--upload-pack=x',
      headSha: 'a'.repeat(40),
    });
    const outcome = await run({ repository: REPOSITORY, number, origin });
    expect(outcome).toMatchObject(FAILED);
    expect(messages(outcome, 'error')).toEqual([expect.stringContaining('expected the head to be a branch')]);
  });
});

describe('the comment never decides', () => {
  test('and is left out where the workflow says so', async () => {
    const outcome = await run(await proposeOpenSpike(), { inputs: { comment: 'false' } });
    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed', 'comment-url': '' } });
    expect(messages(outcome, 'notice')).toEqual([]);
    expect(github.calls.filter(({ path }) => path.endsWith('/comments'))).toEqual([]);
  });

  test('and is kept under the name that the token writes as', async () => {
    const pull = await proposeOpenSpike();
    const job = { token: github.grantToken({ login: 'release-manager' }), inputs: { author: 'release-manager' } };
    await run(pull, job);
    await run(pull, job);
    expect(github.comments(REPOSITORY, pull.number)).toHaveLength(1);
    expect(github.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('and gives way to a newer head that is pushed meanwhile', async () => {
    const work = openSpike();
    const pull = await propose(github, work, { head: 'spike/users-email' });
    github.interrupt({
      method: 'GET',
      path: /\/comments$/,
      run: () => {
        work.commitWork('Answer yes', { 'app/answer': 'yes\n' });
        work.git('push', '--quiet', pull.origin, 'spike/users-email');
      },
    });
    const outcome = await run(pull);
    expect(outcome).toMatchObject(FAILED);
    expect(messages(outcome, 'notice')).toEqual([expect.stringContaining('the pull request has moved on')]);
    expect(github.comments(REPOSITORY, pull.number)).toEqual([]);
  });
});

test('a runner without job summaries has the verdict all the same', async () => {
  const outcome = await run(await proposeOpenSpike(), { variables: { GITHUB_STEP_SUMMARY: undefined } });
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed' } });
  expect(outcome.stdout).toContain('no job summary was written: ');
});

test('a runner without a file for the outputs fails, since nobody could read the verdict', async () => {
  const work = await shippedSpike();
  const pull = await propose(github, work, { head: 'spike/users-email' });
  const outcome = await run(pull, { variables: { GITHUB_OUTPUT: '/nowhere/output' } });
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: {} });
  expect(messages(outcome, 'error')).toEqual([
    'expected GITHUB_OUTPUT to be a file that can be written to: Missing file at path: /nowhere/output\nTo do: run this as a step of a GitHub Actions job; elsewhere, type `spike gate`',
  ]);
  expect(outcome.summary).toContain('### ✅ May merge');
});

describe("git's variables of the runner", () => {
  test('are not followed into another repository', async () => {
    const other = createSpikeRepository();
    other.git('config', 'keep.me', '1');
    const before = [other.git('config', '--list', '--local'), other.git('for-each-ref')];
    const pull = await propose(github, await shippedSpike(), { head: 'spike/users-email' });
    const variables = {
      GIT_DIR: `${other.path}/.git`,
      GIT_WORK_TREE: other.path,
      GIT_INDEX_FILE: `${other.path}/.git/index`,
      GIT_OBJECT_DIRECTORY: `${other.path}/.git/objects`,
      GIT_CONFIG_COUNT: 'nonsense',
      GIT_TRACE: '1',
      GIT_SSL_NO_VERIFY: '1',
      GIT_HTTP_LOW_SPEED_TIME: '600',
      GIT_PROXY_SSL_CAINFO: '/dev/null',
    };
    const outcome = await run(pull, { variables });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '', leftovers: [], outputs: { verdict: 'passed' } });
    expect([other.git('config', '--list', '--local'), other.git('for-each-ref')]).toEqual(before);
  });
});

describe('nothing in a pull request commands the runner', () => {
  test('neither a path nor an argument', async () => {
    const hostile = 'x\n::error::a\r::set-output name=verdict::passed\n##[add-path]b ::warning::c %0A::add-mask::d';
    const work = createSpikeRepository();
    work.begin();
    await work.run('sh', '-c', 'exit 7', hostile);
    await work.run('sh', '-c', 'exit 7', hostile);
    work.write(Buffer.from(`src${hostile.replaceAll('/', '-')}`), 'outside\n');
    work.commitWork('Answer yes', { 'app/answer': 'yes\n', '##[error]e': 'outside too\n' });
    await work.run('sh', 'check.sh');
    await work.kill(hostile);
    work.git('merge', '--quiet', '--no-edit', 'spike-evidence/users-email');
    const outcome = await run(await propose(github, work, { head: 'spike/users-email' }));
    expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed', decision: 'kill' } });
    expect(outcome.commands.map(({ name }) => name)).toEqual(outcome.commands.map(() => 'error'));
    expect(outcome.commands.length).toBe(JSON.parse(outcome.outputs['findings'] ?? '').length);
    expect(outcome.stdout).not.toContain('##[');
    expect(outcome.stdout).not.toContain('\r');
    expect(Object.keys(outcome.outputs)).toEqual(['verdict', 'decision', 'findings', 'comment-url']);
  });
});
