/** Trees as git can hold them, and as no checkout would write them: names that stand for protected ones. */

import { describe, expect, test } from 'vitest';
import type { TreeId } from '../../src/core/brand.ts';
import { parseTreeId } from '../../src/core/object-id.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { measureChange } from '../../src/git/change.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

/** The tree of these paths, made entry by entry: nothing looks at the names. */
function treeWith(repository: TestRepository, paths: readonly (readonly string[])[]): TreeId {
  const blob = repository.gitWith({ input: 'x\n' }, 'hash-object', '-w', '--stdin').toString().trim();
  const make = (nodes: readonly (readonly string[])[]): string => {
    const names = [...new Set(nodes.map(([name = '']) => name))];
    const lines = names.map((name) => {
      const below = nodes.filter(([first]) => first === name).map(([, ...rest]) => rest);
      return below.some((rest) => rest.length > 0)
        ? `040000 tree ${make(below.filter((rest) => rest.length > 0))}\t${name}\0`
        : `100644 blob ${blob}\t${name}\0`;
    });
    return repository
      .gitWith({ input: lines.join('') }, 'mktree', '-z')
      .toString()
      .trim();
  };
  return parseTreeId(make(paths));
}

function measure(paths: readonly (readonly string[])[], over: Partial<Parameters<typeof measureChange>[0]> = {}) {
  const repository = createRepository();
  const empty = parseTreeId(repository.gitWith({ input: '' }, 'mktree').toString().trim());
  const to = treeWith(repository, paths);
  const slug = parseSlug('users-email');
  const asked = { cwd: repository.path, base: empty, to, paths: ['**'], protectedPaths: [], bundle: 'spikes', slug };
  return measureChange({ ...asked, ...over });
}

describe('a name that some file system takes for a protected one is protected', () => {
  test.each([
    ['in another case', '.GITHUB/workflows/x.yml', '.GITHUB/workflows/x.yml'],
    ['with a dotless i', '.gıthub/x.yml', '.github/x.yml'],
    ['in wide letters', '.ｇｉｔｈｕｂ/x.yml', '.github/x.yml'],
    ['with a long s', '.ſpike.yml', '.spike.yml'],
    ['with a zero-width joiner', '.git\u200dhub/x.yml', '.github/x.yml'],
    ['with a soft hyphen', 'spi\u00adkes/other/EVIDENCE.md', 'spikes/other/evidence.md'],
    ['with a dot behind it', '.github./x.yml', '.github/x.yml'],
    ['with blanks and dots behind it', '.spike.yml . .', '.spike.yml'],
    ['as the stream of a file', '.spike.yml::$DATA', '.spike.yml'],
    ['with a backslash', '.github\\workflows\\x.yml', '.github/workflows/x.yml'],
    ['by a short name', 'GITHUB~1/workflows/x.yml', '.github/workflows/x.yml'],
    ['by a short name with an ending', 'SPIKE~1.YML', '.spike.yml'],
    ['by a short name of a folder', 'spike~2/allowed_signers', '.spike/allowed_signers'],
    ['by a short name of many', 'GI1A2B~1/x.yml', '.github/x.yml'],
    ['of the bundle itself', 'spikes/users-email /EVIDENCE.md', 'spikes/users-email /EVIDENCE.md'],
  ])('%s', (_name, path, of) => {
    const { protected: guarded, aliases } = measure([path.split('/')]);

    expect(guarded).toEqual([path]);
    expect([...aliases.values()]).toEqual(of === path ? [] : [of]);
  });

  test.each([
    ['a folder', ['Schlüssel/'], 'SCHLU\u0308SSEL/x'],
    ['a wildcard', ['**/geheim.*'], 'app/Ｇeheim.txt'],
    ['a short name behind a wildcard', ['**/credentials/key.pem'], 'app/CREDEN~1/key.pem'],
  ])('where the target protects %s', (_name, protectedPaths, path) => {
    expect(measure([path.split('/')], { protectedPaths }).protected).toEqual([path]);
  });
});

describe('a component that leads out of the tree is protected, whatever is declared', () => {
  test.each([
    ['.git', ['.git', 'hooks', 'post-checkout']],
    ['.git in capitals', ['app', '.GIT', 'config']],
    ['.git with a blank', ['app', '.git ', 'config']],
    ['.git with a dot', ['.git.', 'config']],
    ['.git with a character that is not seen', ['.g\u200cit', 'config']],
    ['.git by its short name', ['git~1', 'config']],
    ['.git as a stream', ['.git::$INDEX_ALLOCATION', 'config']],
    ['.git behind a backslash', ['app\\.git\\config']],
    ['the folder itself', ['app', '.', 'x']],
    ['its parent', ['app', '..', 'x']],
    ['its parent with a blank', ['app', '.. ', 'x']],
    ['its parent in wide dots', ['app', '．．', 'x']],
  ])('%s', (_name, path) => {
    expect(measure([path]).protected).toEqual([path.join('/')]);
  });
});

describe('an honest name is not', () => {
  test.each([
    'app/Größe.txt',
    'docs/日本語.md',
    'app/[...slug].tsx',
    'app/backup~1.txt',
    'app/a:b',
    'app/.gitignore',
    '.gitattributes',
    'app/emoji-👩‍💻.txt',
    'github/x',
    'spikes.md',
    'app/notes.',
  ])('%s', (path) => {
    expect(measure([path.split('/')]).protected).toEqual([]);
  });
});

test('twins that stand in each other’s way are asked of git one by one', () => {
  const paths = [['É', 'x'], ['é'], ['Geheim\u200b'], ['geheim', 'É']];

  expect(measure(paths, { protectedPaths: ['ge*im/**'] }).protected).toEqual(['Geheim\u200b', 'geheim/É']);
});
