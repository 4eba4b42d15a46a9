import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkLayers, type Sources } from './support/layers.ts';

const TOP = join(import.meta.dirname, '..');

function readSources(): Sources {
  const paths = readdirSync(join(TOP, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`)
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(TOP, path), 'utf8')]));
}

test('every import in src/ keeps the layers', () => {
  const sources = readSources();

  expect(sources.size).toBeGreaterThan(0);
  expect(checkLayers(sources)).toEqual([]);
});

interface Example {
  readonly name: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly broken: readonly string[];
}

const TARGETS = {
  'src/core/chain.ts': 'export const chain = 1; export type Chain = number;',
  'src/git/snapshot.ts': 'export const snapshot = 1; export type Snapshot = number;',
};

function upward(name: string, statement: string): Example {
  return {
    name: `an upward import: ${name}`,
    sources: { ...TARGETS, 'src/core/codec.ts': `\n${statement}` },
    broken: ['src/core/codec.ts:2: import of `../git/snapshot.ts`: imports up, from core/ to git/'],
  };
}

const BROKEN: readonly Example[] = [
  upward('static', "import { snapshot } from '../git/snapshot.ts';"),
  upward('for its effect', "import '../git/snapshot.ts';"),
  upward('of a type', "import type { Snapshot } from '../git/snapshot.ts';"),
  upward('of an inline type', "import { type Snapshot } from '../git/snapshot.ts';"),
  upward('inside a type', "export type T = import('../git/snapshot.ts').Snapshot;"),
  upward('dynamic', "export const f = async () => { await import('../git/snapshot.ts'); };"),
  upward('required', "export const f = () => require('../git/snapshot.ts');"),
  upward('export from', "export { snapshot } from '../git/snapshot.ts';"),
  upward('export of a type from', "export type { Snapshot } from '../git/snapshot.ts';"),
  upward('export of everything', "export * from '../git/snapshot.ts';"),
  {
    name: 'an adapter that imports another adapter',
    sources: { ...TARGETS, 'src/ledger/store.ts': "import { snapshot } from '../git/snapshot.ts';" },
    broken: ['src/ledger/store.ts:1: import of `../git/snapshot.ts`: imports sideways, from ledger/ to git/'],
  },
  {
    name: 'an entry that imports the other',
    sources: { 'src/action/inputs.ts': '', 'src/cli/main.ts': "import '../action/inputs.ts';" },
    broken: ['src/cli/main.ts:1: import of `../action/inputs.ts`: imports sideways, from cli/ to action/'],
  },
  {
    name: 'a pure layer that reads files',
    sources: { 'src/config/parse.ts': "import { readFileSync } from 'node:fs';" },
    broken: ['src/config/parse.ts:1: import of `node:fs`: config/ is pure'],
  },
  {
    name: 'a pure layer that starts a process by the module’s old name',
    sources: { 'src/core/rules/clock.ts': "import { spawn } from 'child_process';" },
    broken: ['src/core/rules/clock.ts:1: import of `child_process`: core/ is pure'],
  },
  {
    name: 'a package in two files',
    sources: { 'src/config/parse.ts': "import 'yaml';", 'src/core/time.ts': "import type { Node } from 'yaml/util';" },
    broken: ['package `yaml`: imported in more than one file: src/config/parse.ts, src/core/time.ts'],
  },
  {
    name: 'a scoped package in two files',
    sources: { 'src/action/main.ts': "import '@actions/core';", 'src/github/event.ts': "import '@actions/core';" },
    broken: ['package `@actions/core`: imported in more than one file: src/action/main.ts, src/github/event.ts'],
  },
  {
    name: 'a cycle, though of types alone',
    sources: { 'src/core/a.ts': "import type { B } from './b.ts';", 'src/core/b.ts': "export * from './a.ts';" },
    broken: ['import cycle: src/core/a.ts → src/core/b.ts → src/core/a.ts'],
  },
  {
    name: 'a file that imports itself',
    sources: { 'src/core/a.ts': "import './a.ts';" },
    broken: ['import cycle: src/core/a.ts → src/core/a.ts'],
  },
  {
    name: 'a computed import',
    sources: { 'src/cli/main.ts': 'export const f = (name: string) => import(name);' },
    broken: ['src/cli/main.ts:1: import of `…`: what is imported is computed, so nobody can tell what it is'],
  },
  {
    name: 'an import of what is not in src/',
    sources: { 'src/cli/main.ts': "import manifest from '../../package.json' with { type: 'json' };" },
    broken: ['src/cli/main.ts:1: import of `../../package.json`: names no file of src/'],
  },
  {
    name: 'a file in no layer',
    sources: { 'src/main.ts': '', 'src/extra/thing.ts': '' },
    broken: ['src/main.ts: lies in no layer', 'src/extra/thing.ts: lies in no layer'],
  },
  {
    name: 'names that say nothing',
    sources: { 'src/core/utils.ts': '', 'src/git/helpers/path.ts': '', 'src/cli/index.ts': '' },
    broken: [
      'src/core/utils.ts: `utils` says nothing about what is inside',
      'src/git/helpers/path.ts: `helpers` says nothing about what is inside',
      'src/cli/index.ts: `index` says nothing about what is inside',
    ],
  },
];

describe('the checker sees', () => {
  test.each(BROKEN)('$name', ({ sources, broken }) => {
    expect(checkLayers(new Map(Object.entries(sources)))).toEqual(broken);
  });
});

test('the checker lets imports through that point down, and words that only look like imports', () => {
  const sources = {
    ...TARGETS,
    'src/core/fingerprint.ts': "import { createHash } from 'node:crypto'; export { chain } from './chain.ts';",
    'src/config/parse.ts': "import { parse } from 'yaml'; import { chain } from '../core/chain.ts';",
    'src/git/repository.ts': "import 'node:fs'; import '../config/parse.ts'; // import '../cli/main.ts'",
    'src/cli/main.ts': "const text = \"import '../action/main.ts'\"; await import('../git/repository.ts');",
  };

  expect(checkLayers(new Map(Object.entries(sources)))).toEqual([]);
});
