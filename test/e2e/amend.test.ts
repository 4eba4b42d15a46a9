import { expect, test } from 'vitest';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

function begun(): Workbench {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  expect(desk.spike('start').exitCode).toBe(0);
  return desk;
}

test.each([
  ['with a message', ['commit', '--amend', '--message', 'Mine']],
  ['without one', ['commit', '--amend', '--no-edit']],
  ['past pre-commit', ['commit', '--amend', '--no-verify', '--message', 'Mine']],
])('the first commit of a spike does not take the place of its target’s: %s', (_, argv) => {
  const desk = begun();
  const before = desk.git('rev-parse', 'HEAD');
  desk.write('app/answer', 'yes\n');
  desk.git('add', '--all');
  const { exitCode, stderr } = desk.tryGit(...argv);

  expect(stderr).toMatch(
    /^spike: error: expected a commit of spike\/users-email to amend, found [0-9a-f]{12}, which its target holds\nspike: hint: git commit without --amend$/m,
  );
  expect(exitCode).toBe(1);
  expect(desk.git('rev-parse', 'HEAD')).toBe(before);
  expect(desk.tryGit('commit', '--quiet', '--message', 'Mine').exitCode).toBe(0);
  expect(desk.tryGit('commit', '--quiet', '--amend', '--message', 'Mine, amended').exitCode).toBe(0);
  expect(desk.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)')).toMatch(/^users-email\/1 /);
  expect(desk.git('rev-parse', 'HEAD^')).toBe(before);
});
