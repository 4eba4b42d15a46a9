import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { openRepository } from '../../src/git/repository.ts';
import { createFolder, createRepository, repositoryAt } from '../support/git-fixture.ts';

test('a new branch begins where it is told, and is switched to', async () => {
  const repository = createRepository();
  const first = repository.commit('first', { a: '1' });
  repository.commit('second', { a: '2' });
  const { createBranch } = openRepository(`${repository.path}`);

  await createBranch('spike/users-email', first);

  expect(repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/spike/users-email');
  expect(repository.git('rev-parse', 'HEAD')).toBe(first);
  await expect(createBranch('main', first)).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining('already exists'),
  });
});

test('changes that a new branch would overwrite stay, and so does the branch', async () => {
  const repository = createRepository();
  const first = repository.commit('first', { a: '1' });
  repository.commit('second', { a: '2' });
  repository.write('a', 'not committed');

  await expect(openRepository(repository.path).createBranch('spike/x', first)).rejects.toMatchObject({
    code: 'git-failed',
  });

  expect(repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect(repository.git('status', '--porcelain')).toBe(' M a');
});

test('a folder that is not there, or no repository, is an error', async () => {
  const folder = createFolder();

  await expect(openRepository(folder).createBranch('x', 'HEAD')).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining('not a git repository'),
  });
  await expect(openRepository(`${folder}/gone`).init('x')).rejects.toMatchObject({ code: 'git-failed' });
});

test('a new branch tracks nothing, whatever branch.autoSetupMerge says', async () => {
  const repository = createRepository();
  const first = repository.commit('first');
  repository.git('config', 'branch.autoSetupMerge', 'always');
  repository.git('update-ref', 'refs/remotes/origin/main', first);

  await openRepository(repository.path).createBranch('spike/x', 'refs/remotes/origin/main');

  expect(repository.git('config', '--list')).not.toContain('branch.spike');
});

test('dirty paths are staged, changed and untracked ones, in any folder, whatever the settings hide', async () => {
  const repository = createRepository();
  repository.commit('base', { a: '1', b: '1', 'sub/c': '1', old: 'long enough to be a rename\n'.repeat(20) });
  const open = openRepository(`${repository.path}/sub`);
  expect(await open.dirtyPaths()).toEqual([]);

  repository.git('config', 'status.showUntrackedFiles', 'no');
  repository.git('config', 'status.renames', 'copies');
  repository.git('config', 'status.relativePaths', 'true');
  repository.git('mv', 'old', 'new');
  repository.write('a', '2');
  repository.write('b', '2');
  repository.git('add', 'b');
  repository.write('folder/untracked "größe"\n', '1');
  repository.write(Buffer.from([0x78, 0xff]), '1');

  expect([...(await open.dirtyPaths())].sort()).toEqual([
    'a',
    'b',
    'folder/untracked "größe"\n',
    'new',
    'old',
    'x\\xff',
  ]);
});

test('inside a hook it is the index of the running commit that counts', async () => {
  const repository = createRepository();
  repository.commit('base', { a: '1' });
  const other = `${repository.path}/.git/other-index`;
  repository.gitWith({ env: { GIT_INDEX_FILE: other } }, 'read-tree', '--empty');
  vi.stubEnv('GIT_INDEX_FILE', other);

  const dirty = await openRepository(repository.path).dirtyPaths();

  expect(dirty).toContain('a');
});

describe('fetching', () => {
  /** `uploadpack.allowFilter` is what a hosting service has on. */
  function createScene() {
    const origin = createRepository();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const ids = ['1', '2', '3', '4'].map((content) => origin.commit(content, { a: content }));
    origin.git('tag', 'v1');
    return { origin, ids, url: pathToFileURL(origin.path).href };
  }

  test('into a repository of its own: named commits, without tags, contents or FETCH_HEAD', async () => {
    const { ids, url } = createScene();
    const folder = createFolder();
    const open = openRepository(folder);
    await open.init(folder);
    await open.addRemote('origin', url);
    const [, , third = '', fourth = ''] = ids;

    await open.fetch('origin', [`+${fourth}:refs/heads/head`], {
      filter: 'blob:none',
      depth: 1,
      env: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraHeader', GIT_CONFIG_VALUE_0: 'X: y' },
    });

    const fetched = repositoryAt(folder);
    expect(fetched.git('rev-parse', 'refs/heads/head')).toBe(fourth);
    expect(fetched.git('rev-list', '--count', 'refs/heads/head')).toBe('1');
    expect(fetched.git('rev-list', '--objects', '--missing=print', 'refs/heads/head')).toMatch(/^\?/m);
    expect(fetched.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/head');
    expect(readdirSync(`${folder}/.git`)).not.toContain('FETCH_HEAD');

    await open.fetch('origin', [fourth], { filter: 'blob:none', deepen: 1 });
    expect(fetched.git('rev-list', 'refs/heads/head').split('\n')).toEqual([fourth, third]);

    await open.fetch('origin', [fourth], { filter: 'blob:none', unshallow: true });
    expect(fetched.git('rev-list', '--count', 'refs/heads/head')).toBe('4');
  });

  test('a ref that is not there is an error with what git said', async () => {
    const { url } = createScene();
    const repository = createRepository();

    await expect(openRepository(repository.path).fetch(url, ['nowhere'])).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('nowhere'),
    });
  });

  test("an editor or a pager in the person's environment does not stand in the way", async () => {
    const { url, ids } = createScene();
    const repository = createRepository();
    for (const name of ['EDITOR', 'PAGER', 'GIT_EDITOR', 'GIT_SSH_COMMAND']) vi.stubEnv(name, 'false');

    await openRepository(repository.path).fetch(url, ['main:refs/heads/fetched'], {
      env: { GIT_TERMINAL_PROMPT: '0' },
    });

    expect(repository.git('rev-parse', 'fetched')).toBe(ids.at(-1));
  });
});
