/** What is no regular file, where one is expected and where it is not; and what is too large. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { judgePullRequest } from '../../src/gate/pull-request.ts';
import { createFolder, repositoryAt, type TestRepository } from '../support/git-fixture.ts';
import { createSpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const SPIKE = 'spike/users-email';
const BUNDLE = 'spikes/users-email';
const LEDGER = `${BUNDLE}/command_log.jsonl`;

const saved = mkdtempSync(join(tmpdir(), 'spike-gate-shipped-'));
afterAll(() => rmSync(saved, { recursive: true, force: true }));
let isSaved = false;

/** Shipped once, and copied for each test. */
async function shipped(): Promise<TestRepository> {
  if (!isSaved) cpSync((await shippedSpike()).path, saved, { recursive: true });
  isSaved = true;
  const folder = createFolder();
  cpSync(saved, folder, { recursive: true });
  return repositoryAt(folder);
}

function judge(repository: TestRepository, branch = SPIKE) {
  const commit = (ref: string) => parseCommitId(repository.git('rev-parse', `${ref}^{commit}`));
  const { judged, passed, spikes } = judgePullRequest({
    cwd: repository.path,
    target: commit('main'),
    head: commit('HEAD'),
    branch,
    sameRepository: true,
  });
  return {
    kind: judged.kind,
    passed,
    findings: spikes.flatMap(({ verdict }) => verdict.findings),
    notices: spikes.flatMap(({ verdict }) => verdict.notices),
  };
}

/** Past the hooks and the working tree: entries as they are put. */
function put(
  repository: TestRepository,
  entries: readonly (readonly [mode: string, path: string, of?: string])[],
): void {
  const blob = repository.gitWith({ input: 'README.md' }, 'hash-object', '-w', '--stdin').toString().trim();
  for (const [mode, path, of] of entries) {
    repository.git('rm', '-r', '--quiet', '--cached', '--ignore-unmatch', '--', path);
    const regular = of === undefined ? blob : repository.git('rev-parse', `HEAD:${of}`);
    const id = mode === '160000' ? 'd'.repeat(40) : regular;
    repository.git('update-index', '--add', '--cacheinfo', `${mode},${id},${path}`);
  }
  repository.git('commit', '--quiet', '--no-verify', '--message', 'Put');
}

describe('in the place of the bundle', () => {
  test.each([
    ['a symbolic link', '120000', BUNDLE],
    ['a submodule', '160000', BUNDLE],
    ['a regular file', '100644', BUNDLE],
    ['a symbolic link', '120000', 'spikes'],
    ['a submodule', '160000', 'spikes'],
  ])('%s is a finding that says so', async (what, mode, path) => {
    const repository = await shipped();
    put(repository, [[mode, path]]);

    const { passed, findings } = judge(repository);

    expect(passed).toBe(false);
    expect(findings).toContainEqual({
      rule: 'log',
      message: `expected an intact command log: expected a folder at ${path}, found ${what}`,
      hint: `git rm -- ${path} and commit that, then spike ship writes the bundle again`,
      file: path,
    });
    expect(findings.map(({ rule, file }) => [rule, file])).toContainEqual(['paths', path]);
  });

  test('a link of a spike that the branch does not name is judged all the same', () => {
    const repository = createSpikeRepository();
    repository.branch('topic', 'main');
    put(repository, [['120000', BUNDLE]]);

    expect(judge(repository, 'topic')).toMatchObject({ kind: 'spike', passed: false });
  });

  test('a file beside the bundles is nobody’s bundle', () => {
    const repository = createSpikeRepository();
    repository.branch('topic', 'main');
    put(repository, [['100644', 'spikes/README']]);

    expect(judge(repository, 'topic')).toMatchObject({ kind: 'none', passed: true });
  });
});

describe('in the place of a file of the bundle', () => {
  test.each([
    ['a symbolic link', '120000', 'command_log.jsonl', 'log: expected an intact command log'],
    ['a submodule', '160000', 'command_log.jsonl', 'log: expected an intact command log'],
    ['an executable file', '100755', 'command_log.jsonl', 'log: expected an intact command log'],
    ['a symbolic link', '120000', 'HYPOTHESIS.md', 'hypothesis: expected a well-formed HYPOTHESIS.md'],
    ['an executable file', '100755', 'EVIDENCE.md', 'evidence: expected a well-formed EVIDENCE.md'],
    ['a symbolic link', '120000', 'attempts/1.jsonl', 'log: expected an intact command log'],
  ])('%s is a finding: %s %s', async (what, ...[mode, name, said]) => {
    const repository = await shipped();
    const path = `${BUNDLE}/${name}`;
    put(repository, [mode === '100755' ? [mode, path, path] : [mode, path]]);

    const { passed, findings } = judge(repository);
    const told = findings.map(({ rule, message, file }) => [`${rule}: ${message}`, file]);

    expect(passed).toBe(false);
    expect(told).toContainEqual([`${said}: ${path}: expected a regular file of mode 100644, found ${what}`, path]);
    expect(told).toContainEqual([`paths: expected no change to a protected path, found ${path}`, path]);
  });
});

