import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseCommitId, parseTreeId } from '../../src/core/object-id.ts';
import { commitBundle } from '../../src/git/bundle-commit.ts';
import { changedEntries } from '../../src/git/diff.ts';
import { listTree, readBlob, readFileAt, resolveCommit, treeOf } from '../../src/git/objects.ts';
import { stagedTree } from '../../src/git/staged.ts';
import { createFolder, createRepository, repositoryAt } from '../support/git-fixture.ts';

test('a folder of a tree is listed with modes, sizes and names, from any folder', () => {
  const repository = createRepository();
  repository.write('spikes/x/run.sh', '12345', 0o755);
  repository.link('spikes/x/link', 'target');
  repository.write(Buffer.from([...Buffer.from('spikes/x/'), 0xff]), '');
  const commit = parseCommitId(repository.commit('head', { 'spikes/x/a/b': '1', 'spikes/xy/c': '1', 'größe\n': '1' }));

  const entries = listTree(`${repository.path}/spikes`, commit, 'spikes/x');

  expect(entries.map(({ mode, type, size, path }) => [mode, type, size, path])).toEqual([
    ['100644', 'blob', 1, 'spikes/x/a/b'],
    ['120000', 'blob', 6, 'spikes/x/link'],
    ['100755', 'blob', 5, 'spikes/x/run.sh'],
    ['100644', 'blob', 0, 'spikes/x/\\xff'],
  ]);
  expect(listTree(repository.path, commit, '')).toHaveLength(6);
  expect(listTree(repository.path, commit, 'nowhere')).toEqual([]);
});

test('a submodule is listed as what it is', () => {
  const repository = createRepository();
  const id = repository.commit('base');
  repository.git('update-index', '--add', '--cacheinfo', `160000,${id},lib`);
  repository.git('commit', '--quiet', '--message', 'submodule');
  const commit = parseCommitId(repository.git('rev-parse', 'HEAD'));

  expect(listTree(repository.path, commit, 'lib')).toEqual([
    { mode: '160000', type: 'commit', id, size: undefined, path: 'lib' },
  ]);
  expect(readFileAt(repository.path, commit, 'lib')).toEqual({ mode: '160000', bytes: Buffer.alloc(0) });
});

test('names that look like pathspecs are names', () => {
  const repository = createRepository();
  const commit = parseCommitId(repository.commit('head', { ':(top)x/y': '1', '*/y': '2', 'x/y': '3' }));

  expect(listTree(repository.path, commit, '*').map(({ path }) => path)).toEqual(['*/y']);
  expect(listTree(repository.path, commit, ':(top)x').map(({ path }) => path)).toEqual([':(top)x/y']);
  expect(readFileAt(repository.path, commit, '*/y')?.bytes.toString()).toBe('2');
});

test('one file is read byte for byte, a link as its text and never what it points to', () => {
  const repository = createRepository();
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0x0d, 0x0a, 0xff]);
  repository.git('config', 'core.autocrlf', 'true');
  repository.write('.gitattributes', '*.bin -text\n');
  repository.link('.spike.yml', 'a.bin');
  repository.link('folder', 'real');
  const commit = parseCommitId(repository.commit('head', { 'a.bin': bytes, 'real/file': '1' }));

  expect(readFileAt(repository.path, commit, 'a.bin')).toEqual({ mode: '100644', bytes });
  expect(readFileAt(repository.path, commit, '.spike.yml')).toEqual({ mode: '120000', bytes: Buffer.from('a.bin') });
  expect(readFileAt(repository.path, commit, 'folder/file')).toBeUndefined();
  expect(readFileAt(repository.path, commit, 'real')).toEqual({ mode: '040000', bytes: Buffer.alloc(0) });
  expect(readFileAt(repository.path, commit, 'nowhere')).toBeUndefined();
});

