/**
 * The last step, which is GitHub's: a branch that requires the check takes nothing in before it has succeeded. The judgement is
 * the bundled Action's; the emulated GitHub is told of it as a runner tells it, under the name that the workflow gives the job.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderWorkflow } from '../../src/install/workflow.ts';
import { type Action, buildAction } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Proposed, payloadAt, propose } from '../support/proposal.ts';
import { type ProtectedRepository, startProtectedRepository } from '../support/protected-repository.ts';
import { createSpikeRepository, killedSpike, shippedSpike } from '../support/spike-repository.ts';

const HEAD = 'spike/users-email';
const REFUSED = { status: 422, body: { message: 'Required status checks have not succeeded.' } };
const MERGED = { status: 200, body: { merged: true } };
/** A job without a name is shown under its id. */
const [CHECK = ''] = Object.keys(parse(renderWorkflow(['main'])).jobs);

let action: Action;
let github: GitHubServer;
let shop: ProtectedRepository;

beforeAll(async () => {
  action = await buildAction();
});

afterAll(() => action.remove());

beforeEach(async () => {
  github = await startGitHub();
  shop = await startProtectedRepository();
});

afterEach(async () => {
  await shop.close();
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

type Work = ReturnType<typeof createSpikeRepository>;

/** On both: where the Action reads, and where the merge is asked for. */
async function proposeOnBoth(work: Work, head = HEAD) {
  const pull = await propose(github, work, { head });
  await shop.push(work, 'main');
  await shop.protect([CHECK]);
  await shop.push(work, head);
  return { pull, number: await shop.open(head) };
}

async function judge(work: Work, pull: Proposed, head = HEAD): Promise<number | null> {
  const commit = work.git('rev-parse', head);
  const { exitCode } = await action.run({ ...pull, github, payload: payloadAt(github, pull, commit) });
  await shop.report({ name: CHECK, commit, exitCode });
  return exitCode;
}

describe('main, which requires the check,', () => {
  test('takes a spike in once it has shipped, and its check has passed', async () => {
    const work = createSpikeRepository();
    work.begin();
    await work.run('sh', 'check.sh');
    work.commitWork('Answer yes', { 'app/answer': 'yes\n' });
    await work.run('sh', 'check.sh');
    const { pull, number } = await proposeOnBoth(work);
    const before = await shop.main();

    expect(await judge(work, pull)).toBe(1);
    expect(await shop.merge(number)).toMatchObject(REFUSED);

    await work.ship();
    work.git('push', '--quiet', pull.origin, HEAD);
    await shop.push(work, HEAD);
    // The emulated pull request stays at the commit that it was opened with, so another one stands for it.
    await shop.closePullRequest(number);
    const moved = await shop.open(HEAD);
    expect(await shop.merge(moved), 'the check of the commit before is not the check of this one').toMatchObject(
      REFUSED,
    );

    expect(await judge(work, pull)).toBe(0);
    expect(await shop.main()).toBe(before);
    expect(await shop.merge(moved)).toMatchObject(MERGED);
    expect(await shop.main()).not.toBe(before);
  });

  test('takes nothing in that no check has judged, or a check of another name', async () => {
    const work = await shippedSpike();
    const { number } = await proposeOnBoth(work);

    expect(await shop.merge(number)).toMatchObject(REFUSED);
    await shop.report({ name: 'spike gate', commit: work.git('rev-parse', HEAD), exitCode: 0 });
    expect(await shop.merge(number)).toMatchObject(REFUSED);
  });

  test("takes a killed spike's evidence in, and never its code", async () => {
    const work = await killedSpike();
    const code = await proposeOnBoth(work);
    expect(await judge(work, code.pull)).toBe(1);
    expect(await shop.merge(code.number)).toMatchObject(REFUSED);

    const evidence = 'spike-evidence/users-email';
    work.git('push', '--quiet', code.pull.origin, evidence);
    const number = await github.openPullRequest({ repository: code.pull.repository, head: evidence });
    await shop.push(work, evidence);
    const other = await shop.open(evidence);
    expect(await shop.merge(other)).toMatchObject(REFUSED);
    expect(await judge(work, { ...code.pull, number }, evidence)).toBe(0);
    expect(await shop.merge(other)).toMatchObject(MERGED);
  });
});

test('a branch that requires nothing takes in what the check has failed: this is what requiring it is for', async () => {
  const work = await killedSpike();
  const { pull, number } = await proposeOnBoth(work);
  await shop.protect([]);

  expect(await judge(work, pull)).toBe(1);
  expect(await shop.merge(number)).toMatchObject(MERGED);
});
