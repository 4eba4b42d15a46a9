import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { uptime } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { readBootClock } from '../../src/process/boot-clock.ts';
import { identifySelf, isGone, type Lifetime } from '../../src/process/identity.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { readStat } from '../../src/process/process-table.ts';

test('this process names itself so that it is found alive', () => {
  const self = identifySelf();

  expect(self).toMatchObject({ pid: process.pid, boot: readBootClock().boot });
  expect(isGone(self)).toBe(false);
});

test('a process is alive until it has ended, and gone from then on', async () => {
  const child = spawn('sleep', ['60']);
  const { pid = 0 } = child;
  onTestFinished(() => void child.kill('SIGKILL'));
  const identity: Lifetime = { ...identifySelf(), pid, born: readStat(pid)?.born ?? '' };
  expect(isGone(identity)).toBe(false);

  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isGone(identity)).toBe(true);
});

test('a process that has ended is gone though nobody has waited for it', async () => {
  // The shell's child becomes sleep's, which never asks how it ended.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line).trim());
  while (readStat(pid)?.state !== 'Z') await new Promise((settle) => setTimeout(settle, 5));

  expect(isGone({ ...identifySelf(), pid, born: readStat(pid)?.born ?? '' })).toBe(true);
});

test.each<[string, Partial<Lifetime>, boolean]>([
  ['born at another time: its number was given away again', { born: '1' }, true],
  ['of another boot', { boot: 'another' }, true],
  ['in another pid namespace: nobody here can tell', { pidns: 'pid:[1]', pid: 2 ** 22 + 1 }, false],
])('a process %s', (_name, change, gone) => {
  expect(isGone({ ...identifySelf(), ...change })).toBe(gone);
});

test('a process of whose birth nothing is known is taken to live', () => {
  const { born: _born, ...unborn } = identifySelf();

  expect(isGone(unborn)).toBe(false);
});

test('the boot clock counts from the boot, in whole hundredths, and never back', () => {
  const before = uptime() * 1000;
  const readings = Array.from({ length: 1000 }, () => readBootClock().up);
  const after = uptime() * 1000;

  expect(readings).toEqual([...readings].sort((one, other) => one - other));
  expect(readings.every((up) => Number.isSafeInteger(up) && up % 10 === 0)).toBe(true);
  expect(readings[0]).toBeGreaterThanOrEqual(before - 10);
  expect(readings.at(-1)).toBeLessThanOrEqual(after + 10);
});

test('this machine answers what the ledger asks', () => {
  const machine = thisMachine();

  expect(machine.self).toEqual(identifySelf());
  expect(machine.reading().boot).toBe(machine.self.boot);
  expect(Math.abs(machine.wall() - Date.now() / 1000)).toBeLessThan(2);
});
