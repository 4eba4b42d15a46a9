import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { refusalOf } from '../support/refusal.ts';
import { type Scene, scene } from './scene.ts';

/** The id of a process that is over. */
function goneId(): number {
  return spawnSync('true').pid;
}

function pathIn({ repository }: Scene, path: string): string {
  return join(repository.path, path);
}

test('what an init that killed was writing is cleared away by the next one, and by --uninstall', () => {
  const here = scene();
  const before = here.everything();
  here.init('agents');
  const complete = here.everything();
  const left = ['.git/hooks/pre-commit', '.git/spike-gate/gate.sh', '.spike.yml', '.github/workflows/spike-gate.yml'];
  const leave = () => {
    for (const path of left) writeFileSync(`${pathIn(here, path)}.spike-gate-${goneId()}`, 'half');
  };
  leave();

  expect(here.init('agents', 'dryRun').out.filter((line) => line.includes('killed'))).toHaveLength(left.length);
  here.init('agents');
  expect(here.everything()).toEqual(complete);
  leave();
  writeFileSync(pathIn(here, '.git/spike-gate/.0123456789ab.new'), 'half');
  here.init('uninstall');
  expect(here.everything()).toEqual(before);
});

test('what a process that runs is writing stays, and so does what only looks like it', () => {
  const here = scene();
  here.init();
  const kept = [
    `.git/spike-gate/patterns.spike-gate-${process.ppid}`,
    '.spike.yml.spike-gate-old',
    `x.spike-gate-${goneId()}`,
  ];
  for (const path of kept) writeFileSync(pathIn(here, path), 'kept');

  here.init('uninstall');
  for (const path of kept) expect(readFileSync(pathIn(here, path), 'utf8')).toBe('kept');
});

test('a hook that was being moved when init killed is kept once, and restored', () => {
  for (const next of ['init', 'uninstall'] as const) {
    const here = scene();
    here.repository.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n', 0o755);
    symlinkSync('../../tools/hook', pathIn(here, '.git/hooks/pre-push'));
    const before = here.everything();
    here.init();
    rmSync(pathIn(here, '.git/hooks/pre-commit'));
    linkSync(pathIn(here, '.git/hooks/pre-commit.before-spike-gate'), pathIn(here, '.git/hooks/pre-commit'));
    rmSync(pathIn(here, '.git/hooks/pre-push'));
    symlinkSync('../../tools/hook', pathIn(here, '.git/hooks/pre-push'));

    if (next === 'init') expect(here.init()).toMatchObject({ exitCode: 0, err: [] });
    here.init('uninstall');
    expect(here.everything()).toEqual(before);
  }
});

test('the lock of an init that killed is taken over', () => {
  const here = scene();
  const before = here.everything();
  const holder = { ...thisMachine().self, pid: goneId(), nonce: 'a-b' };
  symlinkSync(JSON.stringify(holder), pathIn(here, '.git/spike-gate.lock'));

  expect(here.init().exitCode).toBe(0);
  here.init('uninstall');
  expect(here.everything()).toEqual(before);
});

test('an id that is none is refused by init before anything is changed, and left by --uninstall, which says so', () => {
  const here = scene();
  mkdirSync(pathIn(here, '.git/spike-gate'));
  writeFileSync(pathIn(here, '.git/spike-gate/id'), '../../x\n');
  const before = here.everything();

  for (const flags of [[], ['dryRun']] as const) {
    expect(refusalOf(() => here.init(...flags))).toMatchObject({
      code: 'unreadable',
      hint: expect.stringMatching(/^remove .*spike-gate\/id: spike init makes another$/),
    });
  }
  expect(here.everything()).toEqual(before);
  const { exitCode, out } = here.init('uninstall');
  expect(exitCode).toBe(0);
  expect(out.join('\n')).toContain('spike-gate/id holds no id of a repository: left as it is');
  expect(here.everything()).toEqual(before);

  rmSync(pathIn(here, '.git/spike-gate/id'));
  here.init();
  writeFileSync(pathIn(here, '.git/spike-gate/id'), '../../x\n');
  here.init('uninstall');
  expect(Object.keys(here.everything())).toEqual(Object.keys(before));
});

test('a lock that cannot be proved stale is waited for, then named', () => {
  const here = scene();
  writeFileSync(pathIn(here, '.git/spike-gate.lock'), '');
  const before = here.everything();

  expect(refusalOf(() => here.init())).toMatchObject({
    code: 'refused',
    message: 'expected no other spike init in this repository, found one that has gone on for 10 seconds',
    hint: expect.stringContaining('.git/spike-gate.lock'),
  });
  expect(here.everything()).toEqual(before);
  expect(here.init('dryRun').exitCode).toBe(0);
});
