import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { gitCommandsAbove, parseGitCommand } from '../../src/process/git-command.ts';
import { createRepository } from '../support/git-fixture.ts';
import { tsProgram } from '../support/spike-fixture.ts';

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

describe.skipIf(process.platform !== 'linux')('the processes above', () => {
  test('a hook finds the git that runs it, and the one that was typed', async () => {
    const repository = createRepository();
    repository.commit('first');
    const program = await tsProgram('test/support/print-git-commands.ts');
    const hook = `#!/bin/sh\nsh -c '"$1" "$2" >&2; exit' sh '${process.execPath}' '${program}'\n`;
    repository.write('.git/hooks/prepare-commit-msg', hook, 0o755);
    repository.git('config', 'alias.save', '!git commit --quiet --allow-empty -m more');

    const { stderr } = spawnSync('git', ['-c', 'a.b=c', 'save', '--no-edit'], {
      cwd: repository.path,
      encoding: 'utf8',
    });
    expect(JSON.parse(stderr)).toMatchObject({
      nearest: { name: 'commit', args: ['--quiet', '--allow-empty', '-m', 'more', '--no-edit'] },
      typed: { name: 'save', args: ['--no-edit'] },
    });
  });

  test('nothing is found where there is no git', () => {
    expect(gitCommandsAbove(1)).toBeUndefined();
    expect(gitCommandsAbove(2 ** 30)).toBeUndefined();
  });
});
