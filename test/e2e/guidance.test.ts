/** What a newcomer is told: the command that each message names works where it is read. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, createRepository, repositoryAt } from '../support/git-fixture.ts';
import { createReadyWorkbench, type Result, type Workbench } from '../support/workbench.ts';

/** Types what a hint names, up to the words that explain it. */
function typeHint(desk: Workbench, said: Result): Result {
  const [command = ''] = hintOf(said).split(/ (?:begins|continues|discards|says)|[;,] /);
  return desk.run('sh', ['-c', command]);
}

function hintOf({ stdout, stderr }: Result): string {
  return /^spike: hint: (.*)$/m.exec(`${stdout}${stderr}`)?.[1] ?? '';
}

function fillIn(draft: string, parts: { observable?: string; paths?: readonly string[] } = {}): void {
  const { observable = '`sh check.sh` exits 0', paths = ['app/'] } = parts;
  writeFileSync(
    draft,
    `Statement: It works.\n\nObservable: ${observable}\n\nPaths:\n${paths.map((path) => `- ${path}\n`).join('')}\nKill: When it fails.\n`,
  );
}

function begun(desk: Workbench, slug: string, parts?: Parameters<typeof fillIn>[1]): string {
  const draft = desk.spike('new', slug).stdout.trim();
  fillIn(draft, parts);
  return draft;
}

function started(parts?: Parameters<typeof fillIn>[1], slug = 'early'): Workbench {
  const desk = createReadyWorkbench();
  begun(desk, slug, parts);
  expect(desk.spike('start')).toMatchObject({ exitCode: 0 });
  return desk;
}

/** The branch of a shipped spike, on a machine that has never seen it. */
function otherMachine(): Workbench {
  const desk = started();
  desk.write('app/answer', 'yes\n');
  desk.spikeRun('sh', 'check.sh');
  desk.git('add', '--all');
  desk.tryGit('commit', '--quiet', '-m', 'Answer yes');
  expect(desk.spike('ship', '-m', 'It holds.')).toMatchObject({ exitCode: 0 });
  desk.tryGit('push', '--quiet', 'origin', 'spike/early');
  const there = createFolder();
  desk.git('clone', '--quiet', '--branch', 'spike/early', desk.origin.path, join(there, 'shop'));
  const clone = repositoryAt(join(there, 'shop'));
  clone.git('config', 'user.name', 'Test Person');
  clone.git('config', 'user.email', 'person@test.invalid');
  const env = { ...desk.env, SPIKE_HOME: createFolder() };
  const run: Workbench['run'] = (program, args, call = {}) =>
    desk.run(program, args, { cwd: clone.path, ...call, env: { ...env, ...call.env } });
  return {
    ...desk,
    ...clone,
    env,
    run,
    spike: (...args) => run('spike', args),
    spikeRun: (...args) => run('spike-run', args),
    tryGit: (...args) => run('git', args),
  };
}

describe('the target', () => {
  it('that `spike new` was given is the one of start, of status before it, and of the gate', () => {
    const desk = createReadyWorkbench();
    desk.git('branch', '--quiet', '--move', 'main', 'trunk');
    desk.git('remote', 'set-head', 'origin', '--delete');
    desk.git('update-ref', '-d', 'refs/remotes/origin/main');
    const begunOnTrunk = desk.spike('new', 't3', '--target', 'trunk');
    expect(begunOnTrunk).toMatchObject({ exitCode: 0 });
    expect(begunOnTrunk.stderr).toMatch(/^spike: it starts at [0-9a-f]{12} and will merge into trunk$/m);
    fillIn(begunOnTrunk.stdout.trim());
    expect(hintOf(desk.spike('status'))).toBe('spike start');
    const start = desk.spike('start');
    expect(start).toMatchObject({ exitCode: 0 });
    expect(start.stderr).toMatch(/^spike: it will merge into trunk, and is measured from [0-9a-f]{12}$/m);
    expect(hintOf(desk.spike('gate'))).toBe('spike ship -m "why"');
  });

  it('is said to be main while one stands on another branch', () => {
    const desk = createReadyWorkbench();
    desk.git('switch', '--quiet', '--create', 'develop');
    desk.commit('Elsewhere', { 'other/file': 'new\n' });
    expect(desk.spike('new', 'dev2').stderr).toContain('will merge into main');
    expect(desk.git('rev-parse', 'HEAD')).toBe(desk.git('rev-parse', 'main'));
  });

  it('that no default says is named in the command to type', () => {
    const desk = createReadyWorkbench();
    const repository = createRepository();
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
    const spike = (...args: readonly string[]): Result => desk.run('spike', args, { cwd: repository.path });
    spike('init');

    const unborn = spike('new', 'foo');
    expect(unborn.stderr).toContain('expected a commit to begin from, found a repository without one');
    expect(hintOf(unborn)).toBe('git add -A && git commit --allow-empty -m "Begin", then spike new foo --target trunk');
    repository.commit('Begin');
    const unnamed = spike('new', 'foo');
    expect(unnamed.exitCode).toBe(1);
    expect(hintOf(unnamed)).toBe('spike new foo --target trunk');
    expect(spike('new', 'foo', '--target', 'trunk')).toMatchObject({ exitCode: 0 });
  });
});

