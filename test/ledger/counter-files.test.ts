import { appendFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetCounters, openCounters } from '../../src/ledger/counter-files.ts';
import { createFolder } from '../support/git-fixture.ts';

const FP = 'aaaaaaaaaaaaaa01';
const OTHER = 'bbbbbbbbbbbbbb01';

function count(folder: string, key: string, seq: number): number {
  const counters = openCounters(folder);
  const found = counters.at(seq).add(key);
  counters.save();
  return found;
}

test('keys are counted apart, though they share a file, and across openings', () => {
  const folder = join(createFolder(), 'failures');

  expect([
    count(folder, FP, 2),
    count(folder, OTHER, 4),
    count(folder, FP, 6),
    count(folder, `interrupted-${FP}`, 6),
  ]).toEqual([1, 1, 2, 1]);
  expect(readdirSync(folder)).toEqual(['01']);
});

test('a record that was counted before a crash is not counted again', () => {
  const folder = join(createFolder(), 'failures');
  count(folder, FP, 2);
  count(folder, FP, 4);

  expect([count(folder, FP, 4), count(folder, FP, 2), count(folder, FP, 6)]).toEqual([2, 1, 3]);
});

test('what was not saved was not counted', () => {
  const folder = join(createFolder(), 'failures');
  openCounters(folder).at(2).add(FP);

  expect(count(folder, FP, 4)).toBe(1);
});

test('a line that a crash left without its end is passed over, and the next one does not grow out of it', () => {
  const folder = join(createFolder(), 'failures');
  count(folder, FP, 2);
  appendFileSync(join(folder, '01'), `${FP} 1`);

  expect([count(folder, FP, 14), count(folder, FP, 16)]).toEqual([2, 3]);
  truncateSync(join(folder, '01'), readFileSync(join(folder, '01')).length - 1);
  expect(count(folder, OTHER, 18)).toBe(1);
});

test('a line that stands twice counts once', () => {
  const folder = join(createFolder(), 'failures');
  count(folder, FP, 2);
  appendFileSync(join(folder, '01'), `${FP} 2\n`);

  expect(count(folder, FP, 4)).toBe(2);
});

test('forgetting begins anew', () => {
  const folder = join(createFolder(), 'failures');
  count(folder, FP, 2);
  forgetCounters(folder);

  expect(count(folder, FP, 4)).toBe(1);
});
