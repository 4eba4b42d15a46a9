import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { parseCommitId } from '../../src/core/object-id.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { readBundle } from '../../src/gate/bundle.ts';
import { bundleAt } from '../../src/gate/bundle-at.ts';
import { type FetchedRepository, fetchRepository, type WantedHistory } from '../../src/git/fetch.ts';
import { mergeBase } from '../../src/git/merge-base.ts';
import { readFileAt } from '../../src/git/objects.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

/** A repository that serves what GitHub serves. */
function createRemote(): TestRepository {
  const remote = createRepository();
  remote.git('config', 'uploadpack.allowFilter', 'true');
  remote.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  remote.commit('Begin', { 'a/one': 'one\n', 'a/two': 'two\n', 'b/three': 'three\n' });
  return remote;
}

/** Empty commits on a branch that is not checked out. */
function grow(remote: TestRepository, branch: string, count: number): void {
  const commit = (parent: string) =>
    `commit refs/heads/${branch}\ncommitter A <a@test.invalid> 1750009999 +0000\ndata 0\n${parent}\n`;
  const from = remote.git('rev-parse', branch);
  remote.gitWith({ input: `${commit(`from ${from}\n`)}${commit('').repeat(count - 1)}` }, 'fast-import', '--quiet');
}

interface Fetched extends FetchedRepository {
  readonly here: TestRepository;
  readonly head: CommitId;
}

async function fetchFrom(
  remote: TestRepository,
  head: string,
  targets: readonly string[] = ['main'],
): Promise<Fetched> {
  const here = repositoryAt(createFolder());
  const commit = parseCommitId(remote.git('rev-parse', head));
  const wanted: WantedHistory = {
    branches: targets,
    commits: [commit],
    compared: (tips) => [...tips.values()].map((target) => ({ target, head: commit })),
  };
  const settings = { 'http.https://git.test.invalid/.extraheader': 'AUTHORIZATION: basic c2VjcmV0' };
  const fetched = await fetchRepository(here.path, { url: `file://${remote.path}`, settings }, wanted);
  return { ...fetched, here, head: commit };
}

/** The merge base as it is seen here and in the remote. */
function bases(remote: TestRepository, { here, tips, head }: Fetched): unknown {
  const [tip] = tips.values();
  if (tip === undefined) throw new Error('expected a tip');
  expect(mergeBase(here.path, tip, [head])).toEqual(mergeBase(remote.path, tip, [head]));
  return mergeBase(here.path, tip, [head]).kind;
}

const isShallow = ({ here }: Fetched) => here.git('rev-parse', '--is-shallow-repository') === 'true';

describe('history', () => {
  test('is fetched as deep as the one merge base, and no deeper', async () => {
    const remote = createRemote();
    remote.branch('old');
    grow(remote, 'main', 1000);
    remote.branch('work', 'main~300');
    remote.commit('Work');
    grow(remote, 'main', 200);
    const fetched = await fetchFrom(remote, 'work');
    expect(bases(remote, fetched)).toBe('one');
    expect([...fetched.tips]).toEqual([['main', remote.git('rev-parse', 'main')]]);
    expect(isShallow(fetched)).toBe(true);
    expect(fetched.here.git('count-objects', '-v')).not.toContain('in-pack: 0');
  });

  test('is fetched for every target', async () => {
    const remote = createRemote();
    remote.branch('release');
    grow(remote, 'main', 400);
    remote.branch('work', 'main');
    remote.commit('Work');
    const fetched = await fetchFrom(remote, 'work', ['main', 'release']);
    const [main, release] = [fetched.tips.get('main'), fetched.tips.get('release')];
    expect(main).toBe(remote.git('rev-parse', 'main'));
    expect(release).toBe(remote.git('rev-parse', 'release'));
    if (release === undefined) throw new Error('expected a tip');
    expect(mergeBase(fetched.here.path, release, [fetched.head])).toEqual({ kind: 'one', base: release });
  });

  test('is fetched whole before several merge bases are believed', async () => {
    const remote = createRemote();
    remote.branch('work');
    const before = remote.commit('Work');
    remote.git('switch', '--quiet', 'main');
    remote.commit('Main');
    remote.git('merge', '--quiet', '--no-edit', 'work');
    remote.git('switch', '--quiet', 'work');
    remote.git('merge', '--quiet', '--no-edit', 'main~1');
    expect(before).toMatch(/^[0-9a-f]{40}$/);
    grow(remote, 'main', 300);
    const fetched = await fetchFrom(remote, 'work');
    expect(bases(remote, fetched)).toBe('several');
    expect(isShallow(fetched)).toBe(false);
  });

  test('that is not shared is told as such, not taken for a difference', async () => {
    const remote = createRemote();
    remote.git('switch', '--quiet', '--orphan', 'work');
    remote.commit('Another beginning', { 'a/one': 'one\n' });
    grow(remote, 'main', 300);
    const fetched = await fetchFrom(remote, 'work');
    expect(bases(remote, fetched)).toBe('none');
    expect(isShallow(fetched)).toBe(false);
  });
});

