import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readBootClock } from '../../src/process/boot-clock.ts';
import { identifySelf, isGone, type Lifetime } from '../../src/process/identity.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { isNamespaceGone, readStat } from '../../src/process/process-table.ts';
import { createFolder } from '../support/git-fixture.ts';

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
])('a process %s', (_name, change, gone) => {
  expect(isGone({ ...identifySelf(), ...change })).toBe(gone);
});

describe('in another pid namespace', () => {
  const INITIAL = 'pid:[4026531836]';
  const elsewhere = { ...identifySelf(), pidns: 'pid:[1]', pid: 2 ** 22 + 1 };

  /** A /proc in which two processes are in these namespaces, and one cannot be asked. */
  function proc(namespaces: readonly string[], { unreadable }: { unreadable?: number } = {}): string {
    const folder = createFolder();
    symlinkSync(String(process.pid), join(folder, 'self'));
    for (const [at, namespace] of [...namespaces, ...(unreadable === undefined ? [] : [''])].entries()) {
      mkdirSync(join(folder, String(at + 100), 'ns'), { recursive: true });
      if (namespace !== '') symlinkSync(namespace, join(folder, String(at + 100), 'ns/pid'));
      else mkdirSync(join(folder, String(at + 100), 'ns/pid'));
      if (namespace === '' && unreadable !== undefined) chownSync(join(folder, String(at + 100)), unreadable, 0);
    }
    return folder;
  }

  test('a process is gone once the initial namespace shows nobody of its own', () => {
    expect(isNamespaceGone('pid:[1]', { own: INITIAL, proc: proc([INITIAL, 'pid:[2]']) })).toBe(true);
  });

  test.each([
    ['some process is still in it', { own: INITIAL, proc: () => proc([INITIAL, 'pid:[1]']) }],
    ['this process sees a part of the machine alone', { own: 'pid:[3]', proc: () => proc(['pid:[3]']) }],
    ['nothing shows the processes', { own: INITIAL, proc: () => '/nonexistent' }],
    [
      'a process of this person cannot be asked',
      { own: INITIAL, proc: () => proc([INITIAL], { unreadable: process.getuid?.() ?? 0 }) },
    ],
  ])('it is taken to live where %s', (_name, { own, proc: make }) => {
    expect(isNamespaceGone('pid:[1]', { own, proc: make() })).toBe(false);
  });

  test('one that cannot be asked, but has no number in another, is in this one', () => {
    const folder = proc([INITIAL], { unreadable: process.getuid?.() ?? 0 });
    writeFileSync(join(folder, '101/status'), 'Name:\tx\nNSpid:\t101\nNSpgid:\t101\n');

    expect(isNamespaceGone('pid:[1]', { own: INITIAL, proc: folder })).toBe(true);
  });

  test('this machine says what it can tell', () => {
    expect(isGone(elsewhere)).toBe(identifySelf().pidns === INITIAL);
  });
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
