import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import configurations from '../../rolldown.config.ts';

const TOP = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(TOP, path), 'utf8');
const metadata: unknown = parse(read('action.yml'));

/** Words in quotes right behind a call, such as `input('token')`. */
const namesAfter = (source: string, call: string) =>
  [...source.matchAll(new RegExp(`\\b${call}\\('([a-z-]+)'`, 'g'))].map(([, name]) => name).sort();

test('action.yml says exactly what the code reads and writes', () => {
  expect(metadata).toMatchObject({ runs: { using: 'node24', main: 'dist/action/index.js' } });
  const keys = (section: string) => {
    const entries = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, section) : undefined;
    return Object.keys(entries).sort();
  };
  expect(keys('inputs')).toEqual(namesAfter(read('src/action/inputs.ts'), 'input'));
  expect(keys('outputs')).toEqual(namesAfter(read('src/action/runner.ts'), 'setOutput'));
});

test('the build puts the Action where action.yml looks for it', () => {
  const folders = configurations.flatMap(({ output = [] }) => [output].flat().map(({ dir }) => dir));
  expect(folders).toContain('dist/action');
});
