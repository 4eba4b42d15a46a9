import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprint, invocationKey } from '../../src/core/fingerprint.ts';

interface Vector {
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly exit: number;
  readonly fp: string;
}

const VECTORS: readonly Vector[] = readFileSync(join(import.meta.dirname, '../vectors/fingerprints.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

test('every vector of an independent implementation', () => {
  expect(VECTORS.length).toBeGreaterThan(20);
  // Their folders do not exist, so the real path is the one without `..`, doubled and final slashes.
  const found = VECTORS.map(({ cwd, argv, exit }) => fingerprint({ cwd: resolve(cwd), argv, exit }));

  expect(found).toEqual(VECTORS.map(({ fp }) => fp));
});

test('another exit status, another order of arguments, another folder: another fingerprint', () => {
  const run = { cwd: '/repo', argv: ['a', 'b'], exit: 1 };
  const others = [
    { ...run, exit: 2 },
    { ...run, argv: ['b', 'a'] },
    { ...run, argv: ['a b'] },
    { ...run, cwd: '/repo/' },
  ].map(fingerprint);

  expect(new Set([fingerprint(run), ...others]).size).toBe(5);
});

test('the key of an invocation does not depend on how it ended', () => {
  const run = { cwd: '/repo', argv: ['a'] };

  expect(invocationKey({ ...run, ...{ exit: 1 } })).toBe(invocationKey(run));
  expect(invocationKey(run)).not.toBe(invocationKey({ ...run, argv: ['b'] }));
});
