/** The journey of the README, with real git and the built programs. */

import { describe, expect, it } from 'vitest';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

function startedSpike(): Workbench {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  expect(desk.spike('start')).toMatchObject({ exitCode: 0 });
  return desk;
}

function answer(desk: Workbench, text: string): void {
  desk.write('app/answer', text);
}

describe('a spike that ships', () => {
  it('passes its own gate after the observable held on what is committed', () => {
    const desk = startedSpike();
    answer(desk, 'yes\n');
    expect(desk.spikeRun('sh', 'check.sh')).toMatchObject({ exitCode: 0, stderr: '' });
    desk.git('add', '--all');
    expect(desk.tryGit('commit', '--quiet', '-m', 'Answer yes')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(desk.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)').trim()).toMatch(
      /^users-email\/1 \d+:[0-9a-f]{12}$/,
    );

    const shipped = desk.spike('ship', '-m', 'The check passes with one word.');
    expect(shipped).toMatchObject({ exitCode: 0 });
    expect(desk.git('status', '--porcelain')).toBe('');
    expect(desk.git('ls-tree', '-r', '--name-only', 'HEAD', 'spikes/users-email/').split('\n')).toEqual([
      'spikes/users-email/EVIDENCE.md',
      'spikes/users-email/HYPOTHESIS.md',
      'spikes/users-email/command_log.jsonl',
    ]);

    expect(desk.spike('verify', 'spikes/users-email').stdout).toMatch(/^intact, self-reported: bundle of users-email/);
    const gate = desk.spike('gate');
    expect(gate).toMatchObject({ exitCode: 0 });
    expect(gate.stdout).toMatch(/^spike: pass: users-email may merge/);
    expect(desk.tryGit('push', '--quiet', '-u', 'origin', 'spike/users-email')).toMatchObject({ exitCode: 0 });
  });

  it('is refused while what would ship is not what the observable held on', () => {
    const desk = startedSpike();
    answer(desk, 'yes\n');
    desk.spikeRun('sh', 'check.sh');
    answer(desk, 'yes, and more\n');
    desk.git('add', '--all');
    expect(desk.tryGit('commit', '--quiet', '-m', 'Answer more')).toMatchObject({ exitCode: 0 });
    const refused = desk.spike('ship', '-m', 'why');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('found that it held on other contents: app/answer');
    expect(refused.stderr).toContain('spike: hint: spike-run sh check.sh');
  });

  it('is refused while the working tree is dirty, and asks for a reason last', () => {
    const desk = startedSpike();
    answer(desk, 'yes\n');
    const refused = desk.spike('ship');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('expected a clean working tree, found 1 changed: app/answer');
  });
});

describe('a spike that loops', () => {
  it('is stopped by the third identical failure, refused by the hooks, and killed with its evidence', () => {
    const desk = startedSpike();
    const runs = [1, 2, 3].map(() => desk.spikeRun('sh', 'check.sh', '--verbose'));
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([1, 1, 4]);
    expect(runs[0]?.stderr).toBe('');
    expect(runs[1]?.stderr.split('\n')).toHaveLength(2);
    expect(desk.spikeRun('touch', 'never').exitCode).toBe(4);
    expect(desk.git('status', '--porcelain')).toBe('');

    answer(desk, 'maybe\n');
    desk.git('add', '--all');
    const commit = desk.tryGit('commit', '-m', 'One more try');
    expect(commit.exitCode).toBe(1);
    expect(commit.stderr).toContain(
      'the failure budget of spike users-email is spent: sh check.sh --verbose failed 3 times with exit status 1',
    );
    expect(desk.tryGit('commit', '--no-verify', '-m', 'One more try').exitCode).toBe(1);
    expect(desk.tryGit('push', 'origin', 'spike/users-email').exitCode).not.toBe(0);

    expect(desk.spike('ship', '-m', 'why').stderr).toContain('spike: hint: spike kill -m');

    desk.git('reset', '--quiet', '--hard');
    const killed = desk.spike('kill', '-m', 'The flag makes no difference.');
    expect(killed).toMatchObject({ exitCode: 0 });
    expect(killed.stderr).toContain('git push -u origin spike-evidence/users-email');
    expect(desk.git('branch', '--show-current')).toBe('spike/users-email');
    expect(desk.git('diff', '--name-only', 'main', 'spike-evidence/users-email').split('\n')).toEqual([
      'spikes/users-email/EVIDENCE.md',
      'spikes/users-email/HYPOTHESIS.md',
      'spikes/users-email/command_log.jsonl',
    ]);
    expect(desk.tryGit('push', '--quiet', 'origin', 'spike-evidence/users-email')).toMatchObject({ exitCode: 0 });
    expect(
      desk.spike('gate', '--head', 'spike-evidence/users-email', '--branch', 'spike-evidence/users-email').exitCode,
    ).toBe(0);
    const gate = desk.spike('gate');
    expect(gate.exitCode).toBe(1);
    expect(gate.stdout).toContain('spike: hint: git push -u origin spike-evidence/users-email');
  });
});

describe('what closing leaves behind', () => {
  it('says that a spike is closed already, and changes nothing', () => {
    const desk = startedSpike();
    desk.spike('kill', '-m', 'No.');
    const before = desk.git('rev-parse', 'spike-evidence/users-email');
    const again = desk.spike('kill', '-m', 'No.');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('found users-email killed already');
    expect(desk.git('rev-parse', 'spike-evidence/users-email')).toBe(before);
  });

  it('finishes a kill that was interrupted between the seal and the commit', () => {
    const desk = startedSpike();
    desk.spike('kill', '-m', 'No.');
    desk.git('branch', '--quiet', '-D', 'spike-evidence/users-email');
    expect(desk.spike('kill')).toMatchObject({ exitCode: 0 });
    expect(desk.git('show', 'spike-evidence/users-email:spikes/users-email/EVIDENCE.md')).toContain('No.');
  });
});
