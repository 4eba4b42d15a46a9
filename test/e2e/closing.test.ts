/** Closing a spike while something else happens to it. */

import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

/** An open spike whose observable held on what is committed. */
function readyToShip(): Workbench {
  const desk = createReadyWorkbench();
  desk.hypothesise({});
  desk.spike('start');
  desk.write('app/answer', 'yes\n');
  desk.spikeRun('sh', 'check.sh');
  desk.git('add', '--all');
  expect(desk.tryGit('commit', '--quiet', '-m', 'Answer yes')).toMatchObject({ exitCode: 0 });
  return desk;
}

function atOnce(desk: Workbench, commands: readonly (readonly string[])[]): Promise<readonly number[]> {
  return Promise.all(
    commands.map(
      (args) =>
        new Promise<number>((settle, fail) => {
          const child = spawn('spike', args, { cwd: desk.path, env: desk.env, stdio: 'ignore' });
          child.on('error', fail);
          child.on('exit', (code) => settle(code ?? -1));
        }),
    ),
  );
}

describe('two at once', () => {
  it.each(['ship', 'kill'])(
    'of %s leave one seal, its own evidence, and a bundle once it is run again',
    async (command) => {
      const desk = readyToShip();
      await atOnce(desk, [
        [command, '-m', 'One reason.'],
        [command, '-m', 'Another reason, which is longer.'],
      ]);
      const again = desk.spike(command);
      expect([0, 2]).toContain(again.exitCode);
      const branch = command === 'ship' ? 'spike/users-email' : 'spike-evidence/users-email';
      expect(desk.spike('gate', '--head', branch, '--branch', branch)).toMatchObject({ exitCode: 0 });
      expect(desk.spike('verify')).toMatchObject({ exitCode: 0 });
    },
  );
});

describe('a ship whose paragraph takes a while', () => {
  it('is refused where the budget was spent and the branch moved meanwhile', () => {
    const desk = readyToShip();
    const editor = repositoryAt(createFolder()).write(
      'editor',
      `#!/bin/sh
for time in 1 2 3; do spike-run sh -c 'exit 9'; done >/dev/null 2>&1
echo broken >app/answer
git -c core.hooksPath=/dev/null commit --quiet --all --no-verify --message other
echo why >"$1"
`,
      0o755,
    );
    const typed = desk.run('script', ['--quiet', '--return', '--command', 'spike ship', '/dev/null'], {
      env: { GIT_EDITOR: editor },
      input: '',
    });
    expect(typed.exitCode).toBe(1);
    expect(typed.stdout).toContain('budget');
    expect(desk.spike('status', '--short').stdout).toBe('spike users-email budget spent\n');
  });
});

describe('a kill', () => {
  it('works where the target branch is gone', () => {
    const desk = readyToShip();
    desk.git('branch', '--quiet', '-D', 'main');
    desk.git('update-ref', '-d', 'refs/remotes/origin/main');
    desk.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    expect(desk.spike('kill', '-m', 'The target is gone.')).toMatchObject({ exitCode: 0 });
    expect(desk.git('show', 'spike-evidence/users-email:spikes/users-email/EVIDENCE.md')).toContain(
      'The target is gone.',
    );
  });

  it('works where the configuration of the target is broken', () => {
    const desk = readyToShip();
    desk.git('switch', '--quiet', 'main');
    desk.commit('Break it', { '.spike.yml': 'budget: [\n' });
    desk.git('switch', '--quiet', 'spike/users-email');
    expect(desk.spike('kill', '-m', 'Nothing can be judged.')).toMatchObject({ exitCode: 0 });
  });
});

describe('another attempt', () => {
  it('does not take over the directory of another spike', () => {
    const desk = readyToShip();
    desk.spike('ship', '-m', 'It holds.');
    const noted = desk.run('cat', ['.git/spike-gate/branches/spike%2Fusers-email']).stdout.trim();
    desk.git('switch', '--quiet', '--create', 'spike/three', 'main');
    const refused = desk.run('spike', ['start', '--again', '-m', 'why'], { env: { SPIKE_DIR: noted } });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('spike: hint: unset SPIKE_DIR');
    desk.git('switch', '--quiet', 'spike/users-email');
    expect(JSON.parse(desk.spike('status', '--json').stdout)).toMatchObject({ slug: 'users-email', attempt: 1 });
  });

  it('of two in a fresh clone one begins, and keeps what it records', async () => {
    const desk = readyToShip();
    desk.spike('ship', '-m', 'It holds.');
    desk.tryGit('push', '--quiet', 'origin', 'spike/users-email');
    const clone = createFolder();
    const elsewhere: Workbench = { ...desk, ...repositoryAt(clone), env: { ...desk.env, SPIKE_HOME: createFolder() } };
    elsewhere.gitWith({ cwd: clone }, 'clone', '--quiet', '--branch', 'spike/users-email', desk.origin.path, '.');
    await atOnce(elsewhere, [
      ['start', '--again', '-m', 'One'],
      ['start', '--again', '-m', 'Other'],
    ]);
    const status = desk.run('spike', ['status', '--json'], { cwd: clone, env: elsewhere.env });
    expect(JSON.parse(status.stdout)).toMatchObject({ attempt: 2, state: 'open' });
    expect(desk.run('spike', ['verify'], { cwd: clone, env: elsewhere.env })).toMatchObject({ exitCode: 0 });
  });
});

describe('a start that was cut short before it noted the branch', () => {
  it('is finished by running it again', () => {
    const desk = readyToShip();
    desk.run('rm', ['.git/spike-gate/branches/spike%2Fusers-email']);
    expect(desk.spike('start').exitCode).toBe(2);
    expect(desk.spikeRun('true')).toMatchObject({ exitCode: 0 });
    desk.write('app/answer', 'yes, again\n');
    desk.git('add', '--all');
    expect(desk.tryGit('commit', '--quiet', '-m', 'Go on')).toMatchObject({ exitCode: 0 });
  });
});
