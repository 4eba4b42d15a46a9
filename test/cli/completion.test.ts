/** The scripts for completion; that of bash as a person's Tab would ask it, without the package bash-completion. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandSpec } from '../../src/cli/commands.ts';
import { renderCompletion, SHELLS } from '../../src/cli/completion.ts';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';

const RUN: CommandSpec = {
  name: 'run',
  description: "run a command: it's recorded",
  options: [['--if-open', 'just run']],
  run: async () => 0,
};
const COMPLETION: CommandSpec = { name: 'completion', description: 'print it', run: async () => 0 };
const ALL = [...COMMANDS, RUN, COMPLETION];

/** What bash offers for the last word, by the function that is registered for the first. */
function offered(...words: readonly string[]): readonly string[] {
  const script = repositoryAt(createFolder()).write('completion', renderCompletion('bash', ALL));
  const driver = `set -u
for time in first second; do . "$0" || exit; done
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
registered=$(complete -p "$1")
[[ $registered =~ -F\\ ([a-z_]+) ]] && "\${BASH_REMATCH[1]}"
printf '%s\\n' "\${COMPREPLY[@]-}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', driver, script, ...words], {
    cwd: createFolder(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('in bash', () => {
  test.each(['spike', 'spike-gate'])('%s is completed by its commands', (program) => {
    expect(offered(program, 's')).toEqual(['start', 'status', 'ship']);
    expect(offered(program, '--v')).toEqual(['--version']);
  });

  test.each(COMMANDS.map(({ name }) => name))('%s is completed by each of its options', (name) => {
    const own = COMMANDS.find((command) => command.name === name)?.options ?? [];
    const flags = own.flatMap(([syntax]) => syntax.split(/[ ,]+/).filter((word) => word.startsWith('-')));
    expect([...offered('spike', name, '-')].sort()).toEqual([...flags, '--help'].sort());
  });

  test('an argument is left to files, but where the words are known', () => {
    expect(offered('spike', 'verify', '')).toEqual([]);
    expect(offered('spike', 'completion', '')).toEqual([...SHELLS]);
  });

  test('what is run is a program, and its options are its own', () => {
    expect(offered('spike', 'run', 'bas')).toContain('bash');
    expect(offered('spike', 'run', '--')).toEqual(['--if-open', '--help']);
    expect(offered('spike', 'run', 'ls', '--')).toEqual([]);
  });

  test('what has been typed is never evaluated', () => {
    const folder = createFolder();
    const trap = join(folder, 'trapped');
    offered('spike', 'verify', `$(touch ${trap})`);
    offered('spike', `$(touch ${trap})`);
    expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout).toBe('');
  });
});

test.each(SHELLS)('the script of %s names every command and every option', (shell) => {
  const script = renderCompletion(shell, ALL);
  for (const { name, options = [] } of ALL) {
    expect(script).toContain(` ${name}`.replace(' ', shell === 'zsh' ? "'" : ' '));
    for (const [syntax] of options) {
      const [, long = ''] = /--([a-z-]+)/.exec(syntax) ?? [];
      expect(script).toContain(shell === 'fish' ? `-l ${long} ` : `--${long}`);
    }
  }
  expect(script).toContain('spike-gate');
});

test('an apostrophe ends no quotation', () => {
  expect(renderCompletion('zsh', ALL)).toContain(String.raw`'run:run a command: it'\''s recorded'`);
  expect(renderCompletion('fish', ALL)).toContain(String.raw`-d 'run a command: it\'s recorded'`);
});
