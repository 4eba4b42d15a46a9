import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { pathsIn, type SpikePaths } from '../../src/ledger/control-directory.ts';
import { verifyLedger } from '../../src/ledger/read.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { createFolder } from '../support/git-fixture.ts';
import { type ScriptedWorld, scriptedWorld } from '../support/scripted-world.ts';
import { openLedgerIn, recordsOf } from '../support/spike-fixture.ts';

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
      const run = { kind: 'run', of, cwd: '/', argv, exit: 1, fp: fingerprint({ cwd: '/', argv, exit: 1 }), ms: 1 } as const;
      return updateLedger(directory, world, (ledger) => ledger.append(run).failure?.count);
    },
    shards: () => readdirSync(join(paths.cache, 'failures')).map((name) => join(paths.cache, 'failures', name)),
  };
}

describe('counters that the bookmark does not vouch for are counted anew from the ledger', () => {
  const damages: readonly [string, (here: Desk) => void][] = [
    ['were removed', ({ paths }) => rmSync(join(paths.cache, 'failures'), { recursive: true })],
    ['were emptied', ({ shards }) => shards().forEach((path) => void truncateSync(path))],
    ['lost a line', ({ shards }) => shards().forEach((path) => void truncateSync(path, 19))],
    ['were edited', ({ shards }) => shards().forEach((path) => void writeFileSync(path, readFileSync(path, 'utf8').replaceAll('2\n', '0\n')))],
    [
      'became folders',
      ({ shards }) =>
        shards().forEach((path) => {
          rmSync(path);
          mkdirSync(path);
        }),
    ],
    [
      'were put back from before',
      (here) => {
        const [shard = ''] = here.shards();
        const { length } = readFileSync(shard);
        truncateSync(shard, length / 2);
      },
    ],
  ];

  test.each(damages)('where they %s', (_name, damage) => {
    const here = desk();
    expect([here.fail(['x']), here.fail(['x'])]).toEqual([1, 2]);
    damage(here);

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
  test.each<[string, (clock: { ts: number; up: number; newest: number }) => void]>([
    ['a boot that began later', (clock) => void (clock.up = 10 ** 14)],
    ['a boot that began earlier', (clock) => void (clock.up -= 60_000)],
    ['another time at the first record', (clock) => void (clock.ts -= 60)],
    ['an older newest reading', (clock) => void (clock.newest = 0)],
  ])('%s', (_name, forge) => {
    for (const boot of ['boot-1', 'boot-2']) {
      const here = desk();
      here.fail(['x']);
      here.world.boot = boot;
      here.fail(['y']);
      here.fail(['y']);
      const path = join(here.paths.cache, 'bookmark.json');
      const bookmark = JSON.parse(readFileSync(path, 'utf8'));
      forge(bookmark.clocks.at(-1)[1]);
      writeFileSync(path, JSON.stringify(bookmark));
      here.world.wallSeconds -= 3600;
      here.fail(['x']);

      expect(verifyLedger(here.paths.ledger).records).toBe(9);
      const { ts } = recordsOf(here.paths.ledger).at(-1) ?? {};
      expect(Number(ts)).toBe(1_750_000_000 + 6);
    }
  });

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
  const kinds: readonly [string, (here: Desk) => void][] = [
    ['a file', ({ paths }) => writeFileSync(paths.cache, 'x')],
    ['a folder without a right', ({ paths }) => void (mkdirSync(paths.cache), chmodSync(paths.cache, 0))],
    ['one whose bookmark is a folder', ({ paths }) => void mkdirSync(join(paths.cache, 'bookmark.json/x'), { recursive: true })],
    ['one whose counters are a file', ({ paths }) => void (mkdirSync(paths.cache), writeFileSync(join(paths.cache, 'failures'), ''))],
    ['a link to nowhere', ({ paths, directory }) => void (writeFileSync(join(directory, 'nowhere'), ''), renameSync(join(directory, 'nowhere'), paths.cache))],
  ];

  test.each(kinds)('%s', (_name, replace) => {
    const here = desk();
    here.fail(['x']);
    rmSync(here.paths.cache, { recursive: true });
    replace(here);

    expect([here.fail(['x']), here.fail(['x']), here.fail(['x'])]).toEqual([2, 3, 4]);
    openLedgerAgain(here);
    expect(existsSync(here.paths.attempt(1))).toBe(true);
  });

  function openLedgerAgain({ directory, world, paths }: Desk): void {
    const { head } = verifyLedger(paths.ledger);
    openLedgerIn(directory, { world, attempt: 2, previous: head, reason: 'again' });
  }
});
