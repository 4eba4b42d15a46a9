/** Pull requests by someone who wants to pass, and honest ones that look odd; judged from real git. */

import { describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { judgePullRequest } from '../../src/gate/pull-request.ts';
import { measureChange } from '../../src/git/change.ts';
import { treeOf } from '../../src/git/objects.ts';
import { forge } from '../support/forgery.ts';
import { createSpikeRepository, killedSpike, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';
const BUNDLE = 'spikes/users-email';
const LEDGER = `${BUNDLE}/command_log.jsonl`;

interface Asked {
  readonly branch?: string;
  readonly target?: string;
  readonly head?: string;
}

function judge(repository: SpikeRepository, { branch = SPIKE, target = 'main', head = 'HEAD' }: Asked = {}) {
  const commit = (ref: string) => parseCommitId(repository.git('rev-parse', `${ref}^{commit}`));
  const judgement = judgePullRequest({
    cwd: repository.path,
    target: commit(target),
    head: commit(head),
    branch,
    sameRepository: true,
  });
  return {
    kind: judgement.judged.kind,
    passed: judgement.passed,
    told: judgement.spikes.flatMap(({ verdict }) => verdict.findings.map(({ rule, message }) => `${rule}: ${message}`)),
  };
}

function ledgerAt(repository: SpikeRepository, ref: string): string {
  return `${repository.git('show', `${ref}:${LEDGER}`)}\n`;
}

/** Everything but the bundle, as one commit without trailers. */
function plainCommit(repository: SpikeRepository, message: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) repository.write(name, content);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--no-verify', '--message', message);
}

describe('a forged seal', () => {
  test('that names the commit on which the observable held, and seals a later patch, fails', async () => {
    const repository = await shippedSpike();
    const sealed = parseCommitId(repository.git('rev-parse', 'HEAD^'));
    const trailer = repository.git('log', '-1', '--format=%(trailers:key=Spike)', sealed).trim();
    const ledger = ledgerAt(repository, 'HEAD');
    repository.git('reset', '--quiet', '--hard', sealed);
    plainCommit(repository, `More\n\n${trailer}`, { 'app/answer': 'no\n', 'app/backdoor.js': 'open()\n' });
    const { patch, files, outside } = measureChange({
      cwd: repository.path,
      base: parseCommitId(repository.git('merge-base', 'main', 'HEAD')),
      to: parseCommitId(repository.git('rev-parse', 'HEAD')),
      paths: ['app/'],
      protectedPaths: [],
      bundle: 'spikes',
      slug: parseSlug('users-email'),
    });
    const forged = forge(ledger, {
      seal: { commit: sealed, tree: treeOf(repository.path, sealed), patch, files, outside },
    });
    plainCommit(repository, `Evidence\n\n${trailer}`, {
      [LEDGER]: forged.ledger,
      [`${BUNDLE}/EVIDENCE.md`]: forged.evidence,
      [`${BUNDLE}/HYPOTHESIS.md`]: `${repository.git('show', `${SPIKE}@{2}:${BUNDLE}/HYPOTHESIS.md`)}\n`,
    });

    expect(judge(repository)).toMatchObject({
      passed: false,
      told: [
        `seal: expected commit ${sealed.slice(0, 12)} to change what was sealed, found that it changes something else`,
      ],
    });
  });
});

describe('a bundle that the target holds', () => {
  test('cannot be replaced by another history of the same spike', async () => {
    const killed = await killedSpike();
    killed.git('switch', '--quiet', 'main');
    killed.git('merge', '--quiet', '--no-edit', 'spike-evidence/users-email');
    const shipped = await shippedSpike();
    shipped.git('fetch', '--quiet', killed.path, 'main:theirs');
    shipped.git('merge', '--quiet', '--allow-unrelated-histories', '--no-edit', '-X', 'ours', 'theirs');

    const judged = judge(shipped, { target: 'theirs' });

    expect(judged.passed).toBe(false);
    expect(judged.told).toContainEqual(
      'log: expected the attempts that the target holds of this spike among these, found another history',
    );
  });

  test('may be gone on from by another attempt', async () => {
    const repository = await shippedSpike();
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-edit', SPIKE);
    repository.git('switch', '--quiet', SPIKE);
    repository.again('A question came up');
    repository.commitWork('Answer politely', { 'app/answer': 'yes, please\n' });
    await repository.run('sh', 'check.sh');
    await repository.ship('Politely.');

    expect(judge(repository)).toEqual({ kind: 'spike', passed: true, told: [] });
  });

  test('explains its trailers beside commits that have none', async () => {
    const repository = await shippedSpike();
    const work = repository.git('rev-parse', 'HEAD^');
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--squash', SPIKE);
    repository.git('commit', '--quiet', '--message', 'Squashed');
    repository.git('switch', '--quiet', '--create', 'backport', 'main~1');
    repository.git('cherry-pick', work);
    plainCommit(repository, 'Something else', { 'README.md': 'A better shop\n' });

    expect(judge(repository, { branch: 'backport' })).toEqual({ kind: 'none', passed: true, told: [] });
  });
});

describe('a mangled trailer', () => {
  test.each([
    ['in capitals', (value: string) => value.toUpperCase()],
    ['cut off', () => 'users-email'],
    ['with another slug behind it', () => 'users-email and more'],
  ])('%s does not make killed code an ordinary pull request', async (_name, mangle) => {
    const repository = await killedSpike();
    const value = repository.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)', SPIKE).trim();
    repository.git('switch', '--quiet', '--create', 'topic', SPIKE);
    repository.git('commit', '--quiet', '--amend', '--no-verify', '--message', `Answer\n\nSpike: ${mangle(value)}`);

    expect(judge(repository, { branch: 'topic' })).toMatchObject({ kind: 'spike', passed: false });
  });
});

describe('hostile bytes in a bundle', () => {
  test.each([
    [
      'a deeply nested version',
      `{"v":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`,
      'expected format v 1, found a list',
    ],
    ['a deeply nested kind', `{"v":1,"kind":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`, 'found a list'],
  ])('%s is a finding with its line', async (_name, ledger, reason) => {
    const repository = await shippedSpike();
    plainCommit(repository, 'Break it', { [LEDGER]: ledger });

    const judged = judge(repository);

    expect(judged.passed).toBe(false);
    expect(judged.told.join('\n')).toContain(`log: expected an intact command log: line 1: `);
    expect(judged.told.join('\n')).toContain(reason);
  });

  test('a signature that nothing reads is not let through beside the ledger', async () => {
    const repository = await shippedSpike();
    plainCommit(repository, 'Sign it', { [`${LEDGER}.sig`]: '#!/bin/sh\n' });

    expect(judge(repository).told).toContainEqual(`paths: expected no change to a protected path, found ${LEDGER}.sig`);
  });

  test('more spikes than a gate would ever be done with are refused', () => {
    const repository = createSpikeRepository();
    repository.branch('flood', 'main');
    const trailers = Array.from({ length: 51 }, (_, index) => `Spike: s${index}/1 0:0123456789ab`).join('\n');
    repository.git('commit', '--quiet', '--allow-empty', '--message', `Flood\n\n${trailers}`);

    expect(() => judge(repository, { branch: 'flood' })).toThrow(
      'expected at most 50 spikes in a pull request, found 51',
    );
  });
});
