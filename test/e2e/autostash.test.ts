import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReadyWorkbench } from '../support/workbench.ts';

test('what git stashed before it asked comes back by the command that is named', () => {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  desk.spike('start');
  for (let time = 0; time < 3; time += 1) desk.spikeRun('false');
  desk.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '--message', 'Ahead');
  desk.write('app/answer', 'my edit\n');
  const { exitCode, stderr } = desk.tryGit('rebase', '--autostash', '--force-rebase', 'main');

  expect(exitCode).not.toBe(0);
  const command = /^spike: hint: (git .+) puts back what git has changed meanwhile$/m.exec(stderr)?.[1] ?? 'false';
  expect(desk.run('sh', ['-c', command])).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(desk.path, 'app/answer'), 'utf8')).toBe('my edit\n');
  expect(desk.git('status', '--porcelain=v2', '--branch')).toContain('# branch.head spike/users-email');
  expect(desk.git('stash', 'list')).toBe('');
});
