import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTerminal } from '../support/terminal.ts';
import { createReadyWorkbench } from '../support/workbench.ts';

test('an editor that fails hides neither the branch nor the draft, and does not fail the command', async () => {
  const desk = createReadyWorkbench();
  const terminal = openTerminal('spike new early', { cwd: desk.path, env: { ...desk.env, GIT_EDITOR: 'false' } });

  await terminal.see('spike: on branch spike/early; the hypothesis to fill in is');
  const path = await terminal.see('HYPOTHESIS.md');
  expect(existsSync(`${path.trim()}HYPOTHESIS.md`)).toBe(true);
  await terminal.see('spike: note: expected the editor false to end well, found status 1');
  await terminal.see('spike: next: edit it, then spike start');
  expect(await terminal.ended()).toBe(0);
  expect(terminal.screen()).not.toContain('-m');
});