describe('a clone without hooks', () => {
  it('is told so by new and start, and no longer once `spike init` was typed', () => {
    const desk = createReadyWorkbench();
    const there = createFolder();
    desk.git('clone', '--quiet', desk.origin.path, join(there, 'shop'));
    const spike = (...args: readonly string[]): Result => desk.run('spike', args, { cwd: join(there, 'shop') });
    const note = /^spike: note: the hooks are not installed here, .*: spike init$/m;

    const begunThere = spike('new', 'early');
    expect(begunThere.stderr).toMatch(note);
    fillIn(begunThere.stdout.trim());
    expect(spike('start').stderr).toMatch(note);
    expect(spike('init')).toMatchObject({ exitCode: 0 });
    expect(spike('start', '--again', '-m', 'why').stderr).not.toContain('hooks');
    expect(desk.spike('new', 'early').stderr).not.toContain('hooks');
  });
});

describe('the name of a spike', () => {
  it('is used up by a kill, though its branch is gone; another is proposed', () => {
    const desk = started();
    desk.spike('kill', '-m', 'No.');
    desk.run('sh', ['-c', 'git switch --quiet main && git branch --quiet -D spike/early']);
    const again = desk.spike('new', 'early');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('expected a name that no spike had, found the branch spike-evidence/early');
    expect(hintOf(again)).toBe('spike new early-2');
    expect(typeHint(desk, again)).toMatchObject({ exitCode: 0 });
    expect(desk.git('branch', '--show-current')).toBe('spike/early-2');
  });

  it('is used up by evidence that was only fetched, and by a ledger alone', () => {
    const desk = createReadyWorkbench();
    desk.git('push', '--quiet', 'origin', 'main:refs/heads/spike-evidence/late');
    desk.git('fetch', '--quiet');
    expect(desk.spike('new', 'late').stderr).toContain('found the branch spike-evidence/late');

    const other = started();
    other.git('switch', '--quiet', 'main');
    other.git('branch', '--quiet', '-D', 'spike/early');
    expect(other.spike('new', 'early').stderr).toContain('found a spike of that name in ');
  });
});

describe('`spike new` on the branch of its spike', () => {
  it('opens the draft again, as it was filled in', () => {
    const desk = createReadyWorkbench();
    const draft = begun(desk, 'users-email');
    const text = readFileSync(draft, 'utf8');
    expect(desk.spike('new', 'users-email')).toMatchObject({ exitCode: 0, stdout: `${draft}\n` });
    expect(readFileSync(draft, 'utf8')).toBe(text);
    expect(desk.spike('start')).toMatchObject({ exitCode: 0 });
    const late = desk.spike('new', 'users-email');
    expect(late.exitCode).toBe(2);
    expect(typeHint(desk, late)).toMatchObject({ exitCode: 0 });
  });

  it('takes up a branch that was made by hand, as every command there says', () => {
    const desk = createReadyWorkbench();
    desk.git('switch', '--quiet', '--create', 'spike/hand-made');
    for (const command of ['status', 'ship']) {
      expect(hintOf(desk.spike(command))).toMatch(/^spike new hand-made begins it here/);
    }
    const taken = typeHint(desk, desk.spike('status'));
    expect(taken).toMatchObject({ exitCode: 0 });
    fillIn(taken.stdout.trim());
    expect(desk.spike('start')).toMatchObject({ exitCode: 0 });
    expect(desk.git('branch', '--show-current')).toBe('spike/hand-made');
  });

  it('takes up no branch that was worked on elsewhere', () => {
    const desk = createReadyWorkbench();
    desk.git('switch', '--quiet', '--create', 'spike/theirs');
    desk.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '-m', 'Work');
    const refused = desk.spike('new', 'theirs');
    expect(refused.stderr).toContain('expected a branch without commits of its own, found some on spike/theirs');
    expect(hintOf(refused)).toMatch(/begin another: spike new theirs-2$/);
    expect(hintOf(desk.spike('status'))).toMatch(/^go on where the spike was started/);
  });

  it('from another branch, is told to switch to it and go on', () => {
    const desk = createReadyWorkbench();
    desk.git('branch', 'spike/hand-made');
    expect(hintOf(desk.spike('new', 'hand-made'))).toMatch(/^git switch spike\/hand-made, then spike new hand-made;/);
    begun(desk, 'early');
    desk.git('switch', '--quiet', 'main');
    expect(hintOf(desk.spike('new', 'early'))).toMatch(/^git switch spike\/early, then spike start;/);
  });
});

