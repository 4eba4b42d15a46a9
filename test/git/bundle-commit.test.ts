import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { commitBundle, ensureIdentity, placeBundle } from '../../src/git/bundle-commit.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

const FOLDER = 'spikes/users-email';

/** Bytes that a filter, or a conversion of line endings, would change. */
const FILES = new Map<string, Uint8Array>([
  ['HYPOTHESIS.md', Buffer.from('# Users\r\n$Id$\n')],
  ['EVIDENCE.md', Buffer.from('evidence\n')],
  ['command_log.jsonl', Buffer.from('{"v":1}\n')],
  ['attempts/1.jsonl', Buffer.from([0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x00])],
]);

function headOf(repository: TestRepository, ref = 'HEAD') {
  return parseCommitId(repository.git('rev-parse', ref));
}

function commit(repository: TestRepository, more: Partial<Parameters<typeof commitBundle>[0]> = {}) {
  const parent = more.parent ?? headOf(repository);
  return commitBundle({
    cwd: repository.path,
    parent,
    folder: FOLDER,
    files: FILES,
    message: 'Ship users-email\n\nSpike: users-email/1 2:0123456789ab\n',
    ref: 'refs/heads/main',
    expectedOld: parent,
    ...more,
  });
}

function contentsAt(repository: TestRepository, commitId: string, folder = FOLDER): ReadonlyMap<string, Uint8Array> {
  const names = repository.git('ls-tree', '-r', '--name-only', `${commitId}:${folder}`).split('\n');
  return new Map(
    names.map((name) => [name, repository.gitWith({}, 'cat-file', 'blob', `${commitId}:${folder}/${name}`)]),
  );
}

function sorted(files: ReadonlyMap<string, Uint8Array>): readonly (readonly [string, string])[] {
  return [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')] as const).sort();
}

/** Everything that could change bytes on their way into git, or run a program on the way. */
function poison(repository: TestRepository): void {
  repository.git('config', 'core.autocrlf', 'input');
  repository.git('config', 'core.safecrlf', 'true');
  repository.git('config', 'filter.spoil.clean', 'tr a-z A-Z');
  repository.git('config', 'filter.spoil.required', 'true');
  repository.git('config', 'core.splitIndex', 'true');
  repository.write('.git/info/attributes', '* text filter=spoil ident\n');
}

test('the commit holds the bytes as they are, on its parent, with the message', () => {
  const repository = createRepository();
  const parent = repository.commit('base', { kept: '1' });
  poison(repository);

  const id = commit(repository);

  expect(sorted(contentsAt(repository, id))).toEqual(sorted(FILES));
  expect(
    repository
      .git('ls-tree', '-r', id, FOLDER)
      .split('\n')
      .every((line) => line.startsWith('100644 blob')),
  ).toBe(true);
  expect(repository.git('diff', '--name-only', parent, id).split('\n')).toEqual(
    [...FILES.keys()].map((name) => `${FOLDER}/${name}`).sort(),
  );
  expect(
    repository.git('log', '-1', '--format=%P|%s|%an <%ae>|%(trailers:key=Spike,valueonly,separator=%x2c)', id),
  ).toBe(`${parent}|Ship users-email|Test Person <person@test.invalid>|users-email/1 2:0123456789ab`);
  expect(headOf(repository)).toBe(id);
  expect(repository.git('reflog', '-1', '--format=%gs', 'main')).toBe('spike: Ship users-email');
});

test('neither the working tree nor the index is touched, and no hook of the index runs', () => {
  const repository = createRepository();
  repository.commit('base', { a: '1' });
  repository.write('a', 'dirty');
  repository.write('staged', '1');
  repository.git('add', 'staged');
  repository.write('.git/hooks/post-index-change', `#!/bin/sh\n: > '${repository.path}/hook-ran'\n`, 0o755);
  const before = readFileSync(`${repository.path}/.git/index`);

  commit(repository, { ref: 'refs/heads/spike-evidence/users-email', expectedOld: undefined });

  expect(readFileSync(`${repository.path}/.git/index`).equals(before)).toBe(true);
  expect(readdirSync(repository.path).sort()).toEqual(['.git', 'a', 'staged']);
  expect(repository.git('status', '--porcelain')).toBe(' M a\nA  staged');
});

test('what the folder held before and is not of the bundle now goes', () => {
  const repository = createRepository();
  repository.commit('base', {
    [`${FOLDER}/command_log.jsonl.sig`]: 'old',
    [`${FOLDER}/notes`]: 'x',
    'spikes/other/EVIDENCE.md': 'o',
    'spikes/users-email-2/EVIDENCE.md': 'o',
  });

  const id = commit(repository);

  expect(sorted(contentsAt(repository, id))).toEqual(sorted(FILES));
  expect(repository.git('ls-tree', '-r', '--name-only', id, 'spikes/other', 'spikes/users-email-2')).toBe(
    'spikes/other/EVIDENCE.md\nspikes/users-email-2/EVIDENCE.md',
  );
});

test('a ref that has moved meanwhile stays, and so does one that should not be there', () => {
  const repository = createRepository();
  const first = parseCommitId(repository.commit('first'));
  const second = repository.commit('second');

  expect(() => commit(repository, { parent: first, expectedOld: first })).toThrow(
    expect.objectContaining({ code: 'git-failed' }),
  );
  expect(() => commit(repository, { expectedOld: undefined })).toThrow(/expected to move refs\/heads\/main/);

  expect(repository.git('rev-parse', 'main')).toBe(second);
});

test('without an identity nothing is written, and the hint says how to give one', () => {
  const repository = createRepository({ anonymous: true });
  const tree = repository.gitWith({ input: '' }, 'hash-object', '-w', '-t', 'tree', '--stdin').toString().trim();
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@test.invalid',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@test.invalid',
  };
  const parent = parseCommitId(
    repository.gitWith({ env: identity }, 'commit-tree', '-m', 'base', tree).toString().trim(),
  );
  repository.git('config', 'user.useConfigOnly', 'true');
  const before = repository.git('count-objects');

  expect(() => commit(repository, { parent, expectedOld: undefined })).toThrow(
    expect.objectContaining({ code: 'git-failed', hint: expect.stringContaining('git config user.name') }),
  );
  expect(repository.git('count-objects')).toBe(before);

  for (const [name, value] of Object.entries(identity)) vi.stubEnv(name, value);
  expect(() => ensureIdentity(repository.path)).not.toThrow();
});

