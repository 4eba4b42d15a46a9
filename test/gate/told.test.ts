import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isToldAgain } from '../../src/gate/told.ts';
import { createFolder } from '../support/git-fixture.ts';

const ONE = { pid: 10, born: '100' };

function folder(): string {
  const commonDir = createFolder();
  mkdirSync(join(commonDir, 'spike-gate'));
  return commonDir;
}

test('one git command is told the same once, and another thing as well', () => {
  const here = folder();

  expect(['no', 'no', 'nor this', 'no', 'nor this'].map((text) => isToldAgain(here, ONE, text))).toEqual([
    ...[false, true, false, true, true],
  ]);
});

test('another git command is told again, be it one of the same number', () => {
  const here = folder();
  isToldAgain(here, ONE, 'no');

  expect(isToldAgain(here, { pid: 11, born: '100' }, 'no')).toBe(false);
  expect(isToldAgain(here, { pid: 11, born: '101' }, 'no')).toBe(false);
  expect(isToldAgain(here, { pid: 1, born: '1' }, 'no')).toBe(false);
  expect(readFileSync(join(here, 'spike-gate/told'), 'utf8').split('\n')).toHaveLength(2);
});

test('where it cannot be kept, it is said', () => {
  const here = createFolder();

  expect([isToldAgain(here, ONE, 'no'), isToldAgain(here, ONE, 'no')]).toEqual([false, false]);
});
