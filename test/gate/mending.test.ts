/** Hints of findings, typed as they are told: what they promise comes true. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { parseCommitId } from '../../src/core/object-id.ts';
import { judgePullRequest } from '../../src/gate/pull-request.ts';
import { type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const EVIDENCE = 'spikes/users-email/EVIDENCE.md';

function findings({ path, git }: SpikeRepository): readonly Finding[] {
  const commit = (name: string) => parseCommitId(git('rev-parse', name));
  const question = { cwd: path, target: commit('main'), head: commit('HEAD'), sameRepository: true };
  return judgePullRequest({ ...question, branch: 'spike/users-email' }).spikes.flatMap(
    ({ verdict }) => verdict.findings,
  );
}

function typeHint(repository: SpikeRepository, finding: Finding | undefined, until: string): void {
  const [command = '', rest] = finding?.hint.split(until) ?? [];
  expect(rest).toBeDefined();
  execFileSync('sh', ['-c', command], { cwd: repository.path });
  repository.git('commit', '--quiet', '--no-verify', '--message', 'Mend');
}

test('an edited bundle is put back', async () => {
  const repository = await shippedSpike();
  const sealed = readFileSync(join(repository.path, EVIDENCE), 'utf8');
  repository.commit('Say it better', {
    [EVIDENCE]: sealed.replace('One word', 'A word'),
    'spikes/users-email/HYPOTHESIS.md': sealed,
  });
  const [, edited] = findings(repository);
  expect(edited?.rule).toBe('evidence');

  typeHint(repository, edited, ' puts the bundle back');

  expect(findings(repository)).toEqual([]);
});

test('what lies outside the paths is taken out', async () => {
  const repository = await shippedSpike();
  repository.commit('Wander off', { 'README.md': 'Another shop\n', 'lib/new file': 'new\n' });
  const stray = findings(repository).find(({ rule }) => rule === 'paths');

  typeHint(repository, stray, ' takes it out');

  expect(findings(repository)).toEqual([]);
});