test('a blob that is not here, or no blob, is an error', () => {
  const repository = createRepository();
  const commit = repository.commit('head');

  expect(() => readBlob(repository.path, '1'.repeat(40))).toThrow(expect.objectContaining({ code: 'git-failed' }));
  expect(() => readBlob(repository.path, commit)).toThrow(expect.objectContaining({ code: 'git-failed' }));
  expect(() => readBlob(repository.path, '--help')).toThrow(expect.objectContaining({ code: 'unreadable' }));
});

test('what names a commit, and what names none', () => {
  const repository = createRepository();
  const first = repository.commit('first', { a: '1' });
  repository.commit('second');
  repository.git('tag', '--annotate', '--message', 'tag', 'v1', first);

  expect(resolveCommit(repository.path, 'HEAD~')).toBe(first);
  expect(resolveCommit(repository.path, 'v1')).toBe(first);
  expect(resolveCommit(repository.path, first)).toBe(first);
  for (const none of ['nowhere', 'HEAD:a', '--all', '', '1'.repeat(40), 'refs/heads/none']) {
    expect(resolveCommit(repository.path, none)).toBeUndefined();
  }
  expect(treeOf(repository.path, parseCommitId(first))).toBe(repository.git('rev-parse', 'v1^{tree}'));
});

test('a SHA-256 repository has longer ids and the same answers', () => {
  const repository = createRepository({ objectFormat: 'sha256' });
  const commit = parseCommitId(repository.commit('head', { a: '1' }));

  expect(commit).toHaveLength(64);
  expect(readFileAt(repository.path, treeOf(repository.path, commit), 'a')?.bytes.toString()).toBe('1');
  expect(listTree(repository.path, commit, '')[0]?.id).toHaveLength(64);
});

test.each(['', 'HEAD', '1'.repeat(39), '1'.repeat(41), 'A'.repeat(40), `${'1'.repeat(40)}\n`])(
  'no object id: %j',
  (text) => {
    expect(() => parseCommitId(text)).toThrow(expect.objectContaining({ code: 'unreadable' }));
    expect(() => parseTreeId(text)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  },
);

describe('a partial clone, where contents are fetched when they are read', () => {
  function createClone() {
    const origin = createRepository();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const base = parseCommitId(origin.commit('base', { 'in/a': 'a', 'out/b': 'b' }));
    const head = parseCommitId(origin.commit('head', { 'out/b': 'changed' }));
    const path = `${createFolder()}/clone`;
    origin.git('clone', '--quiet', '--filter=blob:none', '--sparse', pathToFileURL(origin.path).href, path);
    const clone = repositoryAt(path);
    clone.git('config', 'user.name', 'Test Person');
    clone.git('config', 'user.email', 'person@test.invalid');
    const missing = () => clone.git('rev-list', '--objects', '--missing=print', '--all').match(/^\?/gm)?.length ?? 0;
    return { clone, base, head, missing };
  }

  test('comparing trees fetches nothing, reading a file fetches that file', () => {
    const { clone, base, head, missing } = createClone();
    const before = missing();

    expect(changedEntries(clone.path, { from: base, to: head })).toHaveLength(1);
    expect(missing()).toBe(before);

    expect(readFileAt(clone.path, head, 'out/b')?.bytes.toString()).toBe('changed');
    expect(missing()).toBe(before - 1);
  });

  test('a bundle is committed and a commit measured without fetching the rest', () => {
    const { clone, head, missing } = createClone();
    const before = missing();

    const commit = commitBundle({
      cwd: clone.path,
      parent: head,
      folder: 'spikes/x',
      files: new Map([['EVIDENCE.md', Buffer.from('e')]]),
      message: 'Kill x',
      ref: 'refs/heads/spike-evidence/x',
      expectedOld: undefined,
    });

    expect(clone.git('diff-tree', '-r', '--name-status', head, commit)).toBe('A\tspikes/x/EVIDENCE.md');
    expect(stagedTree(clone.path)).toBe(treeOf(clone.path, head));
    expect(missing()).toBe(before);
  });
});
