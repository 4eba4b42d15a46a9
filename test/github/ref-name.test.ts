import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseBranchName, parseBranchRef } from '../../src/github/ref-name.ts';

function gitAccepts(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', `refs/heads/${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const accepts = (name: string) => {
  try {
    return parseBranchName(name, 'the branch') === name;
  } catch {
    return false;
  }
};

const NAMES = [
  ...['main', 'spike/users-email', 'ünïcode', 'a.b', 'a@b', '@', 'a{b', "it's", '$(touch x)', 'a;b', 'x.lockout'],
  ...['', 'a b', 'a\tb', 'a..b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', 'a@{b', 'a//b', 'a/', '/a', 'a.', '.a'],
  ...['a/.b', 'a.lock', 'a.lock/b', 'a\u007fb', 'a\nb'],
];

test.each(NAMES)('%j is a branch where git says so', (name) => {
  expect(accepts(name)).toBe(gitAccepts(name));
});

test('a leading dash, which git would let through, is refused', () => {
  expect(gitAccepts('-x')).toBe(true);
  expect(accepts('-x')).toBe(false);
});

test('a full name must be that of a branch', () => {
  expect(parseBranchRef('refs/heads/main', 'the base')).toBe('main');
  expect(() => parseBranchRef('refs/tags/main', 'the base')).toThrow(expect.objectContaining({ code: 'unreadable' }));
});
