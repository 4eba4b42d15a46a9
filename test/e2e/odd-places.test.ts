/** Where a program is started that cannot go on: one line that says so, never a stack trace. */

import { expect, it } from 'vitest';
import { createReadyWorkbench, createWorkbench } from '../support/workbench.ts';

it.each(['spike status', 'spike hook pre-commit', 'spike run true', 'spike-run true'])(
  'in a folder that was removed, %s says so',
  (command) => {
    const desk = createWorkbench();
    const { exitCode, stderr } = desk.run('sh', ['-c', `mkdir gone && cd gone && rmdir ../gone && exec ${command}`]);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'spike: error: expected a working directory, found that it was removed\nspike: hint: cd to a folder that is there\n',
    );
  },
);

it('a control root that cannot be made is an error, and not waited for', () => {
  const desk = createReadyWorkbench();
  const { exitCode, stderr } = desk.run('spike', ['new', 'other'], { env: { SPIKE_HOME: '/proc/none' } });

  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^spike: error: expected to write in \/proc\/none/);
});
