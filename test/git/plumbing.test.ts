import { expect, test } from 'vitest';
import { git, tryGit } from '../../src/git/plumbing.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';

test('a failure names the command, its status and what git said', () => {
  const { path } = createRepository();

  expect(() => git(['rev-parse', '--verify', 'nowhere'], { cwd: path })).toThrow(
    expect.objectContaining({
      code: 'git-failed',
      message: expect.stringMatching(/git rev-parse --verify nowhere.*128.*fatal: /),
      hint: expect.stringContaining('git rev-parse --verify nowhere'),
    }),
  );
});

test('a failure that says nothing is still a failure', () => {
  const { path } = createRepository();

  expect(() => git(['config', '--get', 'no.such'], { cwd: path })).toThrow(/found status 1: git said nothing/);
  expect(tryGit(['config', '--get', 'no.such'], { cwd: path })).toMatchObject({ status: 1, stderr: '' });
});

test('without git, or without the folder, the message says which', () => {
  const { path } = createRepository();
  const nowhere = createFolder();

  expect(() => git(['version'], { cwd: path, env: { PATH: nowhere } })).toThrow(/expected git on PATH, found none/);
  expect(() => git(['version'], { cwd: `${nowhere}/gone` })).toThrow(/gone, found .*ENOENT/);
  expect(() => git(['cat-file', '-e', 'a\0b'], { cwd: path })).toThrow(/arguments that git can take/);
});

test('output is bytes, and input is passed on as bytes', () => {
  const { path } = createRepository();
  const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x0d, 0x0a, 0xc3]);

  const id = git(['hash-object', '-w', '--stdin'], { cwd: path, input: bytes }).toString().trim();

  expect(git(['cat-file', 'blob', id], { cwd: path }).equals(bytes)).toBe(true);
});

test('replace refs and grafts do not change what is read', () => {
  const repository = createRepository();
  const first = repository.commit('first', { a: '1' });
  const second = repository.commit('second', { a: '2' });
  const parents = () => git(['rev-list', '--parents', '-1', second], { cwd: repository.path }).toString().trim();

  repository.git('replace', second, first);
  expect(parents()).toBe(`${second} ${first}`);

  repository.git('replace', '-d', second);
  repository.write('.git/info/grafts', `${second}\n`);
  expect(repository.git('rev-list', '--parents', '-1', second)).toBe(second);
  expect(parents()).toBe(`${second} ${first}`);
});

test('a file system monitor named by the repository is not run', () => {
  const repository = createRepository();
  repository.commit('first', { a: '1' });
  repository.write('monitor.sh', `#!/bin/sh\n: > "${repository.path}/monitor-ran"\n`, 0o755);
  repository.git('config', 'core.fsmonitor', `${repository.path}/monitor.sh`);

  const status = git(['status', '--porcelain'], { cwd: repository.path }).toString();

  expect(status).not.toContain('monitor-ran');
  expect(git(['status', '--porcelain'], { cwd: repository.path }).toString()).toBe(status);
});

test('the environment of a hook reaches git', () => {
  const repository = createRepository();
  repository.commit('first', { a: '1' });
  const env = { ...process.env, GIT_INDEX_FILE: `${repository.path}/other-index` };

  git(['read-tree', '--empty'], { cwd: repository.path, env });

  expect(git(['ls-files'], { cwd: repository.path, env }).toString()).toBe('');
  expect(git(['ls-files'], { cwd: repository.path }).toString()).toBe('a\n');
});
