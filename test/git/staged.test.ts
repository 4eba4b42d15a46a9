import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { measureChange } from '../../src/git/change.ts';
import { stagedEntries, stagedTree } from '../../src/git/staged.ts';
import { createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

/** Says that it runs, with its environment and folder, and waits to be let go. */
const HOOK = `#!/bin/sh
env -0 > "$WAITING_ROOM/environment.new"
pwd > "$WAITING_ROOM/folder"
mv "$WAITING_ROOM/environment.new" "$WAITING_ROOM/environment"
until [ -e "$WAITING_ROOM/go" ]; do sleep 0.02; done
`;

interface Seen {
  readonly tree: string;
  readonly paths: readonly string[];
  readonly index: string | undefined;
}

/** Runs a real `git commit` in `repository` and asks, while its pre-commit hook waits, what is staged. */
async function duringCommit(
  repository: TestRepository,
  waitingRoom: TestRepository,
  args: readonly string[],
): Promise<Seen> {
  const env = { ...process.env, GIT_EDITOR: 'true', WAITING_ROOM: waitingRoom.path };
  const commit = spawn('git', ['commit', '--quiet', '--message', 'head', ...args], {
    cwd: repository.path,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => commit.on('close', resolve));
  try {
    while (!existsSync(`${waitingRoom.path}/environment`)) await Promise.race([sleep(10), ended.then(failIfEarly)]);
    const hookEnv = parseEnvironment(readFileSync(`${waitingRoom.path}/environment`, 'utf8'));
    const cwd = readFileSync(`${waitingRoom.path}/folder`, 'utf8').trimEnd();
    const paths = stagedEntries(cwd, hookEnv).map(({ path }) => Buffer.from(path).toString());
    return { tree: stagedTree(cwd, hookEnv), paths, index: hookEnv['GIT_INDEX_FILE'] };
  } finally {
    writeFileSync(`${waitingRoom.path}/go`, '');
    expect(await ended).toBe(0);
  }
}

function failIfEarly(status: number | null): never {
  throw new Error(`git commit ended with ${status} before its hook ran`);
}

function parseEnvironment(text: string): NodeJS.ProcessEnv {
  return Object.fromEntries(
    text
      .split('\0')
      .flatMap((line) => (line === '' ? [] : [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]])),
  );
}

function createScene(): { repository: TestRepository; waitingRoom: TestRepository } {
  const repository = createRepository();
  repository.commit('base', { a: '1', b: '1', 'sub/c': '1' });
  repository.write('.git/hooks/pre-commit', HOOK, 0o755);
  return { repository, waitingRoom: createRepository() };
}

describe('what a real hook sees is what is committed', () => {
  test('by a plain commit, not the unstaged rest', async () => {
    const { repository, waitingRoom } = createScene();
    repository.write('a', '2');
    repository.git('add', 'a');
    repository.write('b', 'unstaged');

    const seen = await duringCommit(repository, waitingRoom, []);

    expect(seen).toEqual({ tree: repository.git('rev-parse', 'HEAD^{tree}'), paths: ['a'], index: '.git/index' });
  });

  test('by commit --all, whose index is a lock file', async () => {
    const { repository, waitingRoom } = createScene();
    repository.write('a', '2');
    repository.write('sub/c', '2');

    const seen = await duringCommit(repository, waitingRoom, ['--all']);

    expect(seen.index).toMatch(/index\.lock$/);
    expect(seen).toMatchObject({ tree: repository.git('rev-parse', 'HEAD^{tree}'), paths: ['a', 'sub/c'] });
  });

  test('by commit -- path, whose index leaves out what else is staged', async () => {
    const { repository, waitingRoom } = createScene();
    repository.write('a', '2');
    repository.write('b', 'staged, and not meant');
    repository.git('add', 'b');

    const seen = await duringCommit(repository, waitingRoom, ['--', 'a']);

    expect(seen.index).toMatch(/next-index-\d+\.lock$/);
    expect(seen).toMatchObject({ tree: repository.git('rev-parse', 'HEAD^{tree}'), paths: ['a'] });
  });

  test('in a linked worktree', async () => {
    const { repository, waitingRoom } = createScene();
    repository.git('worktree', 'add', '--quiet', '-b', 'spike', `${waitingRoom.path}/linked`);
    const linked = repositoryAt(`${waitingRoom.path}/linked`);
    linked.write('a', 'linked');
    linked.git('add', 'a');
    repository.write('b', 'main');
    repository.git('add', 'b');

    const seen = await duringCommit(linked, waitingRoom, []);

    expect(seen).toMatchObject({ tree: linked.git('rev-parse', 'HEAD^{tree}'), paths: ['a'] });
  });

  test('with a split index', async () => {
    const { repository, waitingRoom } = createScene();
    repository.git('update-index', '--split-index');
    repository.write('a', '2');
    repository.git('add', 'a');

    const seen = await duringCommit(repository, waitingRoom, []);

    expect(seen).toMatchObject({ tree: repository.git('rev-parse', 'HEAD^{tree}'), paths: ['a'] });
  });
});

test('the index stays as it is, byte for byte, and may be locked', () => {
  const repository = createRepository();
  repository.commit('base', { a: '1' });
  repository.write('a', '2');
  repository.git('add', 'a');
  const before = readFileSync(`${repository.path}/.git/index`);
  repository.write('.git/index.lock', '');

  const tree = stagedTree(repository.path);

  expect(repository.git('rev-parse', `${tree}:a`)).toBe(
    repository.gitWith({ input: '2' }, 'hash-object', '--stdin').toString().trim(),
  );
  expect(readFileSync(`${repository.path}/.git/index`).equals(before)).toBe(true);
});

test('before the first commit everything staged is new', () => {
  const repository = createRepository({ objectFormat: 'sha256' });
  expect(stagedEntries(repository.path)).toEqual([]);
  expect(stagedTree(repository.path)).toHaveLength(64);

  repository.write('a', '1');
  repository.git('add', 'a');
  expect(stagedEntries(`${repository.path}`)).toEqual([expect.objectContaining({ status: 'A', newMode: '100644' })]);
});

test('an unfinished merge has no tree, and its conflicts are entries', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base', { a: '1' }));
  repository.branch('other');
  repository.commit('other', { a: 'other' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('main', { a: 'main' });
  expect(() => repository.git('merge', 'other')).toThrow();

  expect(() => stagedTree(repository.path)).toThrow(expect.objectContaining({ code: 'git-failed' }));
  expect(
    measureChange({
      cwd: repository.path,
      base,
      to: 'index',
      paths: [],
      protectedPaths: [],
      bundle: 'spikes',
      slug: parseSlug('x'),
    }).outside,
  ).toEqual(['a']);
});
