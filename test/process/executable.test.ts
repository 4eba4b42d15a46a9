import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Executable, findExecutable } from '../../src/process/executable.ts';
import { createFolder } from '../support/git-fixture.ts';

interface Places {
  readonly cwd: string;
  readonly find: (name: string, path?: string) => Executable;
}

function places(): Places {
  const cwd = createFolder();
  for (const folder of ['bin', 'other', 'bin/folder']) mkdirSync(join(cwd, folder));
  for (const [file, mode] of [
    ['bin/tool', 0o755],
    ['other/tool', 0o755],
    ['other/only', 0o755],
    ['bin/plain', 0o644],
    ['here', 0o755],
  ] as const) {
    writeFileSync(join(cwd, file), '');
    chmodSync(join(cwd, file), mode);
  }
  symlinkSync('tool', join(cwd, 'bin/alias'));
  symlinkSync('nowhere', join(cwd, 'bin/dangling'));
  return { cwd, find: (name, path = 'bin:other') => findExecutable(name, { cwd, path }) };
}

test('a bare name is looked for along PATH, the first one counts', () => {
  const { cwd, find } = places();

  expect(find('tool')).toEqual({ kind: 'found', file: 'bin/tool', resolved: join(cwd, 'bin/tool') });
  expect(find('only')).toMatchObject({ file: 'other/only' });
  expect(find('tool', `${cwd}/other:bin`)).toMatchObject({ file: `${cwd}/other/tool` });
});

test('a link is run by its own name, and the file behind it is told', () => {
  const { cwd, find } = places();

  expect(find('alias')).toEqual({ kind: 'found', file: 'bin/alias', resolved: join(cwd, 'bin/tool') });
  expect(find('dangling')).toMatchObject({ kind: 'none', exit: 127 });
});

test.each(['', ':bin', 'bin:', 'bin::other'])('an empty entry of PATH (%j) is the working directory', (path) => {
  expect(places().find('here', path)).toMatchObject({ kind: 'found', file: './here' });
});

test('the working directory is not searched otherwise', () => {
  expect(places().find('here')).toMatchObject({ kind: 'none', exit: 127 });
});

test('without PATH the usual folders are searched', () => {
  expect(findExecutable('sh', { cwd: '/', path: undefined })).toMatchObject({
    kind: 'found',
    resolved: realpathSync('/bin/sh'),
  });
});

test.each([
  ['./bin/tool', 'found'],
  ['bin/../bin/tool', 'found'],
])('a name with a slash (%s) is that file', (name, kind) => {
  expect(places().find(name)).toMatchObject({ kind, file: name });
});

test.each([
  ['', 127],
  ['nothing', 127],
  ['./nothing', 127],
  ['./bin/tool/x', 127],
  ['folder', 127],
  ['./bin', 126],
  ['./bin/plain', 126],
  ['plain', 126],
])('%j cannot be run: %i', (name, exit) => {
  expect(places().find(name)).toMatchObject({ kind: 'none', exit, reason: expect.any(String) });
});

test('a file that may not be run does not hide one that may', () => {
  const { cwd, find } = places();
  writeFileSync(join(cwd, 'other/plain'), '');
  chmodSync(join(cwd, 'other/plain'), 0o755);

  expect(find('plain')).toMatchObject({ kind: 'found', file: 'other/plain' });
});
