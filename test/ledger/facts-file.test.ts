import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import type { Landscape } from '../../src/core/cached-facts.ts';
import { readStanding } from '../../src/ledger/cache.ts';
import { doFactsServe, dropFacts, keepFacts, letNothingThrough } from '../../src/ledger/facts-file.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { seal } from '../support/chained-records.ts';
import { createFolder } from '../support/git-fixture.ts';
import { scriptedWorld } from '../support/scripted-world.ts';
import { openLedgerIn } from '../support/spike-fixture.ts';

const TIP = 'c'.repeat(40) as CommitId;
const LANDSCAPE: Landscape = { tip: TIP, targetFiles: [], undeclared: [':(top,glob,exclude)src/**'], guarded: [] };
const LIVE = /^spike-gate 1 boot-1 1060 [0-9a-f]{12} 1 [0-9a-f]{12} users-email\/1 spike\/users-email$/;
const OVER = 'spike-gate 1 over';

function desk() {
  const world = scriptedWorld();
  const directory = join(createFolder(), 'spike');
  openLedgerIn(directory, { world, clock: 60 });
  const cache = join(directory, 'cache');
  return {
    world,
    directory,
    cache,
    facts: join(cache, 'facts'),
    standing: () => readStanding(cache),
    keep: (landscape: Landscape | undefined = LANDSCAPE) => keepFacts(directory, world, () => landscape),
  };
}

type Desk = ReturnType<typeof desk>;

test('a live spike has them, private and whole, with where its ledger stands and the bookmark', () => {
  const { cache, facts, keep, standing } = desk();
  keep();

  expect(readFileSync(facts, 'utf8')).toMatch(
    /^spike-gate facts 1\n[0-9a-f]{12}\nc{40}\n:\(top,glob,exclude\)src\/\*\*\nend\n$/,
  );
  expect(standing()).toMatch(LIVE);
  expect(readFileSync(facts, 'utf8').split('\n')[1]).toBe(standing()?.split(' ')[4]);
  expect(readdirSync(cache).sort()).toEqual(['bookmark.json', 'facts', 'standing']);
  for (const name of readdirSync(cache)) expect(statSync(join(cache, name)).mode & 0o777).toBe(0o600);
});

test.each<readonly [string, (here: Desk) => void, string | undefined]>([
  ['it was decided', ({ directory, world }) => updateLedger(directory, world, (ledger) => ledger.append(seal())), OVER],
  ['the ledger is gone', ({ directory }) => rmSync(join(directory, 'command_log.jsonl')), undefined],
  ['the ledger is broken', ({ directory }) => writeFileSync(join(directory, 'command_log.jsonl'), 'no\n'), undefined],
])('they are taken away where %s, and the line says no more that the spike is live', (_, change, line) => {
  const here = desk();
  here.keep();
  expect(existsSync(here.facts)).toBe(true);
  change(here);
  here.keep();

  expect(existsSync(here.facts)).toBe(false);
  expect(here.standing()).toBe(line);
});

test('they are taken away where the time is over, which the line has told before', () => {
  const here = desk();
  here.keep();
  here.world.up += 60_000;
  here.keep();

  expect(existsSync(here.facts)).toBe(false);
  expect(here.standing()).toMatch(LIVE);
  expect(here.world.up).toBe(1060 * 1000);
});

test('on a machine that was started anew the line says nothing until the ledger has seen that boot', () => {
  const here = desk();
  here.keep();
  here.world.boot = 'boot-2';
  here.world.up = 5_000;
  here.keep();
  expect([here.standing(), doFactsServe(here.directory, { boot: 'boot-2', files: [] })]).toEqual([OVER, false]);

  updateLedger(here.directory, here.world, (ledger) =>
    ledger.append({ kind: 'start', cwd: '/', argv: ['x'], ...here.world.self, ...ledger.reading() }),
  );
  here.keep();
  expect(here.standing()).toMatch(/^spike-gate 1 boot-2 [0-9]+ [0-9a-f]{12} 2 /);
  expect(doFactsServe(here.directory, { boot: 'boot-2', files: [] })).toBe(true);
});

test('they are taken away where the landscape is not known, and where it does not fit a line', () => {
  const here = desk();
  here.keep();
  keepFacts(here.directory, here.world, () => undefined);
  expect(existsSync(here.facts)).toBe(false);
  here.keep();
  here.keep({ ...LANDSCAPE, targetFiles: ['a\nend'] });
  expect(existsSync(here.facts)).toBe(false);
  expect(here.standing()).toMatch(LIVE);
});

test.each<readonly [string, (file: string) => void]>([
  ['is gone', (file) => rmSync(file)],
  ['is empty', (file) => writeFileSync(file, '')],
  ['is of another boot', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('boot-1', 'boot-0'))],
])('where the line %s, it is written anew, though the bookmark is as it should be', (_, spoil) => {
  const here = desk();
  here.keep();
  spoil(join(here.cache, 'standing'));
  expect(doFactsServe(here.directory, { boot: 'boot-1', files: [] })).toBe(false);
  here.keep();

  expect(here.standing()).toMatch(LIVE);
  expect(doFactsServe(here.directory, { boot: 'boot-1', files: [] })).toBe(true);
});

test('what stands in their place fails nothing', () => {
  const here = desk();
  for (const name of ['facts', 'standing']) mkdirSync(join(here.cache, name), { recursive: true });
  here.keep();
  dropFacts(here.directory);
  letNothingThrough(here.directory);

  expect(statSync(here.facts).isDirectory()).toBe(true);
  expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().open.attempt)).toBe(1);
});

test('before a decision nothing is left that lets anything through, and what comes of it none the less is kept', () => {
  const here = desk();
  here.keep();
  letNothingThrough(here.directory);
  expect(readdirSync(here.cache)).toEqual(['bookmark.json']);
  letNothingThrough(here.directory);
  here.keep();

  expect(here.standing()).toMatch(LIVE);
  expect(existsSync(here.facts)).toBe(true);
});

describe('they serve while', () => {
  const serve = ({ directory }: Desk, file: string) => doFactsServe(directory, { boot: 'boot-1', files: [file] });

  test('no file by which the target moves was written since', () => {
    const here = desk();
    const file = join(createFolder(), 'packed-refs');
    here.keep();
    utimesSync(here.facts, 1_000, 1_000);
    expect(serve(here, file)).toBe(true);
    writeFileSync(file, '');
    expect(serve(here, file)).toBe(false);
    utimesSync(file, 1_000, 1_000);
    expect(serve(here, file)).toBe(false);
    utimesSync(file, 999, 999);
    expect(serve(here, file)).toBe(true);
  });

  test('a file is in the place of the folder of branches, as beside a reftable', () => {
    const here = desk();
    const heads = join(createFolder(), 'heads');
    writeFileSync(heads, 'this repository uses the reftable format\n');
    here.keep();

    expect(serve(here, join(heads, 'main'))).toBe(true);
  });

  test('there are any', () => {
    const here = desk();
    expect(serve(here, '/nowhere')).toBe(false);
    here.keep();
    dropFacts(here.directory);
    expect(serve(here, '/nowhere')).toBe(false);
  });
});
