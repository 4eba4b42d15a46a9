import { describe, expect, test } from 'vitest';
import { parseCommitId, parseTreeId } from '../../src/core/object-id.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { type ChangeQuestion, isBundleOnly, measureChange } from '../../src/git/change.ts';
import { changedEntriesOfIndex } from '../../src/git/diff.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

const SLUG = parseSlug('users-email');

interface Scene {
  readonly repository: TestRepository;
  readonly measure: (question?: Partial<ChangeQuestion>) => ReturnType<typeof measureChange>;
}

/** A base commit with `base` in it; `measure` asks about HEAD. */
function createScene(base: Readonly<Record<string, string>> = {}): Scene {
  const repository = createRepository();
  const from = parseCommitId(repository.commit('base', { 'README.md': 'read me\n', ...base }));
  return {
    repository,
    measure: (question = {}) =>
      measureChange({
        cwd: repository.path,
        base: from,
        to: parseCommitId(repository.git('rev-parse', 'HEAD')),
        paths: ['db/migrations/', 'tests/test_users_email.py'],
        protectedPaths: [],
        bundle: 'spikes',
        slug: SLUG,
        ...question,
      }),
  };
}

const BUNDLE = {
  'spikes/users-email/HYPOTHESIS.md': 'h',
  'spikes/users-email/EVIDENCE.md': 'e',
  'spikes/users-email/command_log.jsonl': 'l',
  'spikes/users-email/attempts/1.jsonl': '1',
};

const WORK = { 'db/migrations/1.sql': 'alter', 'tests/test_users_email.py': 'assert' };

test('work inside the declared paths beside its bundle is neither outside nor protected', () => {
  const { repository, measure } = createScene();
  repository.commit('head', { ...WORK, ...BUNDLE });

  expect(measure()).toEqual({
    patch: expect.stringMatching(/^[0-9a-f]{64}$/),
    files: 2,
    outside: [],
    protected: [],
    aliases: new Map(),
    oddities: [],
    bundleFiles: Object.keys(BUNDLE).sort(),
  });
});

test('the patch is the same with and without the bundle, on another base, and for the index, the commit and its tree', () => {
  const one = createScene();
  one.repository.commit('head', { ...WORK, ...BUNDLE });
  const other = createScene({ 'more.txt': 'the target went on' });
  other.repository.commit('head', WORK);

  const { patch } = one.measure();

  expect(other.measure().patch).toBe(patch);
  expect(one.measure({ to: 'index' }).patch).toBe(patch);
  expect(one.measure({ to: parseTreeId(one.repository.git('rev-parse', 'HEAD^{tree}')) }).patch).toBe(patch);
});

test.each([
  ['a changed byte', { 'db/migrations/1.sql': 'alter ' }],
  ['one more file', { 'db/migrations/2.sql': '' }],
])('%s is another patch', (_name, more) => {
  const { repository, measure } = createScene();
  repository.commit('head', WORK);
  const before = measure().patch;
  repository.commit('more', more);

  expect(measure().patch).not.toBe(before);
});

test('a changed mode is another patch, whatever core.fileMode says', () => {
  const { repository, measure } = createScene();
  repository.commit('head', WORK);
  const before = measure().patch;
  repository.git('config', 'core.fileMode', 'false');
  repository.git('update-index', '--chmod=+x', 'db/migrations/1.sql');

  expect(measure({ to: 'index' }).patch).not.toBe(before);
});

test('a rename out of the declared paths is both: gone inside, new outside', () => {
  const { repository, measure } = createScene({ 'db/migrations/0.sql': 'long enough to be found again\n'.repeat(20) });
  repository.git('mv', 'db/migrations/0.sql', 'elsewhere.sql');
  repository.commit('head');

  expect(measure()).toMatchObject({ files: 2, outside: ['elsewhere.sql'] });
});

test('without declared paths everything is outside', () => {
  const { repository, measure } = createScene();
  repository.commit('head', { ...WORK, ...BUNDLE });

  expect(measure({ paths: [] }).outside).toEqual(Object.keys(WORK));
});

test('outside names are sorted by bytes and keep bytes that are not UTF-8 apart', () => {
  const { repository, measure } = createScene();
  repository.write(Buffer.from([0x78, 0xff]), '1');
  repository.write(Buffer.from([0x78, 0xfe]), '1');
  repository.commit('head', { ä: '1', 'quo"te': '1', Z: '1', 'line\nfeed': '1' });

  expect(measure().outside).toEqual(['Z', 'line\nfeed', 'quo"te', 'x\\xfe', 'x\\xff', 'ä']);
});

