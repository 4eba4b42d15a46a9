/** The bundled Action where there is more to say than a place has room for: what is left out is counted, and said where it is. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Proposed, propose, REPOSITORY } from '../support/proposal.ts';
import { shippedSpike } from '../support/spike-repository.ts';

const LIMIT = 65_536;
const BUNDLE = 'spikes/users-email';
/** More than a comment has room for, and as many as one pull request may carry. */
const CARRIED = 45;
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

const run = ({ repository, number }: Proposed): Promise<Outcome> => action.run({ github, repository, number });
const bodyOf = ({ number }: Proposed) => github.comments(REPOSITORY, number)[0]?.body ?? '';

test('sixty paths: ten in the comment and as many annotations, all of them in the summary and the output', async () => {
  const work = await shippedSpike();
  for (let index = 0; index < 60; index += 1) work.write(`lib/f${index}.js`, 'x');
  work.commit('Add a library');
  const pull = await propose(github, work, { head: 'spike/users-email' });
  const outcome = await run(pull);

  expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed' } });
  expect(bodyOf(pull).match(/`lib\/f\d+\.js`/g)).toHaveLength(10);
  expect(bodyOf(pull)).toContain('and 50 more: see the job summary');
  expect(outcome.summary.match(/`lib\/f\d+\.js`/g)).toHaveLength(60);
  expect(outcome.commands).toHaveLength(10);
  expect(outcome.commands.at(-1)?.message).toMatch(/^and \d+ more findings: see the job summary$/);
  expect(JSON.parse(outcome.outputs['findings'] ?? '').length).toBeGreaterThanOrEqual(60);
});

test('long names that are not ASCII: the output is whole JSON of at most half a megabyte', async () => {
  const work = await shippedSpike();
  for (let index = 0; index < 110; index += 1) work.write(`${`${'語'.repeat(80)}/`.repeat(12)}語${index}`, 'x');
  work.commit('Add words');
  const pull = await propose(github, work, { head: 'spike/users-email' });
  const outcome = await run(pull);

  const { findings = '' } = outcome.outputs;
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '' });
  expect(findings.length).toBeLessThanOrEqual(500_002);
  expect(findings).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(findings).length).toBeGreaterThan(10);
  expect(bodyOf(pull).length).toBeLessThan(LIMIT);
});

test('as many spikes as are judged, named in one message: the comment is taken, and leaves none out', async () => {
  const work = await shippedSpike();
  const slugs = Array.from({ length: 45 }, (_, index) => `${index}`.padEnd(64, 'a'));
  const message = `Name many\n\n${slugs.map((slug) => `Spike: ${slug}/1 0:123456789abc`).join('\n')}\n`;
  work.gitWith({ input: message }, 'commit', '--quiet', '--allow-empty', '-F', '-');
  const pull = await propose(github, work, { head: 'spike/users-email' });
  const outcome = await run(pull);

  const body = bodyOf(pull);
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '', outputs: { verdict: 'failed' } });
  expect(outcome.commands.filter(({ name }) => name === 'notice')).toEqual([]);
  expect(body.length).toBeLessThan(LIMIT);
  for (const slug of slugs) expect(body).toContain(slug);
  expect(body).toMatch(/\*\*\d+ more spikes, \d+ of which fail with \d+ findings, each by its first line: see the job/);
});

test('a carrier of many spikes: the summary tells more than the comment, and both say what is left out', async () => {
  const work = await shippedSpike();
  const files = ['HYPOTHESIS.md', 'EVIDENCE.md', 'command_log.jsonl'].map(
    (name) => [name, work.git('show', `HEAD:${BUNDLE}/${name}`)] as const,
  );
  work.git('switch', '--quiet', 'main');
  work.commit('Carry spikes', { '.spike.yml': 'carriers: [develop]\n' });
  work.branch('develop');
  for (let index = 0; index < CARRIED; index += 1) {
    for (const [name, text] of files) work.write(`spikes/spike-number-${index}/${name}`, `${text}\n`);
  }
  work.commit('Release');
  const pull = await propose(github, work, { head: 'develop' });
  const outcome = await run(pull);

  const body = bodyOf(pull);
  const full = (text: string) => text.match(/^### ❌ /gm)?.length ?? 0;
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '' });
  expect(body.length).toBeLessThan(LIMIT);
  expect(full(body)).toBeGreaterThan(5);
  expect(body).toContain(`**${CARRIED - full(body)} more spikes, ${CARRIED - full(body)} of which fail with `);
  expect(full(outcome.summary)).toBeGreaterThan(full(body));
  for (let index = 0; index < CARRIED; index += 1) expect(outcome.summary).toContain(`\`spike-number-${index}\``);
});