describe('among the changes inside the declared paths', () => {
  test('what is more than text passes, and the reviewer is told', async () => {
    const repository = createSpikeRepository();
    repository.write('app/tool', 'x\n', 0o755);
    repository.link('app/was-link', 'answer');
    repository.commit('Tools');
    repository.begin();
    await repository.run('sh', 'check.sh');
    for (const name of ['a', 'b', 'c', 'd', 'e']) repository.link(`app/link-${name}`, 'answer');
    repository.remove('app/was-link');
    repository.write('app/run.sh', 'exit 0\n', 0o755);
    repository.write('app/tool', 'x\n', 0o644);
    repository.commitWork('Answer yes', { 'app/answer': 'yes\n', 'app/was-link': 'text\n' });
    await repository.run('sh', 'check.sh');
    await repository.ship();

    expect(judge(repository)).toMatchObject({
      passed: true,
      notices: [
        '5 symbolic links: app/link-a, app/link-b, app/link-c and 2 more',
        '1 file in place of a link or a submodule: app/was-link',
        '1 file made executable: app/run.sh',
        '1 file no longer executable: app/tool',
      ],
    });
  });

  test('a submodule is named even where the seal does not speak for it', async () => {
    const repository = await shipped();
    put(repository, [['160000', 'app/vendor']]);

    const { findings, notices } = judge(repository);

    expect(findings.map(({ rule }) => rule)).toEqual(['seal']);
    expect(notices).toContain('1 submodule: app/vendor');
  });
});

describe('a head that is not the sealed commit', () => {
  test('with the target merged in passes, and the reviewer is told what is compared', async () => {
    const repository = await shipped();
    repository.git('switch', '--quiet', 'main');
    repository.commit('Elsewhere', { 'README.md': 'A better shop\n' });
    repository.git('switch', '--quiet', SPIKE);
    repository.git('merge', '--quiet', '--no-edit', 'main');

    const { passed, notices } = judge(repository);

    expect(passed).toBe(true);
    expect(notices).toContain(
      'more than the sealed commit is in this history: the target was merged in, and the patch is what is compared',
    );
  });

  test('but for its bundle needs no such notice', async () => {
    expect(judge(await shipped())).toMatchObject({ passed: true, notices: [] });
  });
});

describe('what is too large is not read', () => {
  test.each([
    ['a ledger', 'command_log.jsonl', 67_108_865, 'expected ledgers of at most 67108864 bytes in all, found 67108865'],
    ['a hypothesis', 'HYPOTHESIS.md', 262_145, 'expected at most 262144 bytes, found 262145'],
    ['evidence', 'EVIDENCE.md', 262_145, 'expected at most 262144 bytes, found 262145'],
  ])('%s', async (_what, ...[name, size, said]) => {
    const repository = await shipped();
    repository.write(`${BUNDLE}/${name}`, Buffer.alloc(size, 'x'));
    repository.commit('Swell');

    const { findings } = judge(repository);
    const told = findings.filter(({ file }) => file === `${BUNDLE}/${name}`).map(({ message }) => message);

    expect(told).toEqual([expect.stringContaining(`${BUNDLE}/${name}: ${said}`)]);
  });

  test('the configuration of the target', () => {
    const repository = createSpikeRepository();
    repository.commit('Swell', { '.spike.yml': Buffer.alloc(262_145, '#') });
    repository.branch(SPIKE, 'main');

    expect(() => judge(repository)).toThrow('expected .spike.yml to have at most 262144 bytes, found 262145');
  });

  test('but for a ledger of many parts, which breaks where it breaks', async () => {
    const repository = await shipped();
    const sealed = `${repository.git('show', `HEAD:${LEDGER}`)}\n`;
    repository.write(LEDGER, `${sealed}${'x'.repeat(3_000_000)}\n`);
    repository.commit('Swell');

    const line = sealed.split('\n').length;
    expect(judge(repository).findings).toContainEqual(
      expect.objectContaining({ rule: 'log', message: expect.stringContaining(`line ${line}: `), file: LEDGER, line }),
    );
  });
});