describe('protected, though declared', () => {
  test.each([
    ['a workflow', '.github/workflows/ci.yml'],
    ['the configuration', '.spike.yml'],
    ['the trusted keys', '.spike/allowed_signers'],
    ["another spike's bundle", 'spikes/other/EVIDENCE.md'],
    ['a file without a name in this bundle', 'spikes/users-email/notes.md'],
    ['a file in a folder of this bundle', 'spikes/users-email/attempts/1.jsonl/x'],
    ['an attempt with a leading zero', 'spikes/users-email/attempts/01.jsonl'],
    ['the attributes of bundles', 'spikes/.gitattributes'],
    ['attributes inside a bundle', 'spikes/users-email/.gitattributes'],
    ['a path of the configuration', 'deploy/prod/key.tf'],
    ['a workflow in another case', '.GitHub/workflows/ci.yml'],
    ['the configuration in another case', '.SPIKE.yml'],
    ['the bundle in another case', 'Spikes/users-email/EVIDENCE.md'],
    ['the slug in another case', 'spikes/Users-Email/EVIDENCE.md'],
    ['a named file in another case', 'spikes/users-email/evidence.md'],
    ['a configured path in another case', 'Deploy/prod/key.tf'],
  ])('%s: %s', (_name, path) => {
    const { repository, measure } = createScene();
    repository.commit('head', { [path]: 'x' });

    expect(measure({ paths: ['*', '**/*'], protectedPaths: ['deploy/'] })).toMatchObject({
      files: 1,
      outside: [],
      protected: [path],
      bundleFiles: [],
    });
  });

  test.each(['.github', '.spike', 'spikes', 'deploy', 'spikes/users-email'])(
    'a symbolic link in place of the folder %s',
    (path) => {
      const { repository, measure } = createScene();
      repository.link(path, 'src');
      repository.commit('head');

      expect(measure({ protectedPaths: ['deploy/**'] }).protected).toEqual([path]);
    },
  );

  test('a bundle file that is a link, executable or a submodule', () => {
    const { repository, measure } = createScene();
    repository.link('spikes/users-email/EVIDENCE.md', '../../README.md');
    repository.write('spikes/users-email/HYPOTHESIS.md', 'h', 0o755);
    repository.commit('head');
    const id = repository.git('rev-parse', 'HEAD');
    repository.git('update-index', '--add', '--cacheinfo', `160000,${id},spikes/users-email/command_log.jsonl`);

    const all = Object.keys(BUNDLE).filter((path) => /(EVIDENCE|HYPOTHESIS|log\.jsonl$)/.test(path));
    expect(measure({ to: 'index' })).toMatchObject({ files: 3, protected: all.sort(), bundleFiles: [] });
  });

  test('the removal of a bundle that the base holds', () => {
    const { repository, measure } = createScene(BUNDLE);
    repository.remove('spikes/users-email/EVIDENCE.md');
    repository.commit('head');

    expect(measure()).toMatchObject({ protected: ['spikes/users-email/EVIDENCE.md'], bundleFiles: [] });
  });
});

test('a bundle folder with special characters protects itself and nothing else', () => {
  const { repository, measure } = createScene();
  repository.commit('head', { 'a[bc]*/other/x': '1', 'ab/other/x': '1', 'a[bc]*/users-email/EVIDENCE.md': 'e' });

  expect(measure({ bundle: 'a[bc]*' })).toMatchObject({
    protected: ['a[bc]*/other/x'],
    bundleFiles: ['a[bc]*/users-email/EVIDENCE.md'],
  });
});

test('attributes and settings of the repository change nothing', () => {
  const { repository, measure } = createScene();
  repository.commit('head', { ...WORK, 'outside.txt': 'x' });
  const before = measure();
  repository.write('.git/info/attributes', '* -diff filter=gone eol=crlf\n');
  for (const [key, value] of [
    ['diff.relative', 'true'],
    ['diff.renames', 'copies'],
    ['core.ignoreCase', 'true'],
    ['core.autocrlf', 'true'],
  ] as const) {
    repository.git('config', key, value);
  }

  expect(measure({ cwd: `${repository.path}/db` })).toEqual(before);
  expect(before.outside).toEqual(['outside.txt']);
});

test('a commit of the bundle alone is told from one with anything beside it', () => {
  const { repository } = createScene();
  const head = parseCommitId(repository.git('rev-parse', 'HEAD'));
  const staged = () => changedEntriesOfIndex(repository.path, head);
  for (const [path, content] of Object.entries(BUNDLE)) repository.write(path, content);
  repository.git('add', '--all');

  expect(isBundleOnly(staged(), 'spikes', SLUG)).toBe(true);
  expect(isBundleOnly(staged(), 'spikes', parseSlug('other'))).toBe(false);

  repository.write('spikes/users-email/extra', '');
  repository.git('add', '--all');
  expect(isBundleOnly(staged(), 'spikes', SLUG)).toBe(false);
});
