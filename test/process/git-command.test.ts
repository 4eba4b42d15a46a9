import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitCommandsAbove, parseGitCommand } from '../../src/process/git-command.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';

describe('the words of a process', () => {
  test.each([
    [['git', 'commit', '-m', 'x'], { name: 'commit', args: ['-m', 'x'] }],
    [['/usr/bin/git', '-C', 'commit', '-c', 'a=b', '--no-pager', 'merge', '--ff'], { name: 'merge', args: ['--ff'] }],
    [['git', '--git-dir=x', 'am'], { name: 'am', args: [] }],
    [['git', '--git-dir', 'x', 'am'], { name: 'am', args: [] }],
    [['/usr/lib/git-core/git-rebase', '--abort'], { name: 'rebase', args: ['--abort'] }],
    [['git'], { name: '', args: [] }],
    [['git', '-C'], { name: '', args: [] }],
    [['node', 'git', 'commit'], undefined],
    [['legit', 'commit'], undefined],
    [[], undefined],
  ])('%j', (words, command) => {
    expect(parseGitCommand(words)).toEqual(command);
  });
});

test.skipIf(process.platform !== 'linux')('a hook finds the git that runs it, and the one that was typed', () => {
  const repository = createRepository();
  repository.commit('first');
  const pids = join(createFolder(), 'pid');
  repository.git('config', 'alias.outer', `!git inner`);
  repository.git('config', 'alias.inner', `!echo $$ >'${pids}'; read -r line <'${pids}.go'; :`);
  expect(gitCommandsAbove(1)).toBeUndefined();
  expect(gitCommandsAbove(process.pid)).toBeUndefined();
  expect(readFileSync('/proc/self/stat', 'utf8')).toContain(String(process.pid));
});
