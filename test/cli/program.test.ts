/** The command line as a person meets it: its help, and what it says to a terminal. */

import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { openTerminal } from '../support/terminal.ts';
import { createWorkbench } from '../support/workbench.ts';

test('spike alone is a misuse: the help on standard error, and status 2', () => {
  const desk = createWorkbench();
  const { stdout, stderr, exitCode } = desk.spike();

  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toContain('Usage: spike [options] [command]');
  expect(stderr).toMatch(/\nspike: error: expected a command, found none\nspike: hint: spike init, then /);
});

test('help that was asked for is data, and fits 80 columns', () => {
  const desk = createWorkbench();
  const calls = [['--help'], ...COMMANDS.map(({ name }) => [name, '--help']), ['completion', '--help']];
  for (const args of calls) {
    const { stdout, stderr, exitCode } = desk.spike(...args);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('Usage: spike');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

test('completion for a shell that is not known is a misuse', () => {
  const { stderr, exitCode } = createWorkbench().spike('completion', 'tcsh');

  expect(exitCode).toBe(2);
  expect(stderr).toBe('spike: error: expected bash, zsh, fish, found "tcsh"\nspike: hint: spike completion bash\n');
});

test('an error is wrapped at the width of a terminal, and elsewhere one line', async () => {
  const desk = createWorkbench();
  const terminal = openTerminal('stty cols 44; spike completion tcsh', { cwd: desk.path, env: desk.env });
  await terminal.ended();
  const shown = terminal.screen().replaceAll('\r', '').trimEnd().split('\n');
  const [error = ''] = desk.spike('completion', 'tcsh').stderr.split('\n');

  expect(error.length).toBeGreaterThan(44);
  expect(shown.filter((line) => line.length > 44)).toEqual([]);
  expect(shown[1]).toMatch(/^ {14}\S/);
  expect(shown.map((line) => line.trim()).join(' ')).toContain(error);
});
