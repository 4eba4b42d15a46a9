import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePushedRefs } from '../../src/git/pushed-refs.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';

const ONE = '1'.repeat(40);
const TWO = '2'.repeat(40);
const NONE = '0'.repeat(40);

describe('a line', () => {
  test('that updates', () => {
    expect(parsePushedRefs(`refs/heads/a ${ONE} refs/heads/b ${TWO}\n`)).toEqual([
      { kind: 'update', localRef: 'refs/heads/a', localId: ONE, remoteRef: 'refs/heads/b', remoteId: TWO },
    ]);
  });

  test('that creates', () => {
    expect(parsePushedRefs(`HEAD ${ONE} refs/heads/b ${NONE}\n`)).toEqual([
      { kind: 'create', localRef: 'HEAD', localId: ONE, remoteRef: 'refs/heads/b', remoteId: undefined },
    ]);
  });

  test('that deletes', () => {
    expect(parsePushedRefs(`(delete) ${NONE} refs/heads/b ${TWO}\n`)).toEqual([
      { kind: 'delete', localRef: '(delete)', localId: undefined, remoteRef: 'refs/heads/b', remoteId: TWO },
    ]);
  });

  test('whose local expression holds spaces', () => {
    expect(parsePushedRefs(`HEAD^{/two words} ${ONE} refs/heads/b ${NONE}`)).toEqual([
      expect.objectContaining({ localRef: 'HEAD^{/two words}', remoteRef: 'refs/heads/b' }),
    ]);
  });

  test('of a SHA-256 repository', () => {
    const [id, none] = ['a'.repeat(64), '0'.repeat(64)];

    expect(parsePushedRefs(`refs/heads/a ${id} refs/heads/a ${none}\n`)).toEqual([
      expect.objectContaining({ kind: 'create', localId: id }),
    ]);
  });
});

test('every ref is read, and nothing means that all is up to date', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `refs/heads/${index} ${ONE} refs/heads/${index} ${TWO}\n`);

  expect(parsePushedRefs(lines.join('')).map(({ remoteRef }) => remoteRef)).toHaveLength(50);
  expect(parsePushedRefs('')).toEqual([]);
});

test.each([
  ['a blank line', `refs/heads/a ${ONE} refs/heads/a ${TWO}\n\nrefs/heads/b ${ONE} refs/heads/b ${TWO}\n`, 2],
  ['a missing field', `refs/heads/a ${ONE} refs/heads/a\n`, 1],
  ['a cut id', `refs/heads/a ${ONE} refs/heads/a ${TWO.slice(1)}\n`, 1],
  ['ids of two lengths', `refs/heads/a ${ONE} refs/heads/a ${'2'.repeat(64)}\n`, 1],
  ['an id in capitals', `refs/heads/a ${'A'.repeat(40)} refs/heads/a ${TWO}\n`, 1],
  ['a carriage return', `refs/heads/a ${ONE} refs/heads/a ${TWO}\r\n`, 1],
  ['something else', 'pushing\n', 1],
])('%s is refused by its line', (_name, text, line) => {
  expect(() => parsePushedRefs(text)).toThrow(
    expect.objectContaining({ code: 'unreadable', place: { file: 'standard input', line } }),
  );
});

test('no text ends in anything but refs or our own error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        expect(parsePushedRefs(text)).toEqual(text === '' || text === '\n' ? [] : expect.any(Array));
      } catch (error) {
        expect(error).toMatchObject({ code: 'unreadable' });
      }
    }),
  );
});

test('what git itself writes for an update, a creation, a deletion and an expression', () => {
  const remote = createRepository({ bare: true });
  const repository = createRepository();
  const captured = `${createFolder()}/stdin`;
  const first = repository.commit('first');
  repository.git('push', '--quiet', remote.path, 'main', 'main:gone');
  const second = repository.commit('second word');
  repository.write('.git/hooks/pre-push', `#!/bin/sh\ncat > '${captured}'\n`, 0o755);

  repository.git(
    'push',
    '--quiet',
    remote.path,
    'main',
    ':gone',
    'HEAD^{/second word}:refs/heads/new',
    `${first}:refs/heads/old`,
  );

  const refs = parsePushedRefs(readFileSync(captured, 'utf8'));
  expect([...refs].sort((one, other) => one.remoteRef.localeCompare(other.remoteRef))).toEqual([
    { kind: 'delete', localRef: '(delete)', localId: undefined, remoteRef: 'refs/heads/gone', remoteId: first },
    { kind: 'update', localRef: 'refs/heads/main', localId: second, remoteRef: 'refs/heads/main', remoteId: first },
    {
      kind: 'create',
      localRef: 'HEAD^{/second word}',
      localId: second,
      remoteRef: 'refs/heads/new',
      remoteId: undefined,
    },
    { kind: 'create', localRef: first, localId: first, remoteRef: 'refs/heads/old', remoteId: undefined },
  ]);
});