test('commit.gpgSign is honoured, and a signature that cannot be made leaves the ref alone', () => {
  const repository = createRepository();
  const before = repository.commit('base');
  repository.git('config', 'commit.gpgSign', 'true');
  repository.git(
    'config',
    'gpg.program',
    repository.write(
      '.git/sign.sh',
      '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho "-----BEGIN PGP SIGNATURE-----"\n',
      0o755,
    ),
  );

  const id = commit(repository);
  expect(repository.git('cat-file', 'commit', id)).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');

  repository.git('config', 'gpg.program', 'false');
  expect(() => commit(repository)).toThrow(/gpg failed to sign/);
  expect(headOf(repository)).toBe(id);
  expect(id).not.toBe(before);
});

test.each(['../escape', 'notes.md', 'attempts/../../x', '/etc/passwd', 'attempts/0.jsonl', ''])(
  'a name that is none of a bundle is refused: %j',
  (name) => {
    const repository = createRepository();
    const before = repository.commit('base');
    const files = new Map([[name, Buffer.from('x')]]);

    expect(() => commit(repository, { files })).toThrow(expect.objectContaining({ code: 'refused' }));
    expect(() => placeBundle({ cwd: repository.path, folder: FOLDER, files })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    );
    expect(headOf(repository)).toBe(before);
  },
);

test.each(['spikes', FOLDER])('a file or link in place of the folder %s is not overwritten', (path) => {
  const repository = createRepository();
  repository.link(path, 'elsewhere');
  const before = repository.commit('base');

  expect(() => commit(repository)).toThrow(
    expect.objectContaining({ code: 'refused', message: expect.stringContaining('mode 120000') }),
  );
  expect(headOf(repository)).toBe(before);
});

test('a SHA-256 repository', () => {
  const repository = createRepository({ objectFormat: 'sha256' });
  repository.commit('base', { [`${FOLDER}/notes`]: 'x' });

  const id = commit(repository);
  placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES });

  expect(id).toHaveLength(64);
  expect(sorted(contentsAt(repository, id))).toEqual(sorted(FILES));
  expect(repository.git('status', '--porcelain')).toBe('');
});