describe('contents', () => {
  test('are here when they were asked for, and never fetched behind the reader', async () => {
    const remote = createRemote();
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([
      { commit: head, file: 'a/one' },
      { commit: head, file: 'not/there' },
      { commit: head, folder: 'not/there' },
    ]);
    close();
    expect(readFileAt(here.path, head, 'a/one')?.bytes.toString()).toBe('one\n');
    expect(() => readFileAt(here.path, head, 'b/three')).toThrow(/cat-file/);
  });

  test('of a name with a wildcard are that name', async () => {
    const remote = createRemote();
    remote.commit('Odd names', { '[ab]/EVIDENCE.md': 'odd\n', 'a/EVIDENCE.md': 'plain\n' });
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([{ commit: head, folder: '[ab]' }]);
    close();
    expect(readFileAt(here.path, head, '[ab]/EVIDENCE.md')?.bytes.toString()).toBe('odd\n');
    expect(() => readFileAt(here.path, head, 'a/EVIDENCE.md')).toThrow(/cat-file/);
  });

  test('of a file are not those below a folder in its place', async () => {
    const remote = createRemote();
    remote.commit('A folder', { '.spike.yml/one': 'clock: 90m\n' });
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([{ commit: head, file: '.spike.yml' }]);
    close();
    expect(blobsHere(here)).toBe(0);
    expect(readFileAt(here.path, head, '.spike.yml')).toMatchObject({ mode: '040000' });
  });

  test('of a bundle are its named files alone, whatever else lies there', async () => {
    const remote = createRemote();
    const strays = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`spikes/one/stray-${at}`, `${at}\n`]));
    remote.link('spikes/one/HYPOTHESIS.md', 'EVIDENCE.md');
    remote.commit('A bundle', {
      ...strays,
      'spikes/one/EVIDENCE.md': 'evidence\n',
      'spikes/one/command_log.jsonl': 'ledger\n',
      'spikes/one/attempts/1.jsonl': 'first\n',
    });
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([{ commit: head, folder: 'spikes/one' }]);
    close();
    expect(blobsHere(here)).toBe(3);
    const { files } = bundleAt({ cwd: here.path, commit: head, bundle: 'spikes', slug: parseSlug('one') });
    expect(files.size).toBe(304);
    expect(files.get('command_log.jsonl')).toMatchObject({ mode: '100644', size: 7 });
    expect(files.get('HYPOTHESIS.md')).toMatchObject({ mode: '120000', size: undefined });
    expect(files.get('stray-7')).toMatchObject({ mode: '100644', size: undefined });
  });

  test('of more attempts than are ever read are left where they are', async () => {
    const remote = createRemote();
    const attempts = Array.from({ length: 101 }, (_, at) => [`spikes/one/attempts/${at + 1}.jsonl`, `${at}\n`]);
    remote.commit('Many', { ...Object.fromEntries(attempts), 'spikes/one/command_log.jsonl': 'ledger\n' });
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([{ commit: head, folder: 'spikes/one' }]);
    close();
    expect(blobsHere(here)).toBe(1);
    const bundle = bundleAt({ cwd: here.path, commit: head, bundle: 'spikes', slug: parseSlug('one') });
    expect(readBundle(bundle).ledgers).toMatchObject({
      kind: 'unknown',
      reason: 'spikes/one/command_log.jsonl: expected the ledgers of at most 100 earlier attempts, found 101',
    });
  });

  test('that would be fetched all day are refused', async () => {
    const remote = createRemote();
    const folders = Array.from({ length: 100 }, (_, at) => `spikes/s${at}`);
    const names = ['command_log.jsonl', ...Array.from({ length: 100 }, (_, at) => `attempts/${at + 1}.jsonl`)];
    const paths = folders.flatMap((folder) => names.map((name) => `${folder}/${name}`));
    const files = paths.map((path) => `M 100644 inline ${path}\ndata ${path.length}\n${path}\n`).join('');
    const commit = 'commit refs/heads/many\ncommitter A <a@test.invalid> 1750009999 +0000\ndata 0\n';
    remote.gitWith({ input: `${commit}from refs/heads/main\n${files}` }, 'fast-import', '--quiet');
    const { here, head, fetchContents } = await fetchFrom(remote, 'many');

    await expect(fetchContents(folders.map((folder) => ({ commit: head, folder })))).rejects.toMatchObject({
      code: 'refused',
      message: 'expected at most 10000 files of bundles to read, found 10100',
    });
    const more = Array.from({ length: 10_001 }, (_, at) => ({ commit: head, folder: `spikes/none-${at}` }));
    await expect(fetchContents(more)).rejects.toMatchObject({
      code: 'refused',
      message: 'expected at most 10000 folders of bundles to read, found 10001',
    });
    expect(blobsHere(here)).toBe(0);
  });
});

/** Contents that a partial clone holds by now. */
function blobsHere(here: TestRepository): number {
  return here
    .git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)')
    .split('\n')
    .filter((type) => type === 'blob').length;
}

test('settings are written nowhere', async () => {
  const { here } = await fetchFrom(createRemote(), 'main');
  expect(readFileSync(join(here.path, '.git', 'config'), 'utf8')).not.toContain('extraheader');
});

test('a branch that is gone is an error with what to do', async () => {
  const remote = createRemote();
  await expect(fetchFrom(remote, 'main', ['gone'])).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining("expected to fetch the pull request's commits from"),
    hint: 'grant the job `contents: read`, then run it again',
  });
});
