/** After the end of a spike: nothing starts, commits and pushes are refused, evidence still goes through. */

import { describe, expect, it } from 'vitest';
import { startAgo } from '../support/long-ago.ts';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

function stage(desk: Workbench, text: string): void {
  desk.write('app/answer', text);
  desk.git('add', '--all');
}

describe('after the deadline', () => {
  function expired(): Workbench {
    const desk = createReadyWorkbench();
    desk.hypothesise({});
    startAgo(desk, 102);
    return desk;
  }

  it('no command starts, and the refusal says so', () => {
    const desk = expired();
    const refused = desk.spikeRun('touch', 'never');
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain(
      'spike: error: touch never was not run: the deadline of spike users-email passed 12 minutes ago',
    );
    expect(refused.stderr).toContain('spike: hint: ');
    expect(desk.git('status', '--porcelain')).toBe('');
    expect(desk.spike('status', '--short').stdout).toBe('spike users-email clock expired\n');
  });

  it('commits and pushes of work are refused, however they are made', () => {
    const desk = expired();
    stage(desk, 'late\n');
    for (const more of [[], ['--no-verify'], ['--all'], ['--amend']]) {
      const refused = desk.tryGit('commit', '-m', 'Late', ...more);
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toContain('the deadline of spike users-email passed');
    }
    for (const refspec of ['spike/users-email', 'HEAD', 'HEAD:refs/heads/spike/other-name']) {
      expect(desk.tryGit('push', 'origin', refspec).exitCode).not.toBe(0);
    }
    expect(desk.tryGit('push', 'origin', 'main').exitCode).toBe(0);
  });

  it('it can still be killed, and its evidence pushed', () => {
    const desk = expired();
    expect(desk.spike('kill', '-m', 'Ran out of time.')).toMatchObject({ exitCode: 0 });
    expect(desk.tryGit('push', '--quiet', 'origin', 'spike-evidence/users-email')).toMatchObject({ exitCode: 0 });
    expect(desk.tryGit('push', '--quiet', 'origin', '--delete', 'spike-evidence/users-email')).toMatchObject({
      exitCode: 0,
    });
  });
});

describe('another attempt', () => {
  it('needs an end, a reason, and what the policy allows', () => {
    const desk = createReadyWorkbench();
    desk.hypothesise({});
    startAgo(desk, 200);
    expect(desk.spike('start')).toMatchObject({ exitCode: 2 });
    const silent = desk.spike('start', '--again');
    expect(silent.exitCode).toBe(2);
    expect(silent.stderr).toContain('spike: hint: spike start --again -m "why"');
    expect(desk.spike('start', '--again', '-m', 'The database was down')).toMatchObject({ exitCode: 0 });
    const third = desk.spike('start', '--again', '-m', 'Once more');
    expect(third.exitCode).toBe(2);
    expect(third.stderr).toContain('expected an attempt that is over, found attempt 2 open');
  });

  it('ships with every ledger, and passes the gate', () => {
    const desk = createReadyWorkbench();
    desk.hypothesise({});
    startAgo(desk, 200);
    desk.spike('start', '--again', '-m', 'The database was down');
    desk.write('app/answer', 'yes\n');
    desk.spikeRun('sh', 'check.sh');
    stage(desk, 'yes\n');
    expect(desk.tryGit('commit', '--quiet', '-m', 'Answer yes')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('ship', '-m', 'It holds.')).toMatchObject({ exitCode: 0 });
    expect(desk.git('ls-tree', '-r', '--name-only', 'HEAD', 'spikes/users-email/')).toContain(
      'spikes/users-email/attempts/1.jsonl',
    );
    expect(desk.spike('gate')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('verify', 'spikes/users-email')).toMatchObject({ exitCode: 0 });
  });
});

