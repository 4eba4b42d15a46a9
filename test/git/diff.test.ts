import { describe, expect, test } from 'vitest';
import { parseCommitId, parseTreeId } from '../../src/core/object-id.ts';
import { changedEntries, changedEntriesOfIndex } from '../../src/git/diff.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

function pathsOf(entries: readonly { readonly path: string }[]): readonly string[] {
  return entries.map(({ path }) => path).sort();
}

function names(...texts: readonly string[]): readonly string[] {
  return texts.map((text) => Buffer.from(text).toString('latin1')).sort();
}

/** Everything a person, or a repository, can set that changes what `git diff` shows. */
function poison(repository: TestRepository): void {
  const settings = {
    'diff.renames': 'copies',
    'diff.relative': 'true',
    'diff.noprefix': 'true',
    'diff.ignoreSubmodules': 'all',
    'diff.orderFile': repository.write('.git/order', '*.z\n'),
    'diff.external': 'false',
    'diff.mnemonicPrefix': 'true',
    'core.abbrev': '7',
    'core.quotePath': 'true',
    'core.ignoreCase': 'true',
    'core.fileMode': 'false',
    'core.attributesFile': repository.write('.git/attributes', '* -diff binary\n'),
    'color.ui': 'always',
  };
  for (const [key, value] of Object.entries(settings)) repository.git('config', key, value);
}

test('entries hold full ids, modes and the raw bytes of every name', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base', { kept: 'k', gone: 'g', 'tool.sh': 't' }));
  const odd = ['größe', 'quo"te', 'line\nfeed', 'tab\t', ' space ', '-dash', ':(top)x'];
  for (const name of odd) repository.write(name, name);
  repository.write(Buffer.from([0x6e, 0xff, 0x6e]), 'bytes');
  repository.write('tool.sh', 't', 0o755);
  repository.remove('gone');
  repository.link('link', '/etc/passwd');
  const head = parseCommitId(repository.commit('head'));

  const entries = changedEntries(repository.path, { from: base, to: head });

  expect(pathsOf(entries)).toEqual([...names(...odd, 'gone', 'link', 'tool.sh'), 'n\u00ffn'].sort());
  expect(entries.every(({ oldId, newId }) => oldId.length === 40 && newId.length === 40)).toBe(true);
  const modes = new Map(
    entries.map((entry) => [Buffer.from(entry.path).toString(), `${entry.status} ${entry.oldMode} ${entry.newMode}`]),
  );
  expect(modes.get('tool.sh')).toBe('M 100644 100755');
  expect(modes.get('gone')).toBe('D 100644 000000');
  expect(modes.get('link')).toBe('A 000000 120000');
});

describe('nothing that can be set changes the entries', () => {
  function scene() {
    const repository = createRepository();
    const base = parseCommitId(
      repository.commit('base', { 'src/old': 'the same text, long enough to be a rename\n'.repeat(9), 'a/b': '1' }),
    );
    repository.git('mv', 'src/old', 'src/new');
    repository.write('.gitattributes', '* -diff merge=binary filter=none\n');
    repository.write('.gitmodules', `[submodule "lib"]\n\tpath = lib\n\turl = ./nowhere\n\tignore = all\n`);
    repository.git('add', '--all');
    repository.git('update-index', '--add', '--cacheinfo', `160000,${base},lib`);
    repository.git('commit', '--quiet', '--message', 'head');
    return { repository, base, head: parseCommitId(repository.git('rev-parse', 'HEAD')) };
  }
  const EXPECTED = names('.gitattributes', '.gitmodules', 'lib', 'src/new', 'src/old');

  test('between commits, from a subfolder too', () => {
    const { repository, base, head } = scene();
    poison(repository);

    expect(pathsOf(changedEntries(repository.path, { from: base, to: head }))).toEqual(EXPECTED);
    expect(pathsOf(changedEntries(`${repository.path}/src`, { from: base, to: head }))).toEqual(EXPECTED);
  });

  test('of the index', () => {
    const { repository, base } = scene();
    poison(repository);

    expect(pathsOf(changedEntriesOfIndex(`${repository.path}/src`, base))).toEqual(EXPECTED);
  });

  test('a submodule that moves is an entry', () => {
    const { repository, base, head } = scene();
    repository.git('update-index', '--cacheinfo', `160000,${head},lib`);
    poison(repository);

    expect(changedEntriesOfIndex(repository.path, head)).toEqual([
      expect.objectContaining({ oldMode: '160000', newMode: '160000', oldId: base, newId: head }),
    ]);
  });

  test('variables that change pathspecs', () => {
    const { repository, base, head } = scene();
    for (const name of ['LITERAL', 'GLOB', 'NOGLOB', 'ICASE']) {
      const env = { ...process.env, [`GIT_${name}_PATHSPECS`]: '1' };

      expect(
        pathsOf(changedEntries(repository.path, { from: base, to: head, env, pathspecs: ['src/*', 'SRC/*'] })),
      ).toEqual(names('src/new', 'src/old'));
    }
  });
});

