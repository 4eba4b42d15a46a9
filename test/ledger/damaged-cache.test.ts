import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { readBookmark, readStanding } from '../../src/ledger/cache.ts';
import { pathsIn, type SpikePaths } from '../../src/ledger/control-directory.ts';
import { verifyLedger } from '../../src/ledger/read.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { createFolder } from '../support/git-fixture.ts';
import { type ScriptedWorld, scriptedWorld } from '../support/scripted-world.ts';
import { openLedgerIn, recordsOf } from '../support/spike-fixture.ts';

const OVER = 'spike-gate 1 over';

interface Clock {
  readonly ts: number;
  readonly up: number;
  readonly newest: number;
}

interface Desk {
  readonly directory: string;
  readonly paths: SpikePaths;
  readonly world: ScriptedWorld;
  /** Starts and ends one run of `argv`; how often it has failed. */
  readonly fail: (argv: readonly string[]) => number | undefined;
  readonly begin: (argv: readonly string[]) => number;
  readonly shards: () => readonly string[];
}

function desk(): Desk {
  const directory = createFolder();
  const world = scriptedWorld();
  openLedgerIn(directory, { world });
  const paths = pathsIn(directory);
  const begin: Desk['begin'] = (argv) => {
    world.up += 1500;
    return updateLedger(directory, world, (ledger) => {
      const draft = { kind: 'start', cwd: '/', argv, ...world.self, ...ledger.reading() } as const;
      return ledger.append(draft).record.seq;
    });
  };
  return {
    directory,
    paths,
    world,
    begin,
    fail(argv) {
      const of = begin(argv);
      const run = {
        kind: 'run',
        of,
        cwd: '/',
        argv,
        exit: 1,
        fp: fingerprint({ cwd: '/', argv, exit: 1 }),
        ms: 1,
      } as const;
      return updateLedger(directory, world, (ledger) => ledger.append(run).failure?.count);
    },
    shards: () => readdirSync(join(paths.cache, 'failures')).map((name) => join(paths.cache, 'failures', name)),
  };
}

describe('counters that the bookmark does not vouch for are counted anew from the ledger', () => {
  const damages: readonly [string, (shard: string) => void][] = [
    ['removed', (shard) => rmSync(shard)],
    ['emptied', (shard) => truncateSync(shard)],
    ['put back from before', (shard) => truncateSync(shard, readFileSync(shard).indexOf('\n') + 1)],
    ['edited', (shard) => writeFileSync(shard, readFileSync(shard, 'utf8').replaceAll(' 2\n', ' 4\n'))],
    [
      'pipes by now',
      (shard) => {
        rmSync(shard);
        execFileSync('mkfifo', [shard]);
      },
    ],
    [
      'folders by now',
      (shard) => {
        rmSync(shard);
        mkdirSync(shard);
      },
    ],
  ];

  test.each(damages)('where they are %s', (_name, damage) => {
    const here = desk();
    expect([here.fail(['x']), here.fail(['x'])]).toEqual([1, 2]);
    for (const shard of here.shards()) damage(shard);

    expect([here.fail(['x']), here.fail(['x'])]).toEqual([3, 4]);
    expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().spent?.seq)).toBe(6);
  });

  test('those of processes that are gone as well', () => {
    const here = desk();
    here.world.goneIds.add(7);
    for (let time = 0; time < 2; time += 1) {
      updateLedger(here.directory, here.world, (ledger) =>
        ledger.append({ kind: 'start', cwd: '/', argv: ['x'], ...here.world.self, pid: 7, ...ledger.reading() }),
      );
    }
    updateLedger(here.directory, here.world, () => undefined);
    rmSync(join(here.paths.cache, 'failures'), { recursive: true });
    updateLedger(here.directory, here.world, (ledger) =>
      ledger.append({ kind: 'start', cwd: '/', argv: ['x'], ...here.world.self, pid: 7, ...ledger.reading() }),
    );

    expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().spent?.seq)).toBe(3);
  });

  test('and those that a crash left ahead of it count nothing', () => {
    const here = desk();
    here.fail(['x']);
    const bookmark = join(here.paths.cache, 'bookmark.json');
    const before = readFileSync(bookmark);
    here.fail(['x']);
    writeFileSync(bookmark, before);
    for (const shard of here.shards()) appendFileSync(shard, `${fingerprint({ cwd: '/', argv: ['x'], exit: 1 })} 99\n`);

    expect(here.fail(['x'])).toBe(3);
  });
});

