/** Pull requests that take shipped spikes on to branches which do not hold them, and what tries to pass for one. */

import { describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { judgePullRequest } from '../../src/gate/pull-request.ts';
import { killedSpike, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';
const EVIDENCE = 'spike-evidence/users-email';
const NO_SPIKE = { kind: 'none', passed: true, told: [] };
const UNSHIPPED = expect.stringContaining('expected work of an attempt that shipped, found that of attempt 2');

interface Asked {
  readonly branch: string;
  readonly target?: string;
  readonly trunk?: string | undefined;
  readonly sameRepository?: boolean;
}

function judge(repository: SpikeRepository, { branch, target = 'release/1.x', trunk = 'main', ...asked }: Asked) {
  const commit = (ref: string) => parseCommitId(repository.git('rev-parse', `${ref}^{commit}`));
  const judgement = judgePullRequest({
    cwd: repository.path,
    target: commit(target),
    trunk: trunk === '' ? undefined : commit(trunk),
    head: commit(branch),
    branch,
    sameRepository: true,
    ...asked,
  });
  return {
    kind: judgement.judged.kind,
    passed: judgement.passed,
    told: judgement.spikes.flatMap(({ verdict }) => verdict.findings.map(({ rule, message }) => `${rule}: ${message}`)),
  };
}

function merge(repository: SpikeRepository, branch: string, into = 'main'): void {
  repository.git('switch', '--quiet', into);
  repository.git('merge', '--quiet', '--no-ff', '--no-edit', branch);
}

/** Shipped into main as one commit; the release branch has gone its own way before, over the same file too. */
async function squashed(): Promise<SpikeRepository> {
  const repository = await shippedSpike();
  repository.branch('release/1.x', 'main');
  repository.commit('For 1.x alone', { 'app/answer': 'no\nfor now\n' });
  const message = `Ship it\n\n${repository.git('log', '-1', '--format=%(trailers:key=Spike)', SPIKE)}`;
  repository.git('switch', '--quiet', 'main');
  repository.git('merge', '--quiet', '--squash', SPIKE);
  repository.git('commit', '--quiet', '--message', message);
  return repository;
}

/** Shipped and merged, then opened again for more, which was killed with code on the branch. */
async function killedAgain(): Promise<SpikeRepository> {
  const repository = await shippedSpike();
  repository.branch('release/1.x', 'main');
  merge(repository, SPIKE);
  repository.git('switch', '--quiet', SPIKE);
  repository.again('A question came up');
  repository.commitWork('Answer perhaps', { 'app/answer': 'perhaps\n' });
  for (let time = 0; time < 3; time += 1) await repository.run('sh', 'check.sh');
  await repository.kill();
  return repository;
}

describe('a release', () => {
  test('of the trunk passes with shipped and killed spikes on board', async () => {
    const repository = await shippedSpike();
    repository.branch('release/1.x', 'main');
    merge(repository, SPIKE);
    repository.git('switch', '--quiet', 'main');
    repository.begin({ slug: 'dead' });
    await repository.kill();
    merge(repository, 'spike-evidence/dead');

    expect(judge(repository, { branch: 'main' })).toEqual(NO_SPIKE);
    expect(judge(repository, { branch: 'main', trunk: '' })).toMatchObject({ kind: 'several', passed: false });
  });

  test('passes where a later attempt was killed, and the first ones shipped', async () => {
    const repository = await killedAgain();
    merge(repository, EVIDENCE);

    expect(judge(repository, { branch: 'main' })).toEqual(NO_SPIKE);
  });

  test('fails where the code of the killed attempt is in it', async () => {
    const repository = await killedAgain();
    merge(repository, EVIDENCE);
    const code = repository.git('log', '-1', '--format=%H', '--grep=Answer perhaps', SPIKE);
    repository.branch('topic', 'main');
    repository.git('cherry-pick', code);

    expect(judge(repository, { branch: 'topic' })).toMatchObject({ kind: 'spike', passed: false });
    expect(judge(repository, { branch: 'topic', target: 'main' })).toMatchObject({ kind: 'spike', passed: false });
  });

  test('whose bundle is not the one of the trunk is judged as the spike that it seems to be', async () => {
    const repository = await squashed();
    repository.branch('topic', 'main');
    repository.commit('Improve the log', { 'spikes/users-email/EVIDENCE.md': 'All went well.\n' });

    expect(judge(repository, { branch: 'topic' })).toMatchObject({ kind: 'spike', passed: false });
  });
});

describe('a backport', () => {
  test('of a squashed spike, over other code, passes with its bundle and trailer', async () => {
    const repository = await squashed();
    repository.branch('backport', 'release/1.x');
    repository.git('cherry-pick', '-X', 'theirs', 'main');

    expect(judge(repository, { branch: 'backport' })).toEqual(NO_SPIKE);
    expect(judge(repository, { branch: 'backport', trunk: '' })).toMatchObject({ kind: 'spike', passed: false });
  });

  test('with a trailer that no record answers is judged', async () => {
    const repository = await squashed();
    repository.branch('backport', 'release/1.x');
    repository.git('cherry-pick', '-X', 'theirs', 'main');
    repository.git('commit', '--quiet', '--amend', '--message', 'Ship\n\nSpike: users-email/1 1:0123456789ab');

    expect(judge(repository, { branch: 'backport' })).toMatchObject({ kind: 'spike', passed: false });
  });

  test('of a spike that nobody shipped is judged', async () => {
    const repository = await killedSpike();
    repository.branch('release/1.x', 'main');
    merge(repository, EVIDENCE);
    repository.branch('backport', 'release/1.x');
    repository.git('cherry-pick', SPIKE);

    expect(judge(repository, { branch: 'backport' })).toMatchObject({ kind: 'spike', passed: false });
  });
});

describe('a carrier', () => {
  /** `develop`, which main lets carry spikes on, and the killed attempt of a shipped one. */
  async function carrying(): Promise<SpikeRepository> {
    const repository = await killedAgain();
    repository.branch('develop', 'main');
    repository.git('switch', '--quiet', 'release/1.x');
    repository.commit('Let develop carry', { '.spike.yml': 'carriers: [develop]\n' });
    merge(repository, 'release/1.x', 'develop');
    merge(repository, EVIDENCE, 'develop');
    return repository;
  }

  test('passes with the evidence of a killed attempt', async () => {
    const repository = await carrying();

    expect(judge(repository, { branch: 'develop' })).toEqual({ kind: 'carrier', passed: true, told: [] });
  });

  test('is asked for its bundles where it is the trunk itself', async () => {
    const repository = await carrying();

    expect(judge(repository, { branch: 'develop', trunk: 'develop' }).kind).toBe('carrier');
    expect(judge(repository, { branch: 'develop', trunk: 'develop', sameRepository: false })).toEqual(NO_SPIKE);
  });

  test('fails with the code of that attempt', async () => {
    const repository = await carrying();
    const code = repository.git('log', '-1', '--format=%H', '--grep=Answer perhaps', SPIKE);
    repository.git('cherry-pick', code);

    expect(judge(repository, { branch: 'develop' })).toEqual({
      kind: 'carrier',
      passed: false,
      told: [expect.stringMatching(/^trailers: [0-9a-f]{12}: /) && UNSHIPPED],
    });
  });
});
