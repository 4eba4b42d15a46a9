import { expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { commitsBetween } from '../../src/git/commits.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

const VALUE = 'users-email/1 7:0123456789ab';

function between(repository: TestRepository, base: string, head = 'HEAD') {
  return commitsBetween(
    repository.path,
    parseCommitId(repository.git('rev-parse', base)),
    parseCommitId(repository.git('rev-parse', head)),
  );
}

test('commits come newest first, with tree, parents, subject and every Spike trailer', () => {
  const repository = createRepository();
  const base = repository.commit('base');
  const one = repository.commit(
    `One\n\nBody.\n\nSigned-off-by: A <a@test.invalid>\nSpike: ${VALUE}\nspike: other/1 2:ba9876543210\n`,
  );
  const two = repository.commit('Two');

  expect(between(repository, base)).toEqual([
    { commit: two, tree: repository.git('rev-parse', `${two}^{tree}`), parents: [one], trailers: [], subject: 'Two' },
    {
      commit: one,
      tree: repository.git('rev-parse', `${one}^{tree}`),
      parents: [base],
      trailers: [VALUE, 'other/1 2:ba9876543210'],
      subject: 'One',
    },
  ]);
  expect(between(repository, two)).toEqual([]);
});

test('merges are included, and what the base already has is not', () => {
  const repository = createRepository();
  repository.commit('base');
  repository.branch('spike');
  const work = repository.commit('work', { s: '' });
  repository.git('switch', '--quiet', 'main');
  const main = repository.commit('main', { m: '' });
  repository.git('switch', '--quiet', 'spike');
  repository.git('merge', '--quiet', '--no-edit', 'main');

  expect(between(repository, 'main').map(({ commit, parents }) => [commit, parents.length])).toEqual([
    [repository.git('rev-parse', 'spike'), 2],
    [work, 1],
  ]);
  expect(between(repository, 'main')[0]?.parents).toEqual([work, main]);
});

test.each([
  ['in the middle of the text', `Subject\n\nSpike: ${VALUE}\n\nMore text.\n`],
  ['as the subject', `Spike: ${VALUE}\n`],
  ['with another separator', `Subject\n\nSpike= ${VALUE}\n`],
])('a line that git does not take for a trailer is none: %s', (_name, message) => {
  const repository = createRepository();
  const base = repository.commit('base');
  repository.git('config', 'trailer.separators', '=');
  repository.commit(message);

  expect(between(repository, base)).toEqual([expect.objectContaining({ trailers: [] })]);
});

test('settings of the log change nothing', () => {
  const repository = createRepository();
  const base = repository.commit('base');
  repository.commit(`Subject\n\nSpike: ${VALUE}\n`, { a: '1' });
  repository.git('notes', 'add', '--message', 'a note');
  const before = between(repository, base);
  for (const [key, value] of [
    ['log.showSignature', 'true'],
    ['log.decorate', 'full'],
    ['log.mailmap', 'true'],
    ['log.follow', 'true'],
    ['log.diffMerges', 'separate'],
    ['format.pretty', 'fuller'],
    ['format.notes', 'true'],
    ['color.ui', 'always'],
    ['i18n.logOutputEncoding', 'ISO-8859-1'],
    ['trailer.separators', '='],
    ['trailer.spike.key', 'Other'],
    ['core.commentChar', 'S'],
  ] as const) {
    repository.git('config', key, value);
  }

  expect(between(repository, base)).toEqual(before);
  expect(before[0]?.trailers).toEqual([VALUE]);
});

test('control characters, a folded value and bytes that are not UTF-8 shift no field', () => {
  const repository = createRepository();
  const base = repository.commit('base');
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const message = Buffer.concat([
    Buffer.from('Sub\x1fject\x01 '),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`\n\nSpike: folded/1\n 3:0123456789ab\nSpike: \x1b[31mred\n`),
  ]);
  const head = repository.gitWith({ input: message }, 'commit-tree', tree, '-p', base).toString().trim();

  const [commit] = between(repository, base, head);

  expect(commit?.trailers).toEqual(['folded/1 3:0123456789ab', '\x1b[31mred']);
  expect(commit?.subject.startsWith('Sub\x1fject\x01 ')).toBe(true);
  expect(commit?.parents).toEqual([base]);
});

test('a commit in another encoding, and a SHA-256 repository', () => {
  const repository = createRepository({ objectFormat: 'sha256' });
  const base = repository.commit('base');
  repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
  repository.write('.git/message', Buffer.from('Gr\xf6\xdfe\n\nSpike: a/1 0:0123456789ab\n', 'latin1'));
  repository.git('commit', '--quiet', '--allow-empty', '--file', '.git/message');

  expect(between(repository, base)).toEqual([
    expect.objectContaining({ subject: 'Größe', trailers: ['a/1 0:0123456789ab'] }),
  ]);
});