describe('a bookmark whose clocks the ledger contradicts is not believed', () => {
  test.each<[string, (clock: Clock) => Partial<Clock>]>([
    ['a boot that began later', () => ({ up: 10 ** 14 })],
    ['a boot that began earlier', ({ up }) => ({ up: up - 60_000 })],
    ['another time at the first record', ({ ts }) => ({ ts: ts - 60 })],
    ['an older newest reading', () => ({ newest: 0 })],
  ])('%s', (_name, forge) => {
    for (const boot of ['boot-1', 'boot-2']) expect(timesAcross(boot, forge)).toEqual(timesAcross(boot, () => ({})));
  });

  /** Times of records on either side of a forgery, while the wall clock is turned as well. */
  function timesAcross(boot: string, forge: (clock: Clock) => Partial<Clock>): readonly unknown[] {
    const here = desk();
    here.fail(['x']);
    here.world.boot = boot;
    here.fail(['y']);
    here.fail(['y']);
    const path = join(here.paths.cache, 'bookmark.json');
    const bookmark = JSON.parse(readFileSync(path, 'utf8'));
    const clock = bookmark.clocks.at(-1)[1];
    Object.assign(clock, forge(clock));
    writeFileSync(path, JSON.stringify(bookmark));
    here.world.wallSeconds -= 3600;
    here.fail(['x']);
    expect(verifyLedger(here.paths.ledger).records).toBe(9);
    return recordsOf(here.paths.ledger).map(({ ts }) => ts);
  }

  test('nor one that has lost the clock of this boot', () => {
    const here = desk();
    here.fail(['x']);
    const path = join(here.paths.cache, 'bookmark.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), clocks: [] }));
    here.world.wallSeconds += 3600;
    here.fail(['x']);

    expect(verifyLedger(here.paths.ledger).records).toBe(5);
  });

  test.each([
    ['ts', 1_750_000_000],
    ['records', 2],
    ['sealed', true],
  ])('nor one whose %s is not that of the last record', (name, value) => {
    const here = desk();
    here.fail(['x']);
    const path = join(here.paths.cache, 'bookmark.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), [name]: value }));

    expect(here.fail(['x'])).toBe(2);
    expect(verifyLedger(here.paths.ledger).records).toBe(5);
  });
});

describe('a cache of the wrong kind fails no run', () => {
  const kinds: readonly [string, (cache: string) => unknown][] = [
    ['a file', (cache) => writeFileSync(cache, 'x')],
    ['one whose bookmark is a folder', (cache) => mkdirSync(join(cache, 'bookmark.json/x'), { recursive: true })],
    ['one whose counters are a file', (cache) => writeFileSync(join(folder(cache), 'failures'), '')],
    ['one that may not be used', (cache) => chmodSync(folder(cache), 0)],
    ['one whose bookmark is a pipe', (cache) => execFileSync('mkfifo', [join(folder(cache), 'bookmark.json')])],
    ['one whose standing is a folder', (cache) => mkdirSync(join(cache, 'standing/x'), { recursive: true })],
    ['one whose standing is a pipe', (cache) => execFileSync('mkfifo', [join(folder(cache), 'standing')])],
    ['one whose standing leads nowhere', (cache) => symlinkSync('nowhere', join(folder(cache), 'standing'))],
    ['a link to nowhere', (cache) => symlinkSync(`${cache}-nowhere`, cache)],
  ];

  test.each(kinds)('%s', (_name, replace) => {
    const here = desk();
    here.fail(['x']);
    rmSync(here.paths.cache, { recursive: true });
    replace(here.paths.cache);

    expect([here.fail(['x']), here.fail(['x']), here.fail(['x'])]).toEqual([2, 3, 4]);
    // A pipe that nobody reads is empty.
    expect([undefined, '', OVER]).toContain(readStanding(here.paths.cache));
    openLedgerAgain(here);
    expect(existsSync(here.paths.attempt(1))).toBe(true);
  });

  test('one whose counters are a file says none the less that the spike is over', () => {
    const here = desk();
    here.fail(['x']);
    rmSync(join(here.paths.cache, 'failures'), { recursive: true, force: true });
    writeFileSync(join(here.paths.cache, 'failures'), '');
    expect(readStanding(here.paths.cache)).toContain(' boot-1 ');
    here.fail(['x']);
    here.fail(['x']);

    expect(readStanding(here.paths.cache)).toBe(OVER);
  });

  test('one whose standing is a folder has a bookmark none the less', () => {
    const here = desk();
    mkdirSync(join(here.paths.cache, 'standing'), { recursive: true });
    here.fail(['x']);

    expect(readBookmark(here.paths.cache)?.records).toBe(2);
  });

  function folder(cache: string): string {
    mkdirSync(cache);
    return cache;
  }

  function openLedgerAgain({ directory, world, paths }: Desk): void {
    const { head } = verifyLedger(paths.ledger);
    openLedgerIn(directory, { world, attempt: 2, previous: head, reason: 'again' });
  }
});
