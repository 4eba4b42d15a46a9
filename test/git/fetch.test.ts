import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { parseCommitId } from '../../src/core/object-id.ts';
import { type FetchedRepository, fetchRepository } from '../../src/git/fetch.ts';
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
  const wanted = { targets, head: parseCommitId(remote.git('rev-parse', head)) };
  const settings = { 'http.https://git.test.invalid/.extraheader': 'AUTHORIZATION: basic c2VjcmV0' };
  const fetched = await fetchRepository(here.path, { url: `file://${remote.path}`, settings }, wanted);
  return { ...fetched, here, head: wanted.head };
}

/** The merge base as it is seen here and in the remote. */
function bases(remote: TestRepository, { here, tips: [tip], head }: Fetched): unknown {
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
    expect(fetched.tips).toEqual([remote.git('rev-parse', 'main')]);
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
    const [main, release] = fetched.tips;
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
      { commit: head, path: 'a' },
      { commit: head, path: 'not/there' },
    ]);
    close();
    expect(readFileAt(here.path, head, 'a/one')?.bytes.toString()).toBe('one\n');
    expect(readFileAt(here.path, head, 'a/two')?.bytes.toString()).toBe('two\n');
    expect(() => readFileAt(here.path, head, 'b/three')).toThrow(/cat-file/);
  });

  test('of a name with a wildcard are that name', async () => {
    const remote = createRemote();
    remote.commit('Odd names', { '[ab]/odd': 'odd\n' });
    const { here, head, fetchContents, close } = await fetchFrom(remote, 'main');
    await fetchContents([{ commit: head, path: '[ab]' }]);
    close();
    expect(readFileAt(here.path, head, '[ab]/odd')?.bytes.toString()).toBe('odd\n');
    expect(() => readFileAt(here.path, head, 'a/one')).toThrow(/cat-file/);
  });
});

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
