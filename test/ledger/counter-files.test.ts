import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Vouched } from '../../src/ledger/cache.ts';
import { openCounters } from '../../src/ledger/counter-files.ts';
import { createFolder } from '../support/git-fixture.ts';

const FP = 'aaaaaaaaaaaaaa01';
const OTHER = 'bbbbbbbbbbbbbb01';

/** Counters that go on from one opening to the next, as a bookmark lets them. */
function desk() {
  const folder = join(createFolder(), 'failures');
  let vouched: ReadonlyMap<string, Vouched> = new Map();
  let recounts = 0;
  return {
    folder,
    shard: join(folder, '01'),
    recounts: () => recounts,
    count(key: string, seq: number): number {
      const counters = openCounters(folder, {
        vouched,
        recount: () => {
          recounts += 1;
        },
      });
      const found = counters.at(seq).add(key);
      counters.save();
      vouched = counters.vouched();
      return found;
    },
  };
}

test('keys are counted apart, though they share a file, and across openings', () => {
  const { folder, count } = desk();

  expect([count(FP, 2), count(OTHER, 4), count(FP, 6), count(`interrupted-${FP}`, 6)]).toEqual([1, 1, 2, 1]);
  expect(readdirSync(folder)).toEqual(['01']);
});

test('a record that was counted before is not counted again', () => {
  const { count } = desk();
  count(FP, 2);
  count(FP, 4);

  expect([count(FP, 4), count(FP, 2), count(FP, 6)]).toEqual([2, 1, 3]);
});

test('what was not saved was not counted', () => {
  const { folder, count } = desk();
  openCounters(folder).at(2).add(FP);

  expect(existsSync(folder)).toBe(false);
  expect(count(FP, 4)).toBe(1);
});

test('what a crash left beyond what is vouched for counts nothing, and is written over', () => {
  const { shard, count, recounts } = desk();
  count(FP, 2);
  const whole = readFileSync(shard, 'utf8');
  appendFileSync(shard, `${FP} 3\n${FP} 4\n${FP} 1`);

  expect(count(FP, 14)).toBe(2);
  expect(readFileSync(shard, 'utf8')).toBe(`${whole}${FP} 14\n`);
  expect(recounts()).toBe(0);
});

test.each<[string, (shard: string) => void]>([
  ['shorter', (shard) => truncateSync(shard, 5)],
  ['another', (shard) => writeFileSync(shard, `${FP} 8\n`)],
])('a file that is %s than was vouched for has everything counted anew', (_name, damage) => {
  const { shard, count, recounts } = desk();
  count(FP, 2);
  damage(shard);

  expect(count(FP, 14)).toBe(1);
  expect(recounts()).toBe(1);
  expect(readFileSync(shard, 'utf8')).toBe(`${FP} 14\n`);
});

test('a file that nobody vouches for counts nothing', () => {
  const { folder, count } = desk();
  count(FP, 2);

  expect(openCounters(folder).at(4).add(FP)).toBe(1);
});

test('no link is followed to another file', () => {
  const { folder, shard, count } = desk();
  count('aaaaaaaaaaaaaa02', 2);
  const other = join(folder, '..', 'other');
  writeFileSync(other, 'other');
  symlinkSync(other, shard);

  expect(() => count(FP, 4)).toThrow('ELOOP');
  expect(readFileSync(other, 'utf8')).toBe('other');
});
