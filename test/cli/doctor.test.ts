import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createReadyWorkbench } from '../support/workbench.ts';

test('`spike doctor` says that the hooks hold, and ends with 0', () => {
  const desk = createReadyWorkbench();

  expect(desk.spike('doctor')).toMatchObject({ exitCode: 0, stderr: '' });
  const { stdout, exitCode } = desk.spike('doctor', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, holds: true, top: desk.path, hooks: { problems: [] } });
});

test('where one hook does not hold, it ends with 1, and what it says mends it', () => {
  const desk = createReadyWorkbench();
  // Git runs this one from its folder alone, whatever its version.
  chmodSync(join(desk.path, '.git/hooks/pre-rebase'), 0o644);
  const broken = desk.spike('doctor');

  expect(broken).toMatchObject({ exitCode: 1, stderr: '' });
  expect(broken.stdout).toContain('spike: error: expected git to be stopped by pre-rebase, found that it went on\n');
  expect(broken.stdout).toContain('spike: hint: spike init\n');
  expect(JSON.parse(desk.spike('doctor', '--json').stdout)).toMatchObject({ holds: false });
  desk.spike('init');
  expect(desk.spike('doctor')).toMatchObject({ exitCode: 0 });
});

test('outside a repository it says so in a line', () => {
  const desk = createReadyWorkbench();
  const outside = desk.run('spike', ['doctor', '--json'], { cwd: createFolder() });

  expect(outside).toMatchObject({ exitCode: 2, stdout: '' });
  expect(outside.stderr).toContain('expected a git worktree');
});
