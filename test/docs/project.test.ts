import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VERSION } from '../../src/core/version.ts';
import { renderWorkflow } from '../../src/install/workflow.ts';
import { blocksOf, keysAfter, readPage, spansOf, TOP, tableAfter } from './documents.ts';

const readme = readPage('README.md');
const contributing = readPage('CONTRIBUTING.md');

function fieldsOf(value: unknown, ...path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = path.reduce<unknown>((from, key) => Reflect.get(Object(from), key), value);
  return Object.fromEntries(Object.entries(Object(found)));
}

const manifest: unknown = JSON.parse(readPage('package.json'));

test('CONTRIBUTING.md gives a reason for every package, and for no other', () => {
  const named = tableAfter(contributing, '## Packages').flatMap(([cell = '']) => cell.split(', '));
  const packages = Object.keys(fieldsOf(manifest, 'devDependencies'));

  expect(Object.keys(fieldsOf(manifest, 'dependencies'))).toEqual([]);
  expect(named.map((name) => name.replaceAll('`', '')).sort()).toEqual(packages.sort());
});

test('CONTRIBUTING.md names files that do use the package', () => {
  const rows = tableAfter(contributing, '## Packages').flatMap(([name = '', why = '']) =>
    [...why.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file = '']) => ({ name, file })),
  );

  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ name, file }) => !readPage(file).includes(` from '${name}`))).toEqual([]);
});

test('CONTRIBUTING.md names every folder of the sources, and folders that are there', () => {
  const cells = keysAfter(contributing, '| folder |').concat(
    tableAfter(contributing, '| folder |').map(([, holds = '']) => holds),
  );
  const named = cells.flatMap((cell) =>
    [...` ${cell}`.matchAll(/(?<![\w/.-])(?:src\/)?[a-z-]+\/(?=`|, |$)/g)].map(([folder]) => folder),
  );
  const sources = readdirSync(join(TOP, 'src')).map((folder) => `src/${folder}/`);

  expect(sources.filter((folder) => !contributing.includes(`\`${folder}\``))).toEqual([]);
  expect(
    named.filter((folder) => !['', 'src/core', 'test'].some((within) => existsSync(join(TOP, within, folder)))),
  ).toEqual([]);
});

test.each(['README.md', 'CONTRIBUTING.md'])('%s names scripts that package.json has', (name) => {
  const code = [...spansOf(readPage(name)), ...blocksOf(readPage(name)).flatMap(({ lines }) => lines)];
  const named = code.flatMap((line) =>
    [...line.matchAll(/npm (?:run ([a-z]+)|(test))/g)].map(([, script, other]) => script ?? other),
  );
  const scripts = Object.keys(fieldsOf(manifest, 'scripts'));

  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((script) => script === undefined || !scripts.includes(script))).toEqual([]);
});

describe('the Action in README.md', () => {
  const action: unknown = parse(readFileSync(join(TOP, 'action.yml'), 'utf8'));

  test('has the inputs and outputs of action.yml', () => {
    expect(keysAfter(readme, '| input |')).toEqual(Object.keys(fieldsOf(action, 'inputs')));
    expect(keysAfter(readme, '| output |')).toEqual(Object.keys(fieldsOf(action, 'outputs')));
  });

  test('is used by the workflow that init writes', () => {
    const [, workflow] = blocksOf(readme).filter(({ language }) => language === 'yaml');
    expect(parse(workflow?.lines.join('\n') ?? '')).toEqual(parse(renderWorkflow(['main'])));
  });
});

test('README.md explains every variable that the sources read, and no other', () => {
  const sources = readdirSync(join(TOP, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^(?:github|action)\//.test(path))
    .map((path) => readFileSync(join(TOP, 'src', path), 'utf8'))
    .join('\n');
  const direct = [...sources.matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name = '']) => name);
  const taken = [...sources.matchAll(/\{([^{}]*)\} = env;/g)].flatMap(
    ([, names = '']) => names.match(/\b[A-Z_]+(?=:)/g) ?? [],
  );
  const read = new Set([...direct, ...taken].filter((name) => !/^(?:GIT_.*|PATH|HOME)$/.test(name)));
  const explained = tableAfter(readme, '| variable |')
    .flat()
    .flatMap((cell) => cell.match(/\b(?:[A-Z]+_[A-Z_]+|HYPOTHESIS|TERM)\b/g) ?? []);

  expect([...new Set(explained)].sort()).toEqual([...read].sort());
});

test('the newest entry of CHANGELOG.md is of this version', () => {
  expect(readPage('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${VERSION}\\]`, 'm'));
  expect(fieldsOf(manifest)['version']).toBe(VERSION);
});
