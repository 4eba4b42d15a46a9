/** Honest pull requests through the bundled Action: it passes, with one comment where a spike is concerned, and it stays as it is on a second run. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { type Desk, deskSetBack, introduce } from '../support/honest-desk.ts';
import { type Proposed, propose, REPOSITORY } from '../support/proposal.ts';

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

const usual = deskSetBack();
const composed = deskSetBack({
  before(desk) {
    desk.write('packages/shop/check.sh', 'grep -q yes model.bin\n');
    desk.write('packages/shop/model.bin', 'no\0');
    desk.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    // Upper case stands for what git-lfs puts in the place of contents.
    desk.git('config', 'filter.lfs.clean', 'tr a-z A-Z');
    desk.git('config', 'filter.lfs.smudge', 'tr A-Z a-z');
    desk.git('config', 'filter.lfs.required', 'true');
    const library = desk.at('../library');
    library.write('answer', 'no\n');
    library.git('init', '--quiet', '--initial-branch=main');
    introduce(library);
    library.commit('Begin');
    for (const path of ['packages/shop/lib', 'vendor/lib']) {
      desk.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, path);
    }
  },
});

function shipped(desk: Desk): void {
  desk.begin();
  desk.run('spike-run', 'sh', 'check.sh');
  desk.shipWith('yes');
}

function moveTarget(desk: Desk): void {
  const branch = desk.git('branch', '--show-current');
  desk.git('switch', '--quiet', 'main');
  desk.commit('Open on Sundays', { 'docs/hours': 'Sundays too\n' });
  desk.git('switch', '--quiet', branch);
}

interface Case {
  readonly make: () => Desk;
  readonly head: string;
  readonly verdict: 'passed' | 'not-a-spike';
  readonly decision: '' | 'kill' | 'ship';
  readonly says: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'a rebased spike': {
    make() {
      const desk = usual();
      shipped(desk);
      moveTarget(desk);
      desk.hooked('rebase', '--quiet', 'main');
      return desk;
    },
    head: 'spike/answer',
    verdict: 'passed',
    decision: 'ship',
    says: 'it was rebased or squashed',
  },
  'a spike with its target merged in': {
    make() {
      const desk = usual();
      shipped(desk);
      moveTarget(desk);
      desk.hooked('merge', '--quiet', '--no-edit', 'main');
      return desk;
    },
    head: 'spike/answer',
    verdict: 'passed',
    decision: 'ship',
    says: '### ✅ May merge',
  },
  'a reviewed spike': {
    make() {
      const desk = usual();
      shipped(desk);
      desk.spike('start', '--again', '-m', 'The reviewer asked for a capital');
      desk.shipWith('yes, Yes');
      return desk;
    },
    head: 'spike/answer',
    verdict: 'passed',
    decision: 'ship',
    says: 'attempt 2',
  },
  'the evidence of a killed spike': {
    make() {
      const desk = usual();
      desk.begin();
      desk.work('Answer maybe', { 'app/answer': 'maybe\n' });
      for (const _ of [1, 2, 3]) desk.run('spike-run', 'sh', 'check.sh');
      desk.spike('kill', '-m', 'The word is not enough.');
      return desk;
    },
    head: 'spike-evidence/answer',
    verdict: 'passed',
    decision: 'kill',
    says: '### ✅ The evidence may merge',
  },
  'a release of what develop has taken in': {
    make() {
      const desk = usual();
      desk.commit('Let develop carry spikes on', { '.spike.yml': 'carriers: [develop]\n' });
      desk.git('push', '--quiet', 'origin', 'main');
      shipped(desk);
      desk.git('switch', '--quiet', '--create', 'develop', 'main');
      desk.git('merge', '--quiet', '--no-ff', '--no-edit', 'spike/answer');
      desk.commit('Work that is no spike', { 'lib/other': 'x\n' });
      return desk;
    },
    head: 'develop',
    verdict: 'passed',
    decision: 'ship',
    says: 'answer',
  },
  'an ordinary change': {
    make() {
      const desk = usual();
      desk.git('switch', '--quiet', '--create', 'fix/typo');
      desk.work('Mend a typo', { 'README.md': 'The shop\n' });
      return desk;
    },
    head: 'fix/typo',
    verdict: 'not-a-spike',
    decision: '',
    says: 'No spike is concerned',
  },
  'a spike deep in a monorepo, with large files and a submodule': {
    make() {
      const desk = composed();
      desk.begin({
        observable: '`sh check.sh` in packages/shop exits 0',
        paths: ['packages/shop/model.bin', 'packages/shop/lib'],
      });
      const library = desk.at('packages/shop/lib');
      introduce(library);
      library.commit('Answer yes', { answer: 'yes\n' });
      desk.work('Answer yes', { 'packages/shop/model.bin': 'yes\0' });
      expect(desk.git('cat-file', 'blob', 'HEAD:packages/shop/model.bin')).toBe('YES\0');
      desk.at('packages/shop').spikeRun('sh', 'check.sh');
      desk.spike('ship', '-m', 'One word was enough.');
      return desk;
    },
    head: 'spike/answer',
    verdict: 'passed',
    decision: 'ship',
    says: '### ✅ May merge',
  },
};

const run = ({ repository, number }: Proposed, job: Partial<Parameters<Action['run']>[0]> = {}): Promise<Outcome> =>
  action.run({ github, repository, number, ...job });

it.each(Object.entries(CASES))('%s', async (_, { make, head, verdict, decision, says }) => {
  const pull = await propose(github, make(), { head });
  const first = await run(pull);
  expect(first).toMatchObject({ exitCode: 0, stderr: '', outputs: { verdict, decision, findings: '[]' } });
  expect(first.commands.map(({ name }) => name)).toEqual(verdict === 'passed' ? [] : ['notice']);
  expect(first.summary).toContain(says);

  const written = github.comments(REPOSITORY, pull.number);
  expect(written).toHaveLength(verdict === 'passed' ? 1 : 0);
  for (const { body } of written) expect(body).toContain(says);
  const again = await run(pull);
  expect({ ...again, outputs: again.outputs }).toEqual({ ...first, outputs: first.outputs });
  expect(github.comments(REPOSITORY, pull.number)).toEqual(written);
  expect(github.calls.filter(({ method }) => method !== 'GET')).toHaveLength(written.length);
});

it('a draft is judged as any other, and again when it is ready', async () => {
  const desk = usual();
  shipped(desk);
  const pull = await propose(github, desk, { head: 'spike/answer' });
  await github.changePullRequest({ ...pull, draft: true });
  expect(await run(pull)).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
  await github.changePullRequest({ ...pull, draft: false });
  expect(await run(pull)).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
  expect(github.comments(REPOSITORY, pull.number)).toHaveLength(1);
});

it.each([
  ['that may comment', { eventName: 'pull_request_target', permissions: {}, comments: 1 }],
  [
    'that may only read',
    { eventName: 'pull_request', permissions: { issues: 'read', pullRequests: 'read' }, comments: 0 },
  ],
] as const)('a fork, with a token %s', async (_, { eventName, permissions, comments }) => {
  const desk = usual();
  shipped(desk);
  const pull = await propose(github, desk, { head: 'spike/answer', fork: 'contributor/shop' });
  const outcome = await run(pull, { eventName, token: github.grantToken({ permissions }) });
  expect(outcome).toMatchObject({ exitCode: 0, outputs: { verdict: 'passed', decision: 'ship' } });
  expect(outcome.summary).toContain('### ✅ May merge');
  expect(github.comments(REPOSITORY, pull.number)).toHaveLength(comments);
});
