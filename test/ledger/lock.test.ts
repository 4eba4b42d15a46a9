import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withLock } from '../../src/ledger/lock.ts';
import type { LedgerWorld, Lifetime } from '../../src/ledger/world.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { createFolder } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';
import { finish, tsProgram } from '../support/spike-fixture.ts';

function hold(path: string, holder: Partial<Lifetime> & { readonly nonce?: string }): void {
  symlinkSync(JSON.stringify({ ...thisMachine().self, nonce: 'abc-1', ...holder }), path);
}

/** A world in which these processes are gone. */
function without(...pids: readonly number[]): LedgerWorld {
  const machine = thisMachine();
  return { ...machine, self: machine.self, isGone: (process) => pids.includes(process.pid) || machine.isGone(process) };
}

/** Lets ten seconds pass between one look at the clock and the next. */
function hurryTime(): void {
  let now = process.hrtime.bigint();
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => {
    now += 6_000_000_000n;
    return now;
  });
}

test('the lock is there while it is held, with its holder, and gone afterwards', () => {
  const folder = createFolder();
  const path = join(folder, 'lock');

  const seen = withLock(path, thisMachine(), () => readdirSync(folder));

  expect(seen).toEqual(['lock']);
  expect(readdirSync(folder)).toEqual([]);
});

test('an error sets it free', () => {
  const path = join(createFolder(), 'lock');

  expect(() =>
    withLock(path, thisMachine(), () => {
      throw new Error('inside');
    }),
  ).toThrow('inside');
  expect(withLock(path, thisMachine(), () => 'again')).toBe('again');
});

test('a lock whose process is gone is taken over, and nothing of it stays', () => {
  const folder = createFolder();
  const path = join(folder, 'lock');
  hold(path, { pid: 99_999 });

  expect(withLock(path, without(99_999), () => 'mine')).toBe('mine');
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that died while it took over a dead one's lock does not bar the way", () => {
  const folder = createFolder();
  const path = join(folder, 'lock');
  hold(path, { pid: 99_998, nonce: 'aaa-1' });
  hold(`${path}.aaa-1`, { pid: 99_999, nonce: 'bbb-2' });

  expect(withLock(path, without(99_998, 99_999), () => 'mine')).toBe('mine');
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock of a living process is waited for, and after ten seconds given up', () => {
  const path = join(createFolder(), 'lock');
  hold(path, {});
  hurryTime();

  const refusal = refusalOf(() => withLock(path, thisMachine(), () => 'mine'));

  expect(refusal).toMatchObject({
    code: 'ledger-busy',
    message: `expected the lock of the ledger within 10 seconds, found it held by process ${process.pid}`,
    hint: expect.stringContaining(path),
  });
  expect(existsSync(path) || readdirSync(join(path, '..')).includes('lock')).toBe(true);
});

test.each([
  ['a file that is no link', (path: string) => writeFileSync(path, 'x')],
  ['a link that says nothing known', (path: string) => symlinkSync('nowhere', path)],
  ['a link without a nonce', (path: string) => symlinkSync(JSON.stringify({ pid: 99_999, boot: 'x' }), path)],
  ['a nonce that is a path', (path: string) => hold(path, { pid: 99_999, nonce: '../../escape' })],
])('%s is never taken for stale', (_name, make) => {
  const path = join(createFolder(), 'lock');
  make(path);
  hurryTime();

  expect(refusalOf(() => withLock(path, without(99_999), () => 'mine'))).toMatchObject({
    code: 'ledger-busy',
    message: expect.stringContaining('held by'),
  });
});

test('many processes that find one stale lock take it one after another', async () => {
  const folder = createFolder();
  hold(join(folder, 'lock'), { pid: 2 ** 22 + 1 });
  const program = await tsProgram('test/support/lock-contender.ts');

  const ended = await Promise.all(
    Array.from({ length: 12 }, () => finish([process.execPath, program, folder], { cwd: folder, env: {} })),
  );

  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']));
  expect(readdirSync(folder)).toEqual(['count']);
  expect((await finish(['cat', join(folder, 'count')], { cwd: folder, env: {} })).stdout).toBe(String(12 * 20));
});

test('what a killed process left of taking over a lock is cleared away by the next that takes one over', () => {
  const folder = createFolder();
  const path = join(folder, 'lock');
  // Whoever held it had removed the stale lock abc-0, and then was killed before it could remove this.
  hold(`${path}.abc-0`, { pid: 99_999, nonce: 'abc-5' });
  hold(`${path}.abc-5`, { pid: 99_999, nonce: 'abc-6' });
  hold(path, { pid: 99_999 });

  expect(withLock(path, without(99_999), () => 'mine')).toBe('mine');
  expect(readdirSync(folder)).toEqual([]);
});

test('one whose process may live stays', () => {
  const folder = createFolder();
  const path = join(folder, 'lock');
  hold(`${path}.abc-0`, { nonce: 'abc-5' });
  writeFileSync(`${path}.other`, '');
  hold(path, { pid: 99_999 });
  withLock(path, without(99_999), () => undefined);

  expect(readdirSync(folder)).toEqual(['lock.abc-0', 'lock.other']);
});