test('an entry merely intended to be added is not about to be committed', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base', { a: '1' }));
  repository.write('later', '2');
  repository.git('add', '--intent-to-add', 'later');

  expect(changedEntriesOfIndex(repository.path, base)).toEqual([]);
});

test('an index with skipped and assumed files shows what would be committed', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base', { a: '1', b: '1' }));
  repository.write('a', '2');
  repository.git('add', 'a');
  repository.git('update-index', '--assume-unchanged', 'a');
  repository.git('update-index', '--skip-worktree', 'b');

  expect(pathsOf(changedEntriesOfIndex(repository.path, base))).toEqual(['a']);
});

test('a sparse index still shows changes outside the cone', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base', { 'in/a': '1', 'out/deep/b': '1' }));
  const other = repository.commit('other', { 'out/deep/b': '2', 'out/c': '3' });
  repository.git('sparse-checkout', 'init', '--cone', '--sparse-index');
  repository.git('sparse-checkout', 'set', 'in');

  expect(repository.git('ls-files', '--sparse')).toMatch(/^out\/$/m);
  expect(pathsOf(changedEntriesOfIndex(repository.path, base))).toEqual(['out/c', 'out/deep/b']);
  expect(pathsOf(changedEntriesOfIndex(repository.path, base, { pathspecs: ['out/**'] }))).toEqual([
    'out/c',
    'out/deep/b',
  ]);
  expect(pathsOf(changedEntries(repository.path, { from: base, to: parseCommitId(other) }))).toEqual([
    'out/c',
    'out/deep/b',
  ]);
});

test('trees and commits of a SHA-256 repository', () => {
  const repository = createRepository({ objectFormat: 'sha256' });
  const base = parseCommitId(repository.commit('base', { a: '1' }));
  repository.commit('head', { a: '2' });
  const tree = parseTreeId(repository.git('rev-parse', 'HEAD^{tree}'));

  expect(changedEntries(repository.path, { from: base, to: tree })).toEqual([
    expect.objectContaining({ oldId: expect.stringMatching(/^[0-9a-f]{64}$/), status: 'M' }),
  ]);
});

describe('pathspecs as git matches them, in trees and in the index alike', () => {
  const FILES = [
    'top',
    'src/f',
    'src/a/f',
    'srcx/f',
    'db/migrations/1.sql',
    'we[ird]/f',
    'weird/f',
    ':(exclude)x',
    '!neg',
    'sub dir/f',
  ];

  test.each([
    ['a folder with a slash', 'src/', ['src/a/f', 'src/f']],
    ['a folder without', 'src', ['src/a/f', 'src/f']],
    ['one level', 'src/*', ['src/f']],
    ['all levels', 'src/**', ['src/a/f', 'src/f']],
    ['a wildcard folder with a slash', 'sr?/', ['src/a/f', 'src/f']],
    ['any folder', '**/f', ['src/a/f', 'src/f', 'srcx/f', 'sub dir/f', 'we[ird]/f', 'weird/f']],
    ['the top level alone', '*', ['!neg', ':(exclude)x', 'top']],
    ['another case', 'SRC/', []],
    ['escaped brackets', 'we\\[ird\\]/f', ['we[ird]/f']],
    ['a name that looks like magic', ':(exclude)x', [':(exclude)x']],
    ['a name that looks like a negation', '!neg', ['!neg']],
    ['a file with a slash after it', 'top/', []],
  ])('%s: %s', (_name, spec, expected) => {
    const repository = createRepository();
    const base = parseCommitId(repository.commit('base'));
    const head = parseCommitId(repository.commit('head', Object.fromEntries(FILES.map((file) => [file, file]))));

    expect(pathsOf(changedEntries(`${repository.path}/src`, { from: base, to: head, pathspecs: [spec] }))).toEqual(
      expected,
    );
    expect(pathsOf(changedEntriesOfIndex(`${repository.path}/src`, base, { pathspecs: [spec] }))).toEqual(expected);
  });

  test('no pathspec matches nothing, nor does one that leads out; an empty one is an error', () => {
    const repository = createRepository();
    const base = parseCommitId(repository.commit('base'));
    const head = parseCommitId(repository.commit('head', { a: '1' }));

    expect(changedEntries(repository.path, { from: base, to: head, pathspecs: [] })).toEqual([]);
    expect(() => changedEntries(repository.path, { from: base, to: head, pathspecs: [''] })).toThrow(
      /found an empty one/,
    );
    expect(changedEntries(repository.path, { from: base, to: head, pathspecs: ['../a', './a', '/a'] })).toEqual([]);
  });
});

test('a commit that is not here is an error, never an empty list', () => {
  const repository = createRepository();
  const base = parseCommitId(repository.commit('base'));
  const gone = parseCommitId('1'.repeat(40));

  expect(() => changedEntries(repository.path, { from: base, to: gone })).toThrow(
    expect.objectContaining({ code: 'git-failed' }),
  );
});