describe('after a ship', () => {
  function shipped(): Workbench {
    const desk = createReadyWorkbench();
    desk.hypothesise({});
    desk.spike('start');
    desk.write('app/answer', 'yes\n');
    desk.spikeRun('sh', 'check.sh');
    stage(desk, 'yes\n');
    desk.tryGit('commit', '--quiet', '-m', 'Answer yes');
    expect(desk.spike('ship', '-m', 'It holds.')).toMatchObject({ exitCode: 0 });
    return desk;
  }

  it('more work is refused until a review round is opened', () => {
    const desk = shipped();
    stage(desk, 'yes, please\n');
    const refused = desk.tryGit('commit', '-m', 'More');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('spike: hint: spike start --again -m "why" opens a review round');

    expect(desk.spike('start', '--again', '-m', 'Asked for politeness')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('gate').stdout).toContain(
      'spike: note: attempt 2 was opened here since, and is not in what was judged',
    );
    desk.spikeRun('sh', 'check.sh');
    expect(desk.tryGit('commit', '--quiet', '-m', 'More')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('ship', '-m', 'Politely.')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('gate')).toMatchObject({ exitCode: 0 });
  });

  it('a rebase onto a target that went on keeps the patch, and passes', () => {
    const desk = shipped();
    desk.git('switch', '--quiet', 'main');
    desk.commit('Elsewhere', { 'other/file': 'new\n' });
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', 'spike/users-email');
    expect(desk.tryGit('rebase', '--quiet', 'main')).toMatchObject({ exitCode: 0 });
    const gate = desk.spike('gate');
    expect(gate).toMatchObject({ exitCode: 0 });
    expect(gate.stdout).toContain('the patch is what is compared');
  });

  it('a merge of the target keeps the patch, and passes', () => {
    const desk = shipped();
    desk.git('switch', '--quiet', 'main');
    desk.commit('Elsewhere', { 'other/file': 'new\n' });
    desk.git('switch', '--quiet', 'spike/users-email');
    expect(desk.tryGit('merge', '--quiet', '--no-edit', 'main')).toMatchObject({ exitCode: 0 });
    expect(desk.spike('gate', '--base', 'main')).toMatchObject({ exitCode: 0 });
  });

  it('a kill in the review round takes the place of the shipped bundle', () => {
    const desk = shipped();
    desk.spike('start', '--again', '-m', 'A doubt');
    expect(desk.spike('kill', '-m', 'The doubt was right.')).toMatchObject({ exitCode: 0 });
    expect(desk.git('show', 'HEAD:spikes/users-email/EVIDENCE.md')).toContain('The doubt was right.');
    expect(desk.git('status', '--porcelain')).toBe('');
    expect(desk.spike('gate').exitCode).toBe(1);
    const evidence = 'spike-evidence/users-email';
    expect(desk.spike('gate', '--head', evidence, '--branch', evidence)).toMatchObject({ exitCode: 0 });
  });
});

describe('a message typed in an editor', () => {
  it('gets its trailer, and stays a commit that can be thought better of', () => {
    const desk = createReadyWorkbench();
    desk.hypothesise({});
    desk.spike('start');
    stage(desk, 'maybe\n');
    const untouched = desk.run('git', ['commit'], { env: { GIT_EDITOR: 'true' } });
    expect(untouched.exitCode).toBe(1);
    expect(untouched.stderr).toContain('empty commit message');
    const typed = desk.run('git', ['commit', '--quiet'], {
      env: { GIT_EDITOR: 'sh -c \'printf "Typed\\n" >"$1"\' sh' },
    });
    expect(typed).toMatchObject({ exitCode: 0 });
    expect(desk.git('log', '-1', '--format=%s|%(trailers:key=Spike,valueonly)').trim()).toMatch(
      /^Typed\|users-email\/1 0:/,
    );
  });
});

describe('without its ledger', () => {
  it('commits and unsealed pushes of a spike branch are refused with the reason', () => {
    const desk = createReadyWorkbench();
    desk.git('switch', '--quiet', '--create', 'spike/stranger');
    stage(desk, 'maybe\n');
    const refused = desk.tryGit('commit', '-m', 'Strange');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('spike/stranger was not started here');
    expect(desk.tryGit('push', 'origin', 'spike/stranger').exitCode).not.toBe(0);
  });
});
