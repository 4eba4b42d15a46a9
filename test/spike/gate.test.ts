/** `spike gate` as it is asked on a person's machine: what it takes from the clone, and what from the options. */

import { describe, expect, test } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { type GateRequest, judgeHere } from '../../src/spike/gate.ts';
import { createFolder } from '../support/git-fixture.ts';
import { type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';

function judge({ path }: SpikeRepository, over: Partial<GateRequest>) {
  const env: NodeJS.ProcessEnv = { ...process.env, SPIKE_HOME: createFolder() };
  const request = { base: undefined, head: undefined, branch: undefined, fork: false, ...over };
  const { judged, passed } = judgeHere(request, { cwd: path, env, world: thisMachine() });
  return { kind: judged.kind, passed };
}

function fetched(repository: SpikeRepository, branch: string): void {
  repository.git('update-ref', `refs/remotes/origin/${branch}`, branch);
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${branch}`);
}

describe('a backport', () => {
  test('is none of a spike’s where origin’s default branch holds the bundle', async () => {
    const repository = await shippedSpike();
    repository.branch('release/1.x', 'main');
    repository.commit('For 1.x alone', { 'app/answer': 'no\nfor now\n' });
    repository.git('switch', '--quiet', '--create', 'backport');
    repository.git('cherry-pick', '-X', 'theirs', `main..${SPIKE}`);
    const asked = { base: 'release/1.x' };
    expect(judge(repository, asked)).toEqual({ kind: 'spike', passed: false });

    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', SPIKE);
    repository.git('switch', '--quiet', 'backport');
    expect(judge(repository, asked)).toEqual({ kind: 'spike', passed: false });

    fetched(repository, 'main');
    expect(judge(repository, asked)).toEqual({ kind: 'none', passed: true });
  });
});

describe('which branch is judged', () => {
  test('is that of the head, where it is one, here or as it was fetched', async () => {
    const repository = await shippedSpike();
    repository.git('update-ref', 'refs/remotes/origin/spike/users-email', `${SPIKE}~1`);
    repository.git('switch', '--quiet', 'main');

    expect(judge(repository, { base: 'main', head: SPIKE })).toEqual({ kind: 'spike', passed: true });
    expect(judge(repository, { base: 'main', head: `origin/${SPIKE}` })).toEqual({ kind: 'spike', passed: false });
  });

  test('has to be said of a commit, and where no branch is checked out', async () => {
    const repository = await shippedSpike();
    const commit = repository.git('rev-parse', SPIKE);
    repository.git('switch', '--quiet', 'main');
    const asked = { base: 'main', head: commit };
    expect(() => judge(repository, asked)).toThrow(`expected the name of the branch to judge, found ${commit}`);
    expect(judge(repository, { ...asked, branch: SPIKE })).toEqual({ kind: 'spike', passed: true });

    repository.git('switch', '--quiet', '--detach');
    expect(() => judge(repository, { base: 'main' })).toThrow(
      'expected the name of the branch to judge, found no branch here',
    );
  });
});

describe('more trailers than anybody would hold against ledgers', () => {
  test('are refused', async () => {
    const repository = await shippedSpike();
    const trailers = Array.from({ length: 10_001 }, (_, index) => `Spike: users-email/1 ${index}:0123456789ab`);
    repository.write('.git/flood', `Flood\n\n${trailers.join('\n')}\n`);
    repository.git('commit', '--quiet', '--allow-empty', '--no-verify', '--file', '.git/flood');

    expect(() => judge(repository, { base: 'main' })).toThrow('expected at most 10000 Spike: trailers, found 10003');
  });
});

describe('a branch with the name of a carrier', () => {
  test('carries nothing where it is a fork’s', async () => {
    const repository = await shippedSpike();
    repository.git('switch', '--quiet', 'main');
    repository.commit('Let develop carry', { '.spike.yml': 'carriers: [develop]\n' });
    repository.branch('develop', 'main');
    repository.git('merge', '--quiet', '--no-edit', SPIKE);
    repository.commit('More', { 'app/more': 'code\n' });

    expect(judge(repository, { base: 'main' })).toEqual({ kind: 'carrier', passed: true });
    expect(judge(repository, { base: 'main', fork: true })).toEqual({ kind: 'spike', passed: false });
  });
});
