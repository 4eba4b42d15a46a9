import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import configurations from '../../rolldown.config.ts';
import { parseInputs } from '../../src/action/inputs.ts';

const TOP = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(TOP, path), 'utf8');
const metadata: unknown = parse(read('action.yml'));

function section(name: 'inputs' | 'outputs'): Readonly<Record<string, unknown>> {
  const entries = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined;
  return Object.fromEntries(Object.entries(entries));
}

/** All of the sources but the one file through which they reach the runner. */
const elsewhere = readdirSync(join(TOP, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== join('action', 'runner.ts'))
  .map((path) => read(join('src', path)))
  .join('\n');

test('the inputs of action.yml are those that are read, and its defaults are what they mean', () => {
  const asked: string[] = [];
  const inputs = parseInputs((name) => {
    asked.push(name);
    const { default: text = '' } = Object(section('inputs')[name]);
    return String(text).replace(/^\$\{\{ github\.token \}\}$/, 'ghs_of-the-job');
  });

  expect(asked.sort()).toEqual(Object.keys(section('inputs')).sort());
  expect(inputs).toEqual({ token: 'ghs_of-the-job', comment: true, author: undefined });
  expect(elsewhere).not.toMatch(/getInput|INPUT_/);
});

test('the outputs of action.yml are those that are written', () => {
  const written = [...read('src/action/runner.ts').matchAll(/\bsetOutput\('([a-z-]+)'/g)].map(([, name]) => name);

  expect(written.sort()).toEqual(Object.keys(section('outputs')).sort());
  expect(elsewhere).not.toMatch(/setOutput|GITHUB_OUTPUT/);
});

test('the build puts the Action where action.yml looks for it', () => {
  const folders = configurations.flatMap(({ output = [] }) => [output].flat().map(({ dir }) => dir));
  expect(metadata).toMatchObject({ runs: { using: 'node24', main: 'dist/action/index.js' } });
  expect(folders).toContain('dist/action');
});
