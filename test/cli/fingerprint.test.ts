import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { createReadyWorkbench } from '../support/workbench.ts';

test('a relative folder stands for its real path, as in the ledger', () => {
  const desk = createReadyWorkbench();
  const argv = ['sh', 'check.sh'];
  desk.link('elsewhere', 'app');

  for (const [folder, cwd] of [
    ['.', desk.path],
    ['elsewhere', join(desk.path, 'app')],
    ['/home/dev/shop', '/home/dev/shop'],
  ] as const) {
    expect(desk.spike('fingerprint', folder, '1', ...argv).stdout).toBe(`${fingerprint({ cwd, argv, exit: 1 })}\n`);
  }
  expect(desk.spike('fingerprint', 'nowhere', '1', ...argv).exitCode).toBe(2);
});