describe('the branch of a shipped spike on another machine', () => {
  it('continues from its bundle, as every command there says', () => {
    const desk = otherMachine();
    desk.spike('init');
    desk.write('app/answer', 'yes, please\n');
    desk.git('add', '--all');
    const continues = /^spike start --again -m "why" continues from the bundle/;
    for (const command of ['status', 'ship', 'kill']) expect(hintOf(desk.spike(command))).toMatch(continues);
    expect(hintOf(desk.spike('new', 'early'))).toMatch(continues);
    const commit = desk.tryGit('commit', '-m', 'More');
    expect(commit.exitCode).toBe(1);
    expect(hintOf(commit)).toMatch(continues);
    expect(typeHint(desk, commit)).toMatchObject({ exitCode: 0 });
  });
});

describe('before the start', () => {
  it('a commit is refused since the spike has not started, and the gate says the same', () => {
    const desk = createReadyWorkbench();
    begun(desk, 'early');
    desk.write('app/answer', 'yes\n');
    desk.git('add', '--all');
    const commit = desk.tryGit('commit', '-m', 'Early');
    expect(commit.exitCode).toBe(1);
    expect(commit.stderr).toContain('spike/early has not started');
    expect(hintOf(commit)).toBe('spike start');
    expect(hintOf(desk.spike('gate'))).toBe('spike start');
    expect(typeHint(desk, commit)).toMatchObject({ exitCode: 0 });
  });

  it('there is nothing to kill, and the branch can be discarded', () => {
    const desk = createReadyWorkbench();
    begun(desk, 'early');
    const kill = desk.spike('kill', '-m', 'No.');
    expect(kill.exitCode).toBe(2);
    expect(hintOf(kill)).toMatch(/^git switch main && git branch -D spike\/early discards it/);
    expect(typeHint(desk, kill)).toMatchObject({ exitCode: 0 });
    expect(desk.spike('new', 'early')).toMatchObject({ exitCode: 0 });
  });
});

describe('the start', () => {
  it('doubts paths that match nothing and a program that is not there, and starts', () => {
    const desk = createReadyWorkbench();
    begun(desk, 'early', { observable: '`slugfy --check` exits 0', paths: ['app/', 'slugfy/'] });
    const start = desk.spike('start');
    expect(start).toMatchObject({ exitCode: 0 });
    expect(start.stderr).toContain('spike: note: no file matches the path slugfy/ yet\n');
    expect(start.stderr).toContain('spike: note: the observable cannot run yet: slugfy: command not found\n');
    expect(start.stderr).not.toContain('app/ yet');
    const second = desk.spike('start');
    expect(second.exitCode).toBe(2);
    expect(hintOf(second)).toContain('spike kill -m "what was wrong", then git switch main && spike new <slug>');
  });

  it('refuses an observable in a folder that is not there', () => {
    const desk = createReadyWorkbench();
    begun(desk, 'early', { observable: '`sh ok.sh` in nowhere exits 0' });
    const start = desk.spike('start');
    expect(start.exitCode).toBe(2);
    expect(start.stderr).toContain("expected the observable's folder in this worktree, found no nowhere");
    desk.run('mkdir', ['nowhere']);
    expect(desk.spike('start')).toMatchObject({ exitCode: 0 });
  });

  it('prints the observable as it is typed from where one stands, and ship does too', () => {
    const desk = createReadyWorkbench();
    desk.commit('A library', { 'lib/ok.sh': 'exit 0\n' });
    desk.tryGit('push', '--quiet', 'origin', 'main');
    begun(desk, 'early', { observable: '`sh ok.sh` in lib exits 0', paths: ['lib/'] });
    const next = '(cd lib && spike-run sh ok.sh)';
    expect(desk.spike('start').stderr).toContain(`spike: next: ${next}\n`);
    const lib = join(desk.path, 'lib');
    expect(hintOf(desk.spike('ship', '-m', 'why'))).toBe(next);
    expect(hintOf(desk.run('spike', ['ship', '-m', 'why'], { cwd: lib }))).toBe('spike-run sh ok.sh');
    expect(hintOf(desk.run('spike', ['ship', '-m', 'why'], { cwd: join(desk.path, 'app') }))).toBe(
      '(cd ../lib && spike-run sh ok.sh)',
    );
    expect(desk.run('sh', ['-c', `${next} && ${next}`])).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(desk.spike('status', '--json').stdout)).toMatchObject({ observable: { held: [{}] } });
  });

  it.each([
    ['90', 'expected a length of time, found "90"', '90 of what? write 90m for minutes; other forms are 1h30m and 90s'],
    ['20s', 'expected a clock of at least 60 seconds, found 20 seconds', 'spike start --clock 1h30m'],
    ['48h', 'expected a clock of at most 1 hour 30 minutes, found 48 hours', /^ask for less/],
  ])('refuses --clock %s', (clock, message, hint) => {
    const desk = createReadyWorkbench();
    begun(desk, 'early');
    const start = desk.spike('start', '--clock', clock);
    expect(start.exitCode).toBe(2);
    expect(start.stderr).toContain(message);
    expect(hintOf(start)).toMatch(hint);
  });

  it('names MAX_DUP where that asks for too much', () => {
    const desk = createReadyWorkbench();
    begun(desk, 'early');
    const start = desk.run('spike', ['start'], { env: { MAX_DUP: '9' } });
    expect(start.exitCode).toBe(2);
    expect(start.stderr).toContain('expected MAX_DUP to be at most 3 identical failures, found 9');
    expect(hintOf(start)).toMatch(/^unset MAX_DUP/);
  });
});

