import { describe, expect, test } from 'vitest';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

function killed(): Workbench {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  desk.spike('start');
  desk.spike('kill', '-m', 'No.');
  desk.git('switch', '--quiet', 'spike-evidence/users-email');
  return desk;
}

describe('`spike verify` says what was meant', () => {
  test('by the folder of bundles', () => {
    const desk = killed();
    const verify = desk.spike('verify', 'spikes');
    expect(verify).toMatchObject({ exitCode: 2, stdout: '' });
    expect(verify.stderr).toContain('found a folder without command_log.jsonl');
    expect(verify.stderr).toContain('spike: hint: spike verify spikes/users-email\n');
    expect(desk.spike('verify', 'spikes/users-email')).toMatchObject({ exitCode: 0 });
  });

  test('by a file that is no ledger', () => {
    const desk = killed();
    desk.write('README.md', 'A shop\n');
    const readme = desk.spike('verify', 'README.md');
    expect(readme.exitCode).toBe(1);
    expect(readme.stderr).toContain('spike: hint: name a bundle, spike verify spikes/<slug>');
    expect(desk.spike('verify', 'spikes/users-email/EVIDENCE.md').stderr).toContain(
      'spike: hint: spike verify spikes/users-email\n',
    );
  });

  test('and a bundle without its ledger stays a broken one', () => {
    const desk = killed();
    desk.remove('spikes/users-email/command_log.jsonl');
    expect(desk.spike('verify', 'spikes/users-email').exitCode).toBe(1);
  });
});
