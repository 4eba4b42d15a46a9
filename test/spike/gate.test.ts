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