describe('at work', () => {
  it('ship says that the command it names could end the spike', () => {
    const desk = started();
    desk.spikeRun('sh', 'check.sh');
    expect(hintOf(desk.spike('ship', '-m', 'why'))).toBe('spike-run sh check.sh');
    desk.spikeRun('sh', 'check.sh');
    expect(hintOf(desk.spike('ship', '-m', 'why'))).toBe(
      'spike-run sh check.sh; it has failed 2 of 3 times in the same way: once more ends the spike',
    );
  });

  it('status tells runs apart that differ in their folder or at their end alone', () => {
    const desk = started();
    const long = ['sh', '-c', 'exit 1', 'a name that goes on and on until the line is full'];
    desk.spikeRun(...long, 'one');
    desk.spikeRun(...long, 'two');
    desk.run('spike-run', ['sh', 'none.sh'], { cwd: join(desk.path, 'app') });
    const { stdout } = desk.spike('status');
    expect(stdout).toMatch(/sh -c 'exit 1'.*….*one$/m);
    expect(stdout).toMatch(/sh -c 'exit 1'.*….*two$/m);
    expect(stdout).toMatch(/ {2}sh none\.sh in app$/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('the gate says to kill a spike whose budget is spent', () => {
    const desk = started();
    expect(hintOf(desk.spike('gate'))).toBe('spike ship -m "why"');
    for (let time = 0; time < 3; time += 1) desk.spikeRun('sh', 'check.sh');
    expect(hintOf(desk.spike('gate'))).toBe('spike kill -m "what was learnt"');
  });
});

describe('what is to be pushed', () => {
  it('is pushed by a command that works for a branch that never was', () => {
    const desk = started();
    desk.write('app/answer', 'yes\n');
    desk.spikeRun('sh', 'check.sh');
    desk.git('add', '--all');
    desk.tryGit('commit', '--quiet', '-m', 'Answer yes');
    desk.spike('ship', '-m', 'It holds.');
    const { stdout } = desk.spike('status');
    expect(stdout).toMatch(/^ {2}next +git push -u origin spike\/early\n +spike start --again/m);
    expect(desk.tryGit('push', '--quiet', '-u', 'origin', 'spike/early')).toMatchObject({ exitCode: 0 });
  });

  it('takes a remote first where there is none', () => {
    const desk = started();
    desk.git('remote', 'remove', 'origin');
    const kill = desk.spike('kill', '-m', 'No.');
    expect(kill.stderr).toContain(
      'spike: next: git remote add origin <url>\nspike: next: git push -u origin spike-evidence/early\n',
    );
    expect(desk.spike('status').stdout).toContain('next        git remote add origin <url>\n');
    expect(hintOf(desk.spike('kill', '-m', 'No.'))).toBe(
      'git remote add origin <url> && git push -u origin spike-evidence/early',
    );
  });
});