describe('placing a bundle that was committed', () => {
  const ATTRIBUTES = { 'spikes/.gitattributes': '* -text -filter -ident\n' };

  test('leaves a clean status, the bytes as they are, and can be done again', () => {
    const repository = createRepository();
    repository.commit('base', { ...ATTRIBUTES, [`${FOLDER}/command_log.jsonl.sig`]: 'old' });
    poison(repository);
    repository.write('.git/info/attributes', '*.ts text filter=spoil\n');
    commit(repository);

    for (const cwd of [repository.path, `${repository.path}/spikes`]) {
      placeBundle({ cwd, folder: FOLDER, files: FILES });

      expect(repository.git('status', '--porcelain')).toBe('');
      for (const [name, bytes] of FILES)
        expect(readFileSync(`${repository.path}/${FOLDER}/${name}`).equals(bytes)).toBe(true);
      expect(existsSync(`${repository.path}/${FOLDER}/command_log.jsonl.sig`)).toBe(false);
    }
    expect(readdirSync(`${repository.path}/${FOLDER}`).sort()).toEqual([
      'EVIDENCE.md',
      'HYPOTHESIS.md',
      'attempts',
      'command_log.jsonl',
    ]);
  });

  test('keeps what else is staged, changed or untracked', () => {
    const repository = createRepository();
    repository.commit('base', { ...ATTRIBUTES, a: '1' });
    commit(repository);
    repository.write('a', '2');
    repository.write('b', '1');
    repository.git('add', 'b');
    repository.write(`${FOLDER}/untracked`, '1');

    placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES });

    expect(repository.git('status', '--porcelain')).toBe(` M a\nA  b\n?? ${FOLDER}/untracked`);
  });

  test('works in a linked worktree', () => {
    const repository = createRepository();
    repository.commit('base', ATTRIBUTES);
    const path = `${createFolder()}/linked`;
    repository.git('worktree', 'add', '--quiet', '-b', 'spike', path);
    const linked = repositoryAt(path);
    commit(linked, { ref: 'refs/heads/spike' });

    placeBundle({ cwd: path, folder: FOLDER, files: FILES });

    expect(linked.git('status', '--porcelain')).toBe('');
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  test('replaces a link where a file belongs, and follows none', () => {
    const repository = createRepository();
    repository.commit('base', ATTRIBUTES);
    const outside = createFolder();
    writeFileSync(`${outside}/target`, 'untouched');
    repository.link(`${FOLDER}/EVIDENCE.md`, `${outside}/target`);
    commit(repository);

    placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES });

    expect(readFileSync(`${outside}/target`, 'utf8')).toBe('untouched');
    expect(lstatSync(`${repository.path}/${FOLDER}/EVIDENCE.md`).isSymbolicLink()).toBe(false);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  test.each(['spikes', FOLDER, `${FOLDER}/attempts`])('writes nothing through a link in place of %s', (path) => {
    const repository = createRepository();
    repository.commit('base');
    commit(repository);
    const outside = createFolder();
    repository.link(path, outside);

    expect(() => placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES })).toThrow(
      expect.objectContaining({ code: 'refused', message: expect.stringContaining(path) }),
    );
    expect(readdirSync(outside)).toEqual([]);
    expect(readlinkSync(`${repository.path}/${path}`)).toBe(outside);
  });

  test('a file that is executable or read-only becomes an ordinary one', () => {
    const repository = createRepository();
    repository.commit('base', ATTRIBUTES);
    const file = repository.write(`${FOLDER}/EVIDENCE.md`, 'old');
    chmodSync(file, 0o555);
    commit(repository);

    placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES });

    expect(statSync(file).mode & 0o111).toBe(0);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  test('a folder in place of a file is left alone, and named', () => {
    const repository = createRepository();
    repository.commit('base', ATTRIBUTES);
    repository.write(`${FOLDER}/EVIDENCE.md/inside`, '1');
    commit(repository);

    expect(() => placeBundle({ cwd: repository.path, folder: FOLDER, files: FILES })).toThrow(
      /expected to write spikes\/users-email\/EVIDENCE.md/,
    );
    expect(readdirSync(`${repository.path}/${FOLDER}`).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(existsSync(`${repository.path}/${FOLDER}/EVIDENCE.md/inside`)).toBe(true);
  });
});
