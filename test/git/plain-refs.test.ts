import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasRefFiles, readPlainRef } from '../../src/git/plain-refs.ts';
import { createRepository } from '../support/git-fixture.ts';

const MAIN = 'refs/heads/main';

test.each(['sha1', 'sha256'] as const)('a ref that is a file is read, in %s', (objectFormat) => {
  const repository = createRepository({ objectFormat });
  const commit = repository.commit('first');
  const common = `${repository.path}/.git`;

  expect(hasRefFiles(common)).toBe(true);
  expect(readPlainRef(common, MAIN)).toBe(commit);
  expect(readPlainRef(common, 'refs/remotes/origin/main')).toBe('absent');
});

describe('left to git', () => {
  test('is what is packed, and what may be packed', () => {
    const repository = createRepository();
    repository.commit('first');
    repository.git('pack-refs', '--all');

    expect(readPlainRef(`${repository.path}/.git`, MAIN)).toBe('unclear');
    expect(readPlainRef(`${repository.path}/.git`, 'refs/heads/none')).toBe('unclear');
  });

  test('is a ref that names another, and a damaged one', () => {
    const repository = createRepository();
    repository.commit('first');
    repository.git('symbolic-ref', 'refs/heads/alias', MAIN);
    writeFileSync(`${repository.path}/.git/refs/heads/bad`, 'no id\n');

    expect(readPlainRef(`${repository.path}/.git`, 'refs/heads/alias')).toBe('unclear');
    expect(readPlainRef(`${repository.path}/.git`, 'refs/heads/bad')).toBe('unclear');
    expect(readPlainRef(`${repository.path}/.git`, 'refs/heads')).toBe('unclear');
  });

  test.each(['refs/heads/../../HEAD', 'refs/heads//main', 'refs/heads/a b', 'refs/heads/main~1', 'refs/heads/*'])(
    'is %j, which is no name',
    (name) => {
      expect(readPlainRef(`${createRepository().path}/.git`, name)).toBe('unclear');
    },
  );

  test('is a repository whose HEAD is not in its file', () => {
    const repository = createRepository();
    repository.commit('first');
    const head = `${repository.path}/.git/HEAD`;
    expect(readFileSync(head, 'utf8')).toContain(MAIN);
    writeFileSync(head, 'ref: refs/heads/.invalid\n');

    expect(hasRefFiles(`${repository.path}/.git`)).toBe(false);
  });
});
