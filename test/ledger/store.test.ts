import {
  appendFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RecordHash } from '../../src/core/brand.ts';
import { SpikeError } from '../../src/core/error.ts';
import { fingerprint } from '../../src/core/fingerprint.ts';
import type { Draft } from '../../src/core/record.ts';
import { readBookmark, readStanding } from '../../src/ledger/cache.ts';
import { pathsIn } from '../../src/ledger/control-directory.ts';
import type { OpenLedger } from '../../src/ledger/ledger-writer.ts';
import { readAttempts, verifyLedger } from '../../src/ledger/read.ts';
import { createLedger, ledgerIn, updateLedger } from '../../src/ledger/store.ts';
import { seal } from '../support/chained-records.ts';
import { createFolder } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';
import { type ScriptedWorld, scriptedWorld } from '../support/scripted-world.ts';
import { openLedgerIn, recordsOf } from '../support/spike-fixture.ts';

interface Desk {
  readonly directory: string;
  readonly ledger: string;
  readonly world: ScriptedWorld;
}

function desk(over: Parameters<typeof openLedgerIn>[1] = {}): Desk {
  const directory = join(createFolder(), 'users-email');
  const world = scriptedWorld();
  openLedgerIn(directory, { world, ...over });
  return { directory, ledger: pathsIn(directory).ledger, world };
}

function start(ledger: OpenLedger, argv: readonly string[], world: ScriptedWorld): number {
  return ledger.append({ kind: 'start', cwd: '/repo', at: '.', argv, ...world.self, ...ledger.reading() }).record.seq;
}

function end(of: number, argv: readonly string[], exit: number): Draft {
  return { kind: 'run', of, cwd: '/repo', argv, exit, fp: fingerprint({ cwd: '/repo', argv, exit }), ms: 1 };
}

/** One command from beginning to end, as two processes' worth of updates would write it. */
function runOnce({ directory, world }: Desk, argv: readonly string[], exit: number): number | undefined {
  const of = updateLedger(directory, world, (ledger) => start(ledger, argv, world));
  return updateLedger(directory, world, (ledger) => ledger.append(end(of, argv, exit)).failure?.count);
}

describe('opening', () => {
  test('writes the first record for this person alone', () => {
    const { directory, ledger, world } = desk();

    expect(recordsOf(ledger)).toMatchObject([
      {
        kind: 'open',
        seq: 0,
        ts: world.wallSeconds,
        deadline: world.wallSeconds + 5400,
        boot: 'boot-1',
        up: 1_000_000,
      },
    ]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(ledger).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory).sort()).toEqual(['command_log.jsonl']);
  });

  test('is refused where a ledger stands, which stays as it is', () => {
    const { directory, ledger, world } = desk();
    const before = readFileSync(ledger);

    expect(refusalOf(() => openLedgerIn(directory, { world }))).toMatchObject({ code: 'already-started' });
    expect(readFileSync(ledger)).toEqual(before);
  });

  test('is refused for a record that no reader would take', () => {
    const directory = join(createFolder(), 'users-email');

    expect(refusalOf(() => openLedgerIn(directory, { world: scriptedWorld(), clock: 0 }))).toMatchObject({
      code: 'ledger-broken',
    });
    expect(existsSync(pathsIn(directory).ledger)).toBe(false);
  });

  test('says when its composer refuses, and leaves nothing', () => {
    const directory = join(createFolder(), 'users-email');
    const refuse = (): never => {
      throw new SpikeError('refused', 'not now');
    };

    expect(refusalOf(() => createLedger(directory, scriptedWorld(), refuse))).toMatchObject({ code: 'refused' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('leaves nothing half done on a full disk', () => {
    const directory = join(createFolder(), 'users-email');
    const world = scriptedWorld();
    world.room.push(20);

    expect(refusalOf(() => openLedgerIn(directory, { world }))).toMatchObject({ code: 'ledger-unwritable' });
    expect(existsSync(pathsIn(directory).ledger)).toBe(false);
    expect(openLedgerIn(directory, { world }).seq).toBe(0);
  });
});

describe('another attempt', () => {
  const again = ({ directory, world }: Desk, previous: string, attempt = 2) =>
    openLedgerIn(directory, { world, attempt, previous: previous as RecordHash, reason: 'review' });

  test('keeps the ledger before, joined by its head, and begins to count anew', () => {
    const here = desk();
    const { directory, ledger, world } = here;
    expect([1, 2].map(() => runOnce(here, ['x'], 1))).toEqual([1, 2]);
    updateLedger(directory, world, (open) => open.append(seal()));
    const before = readFileSync(ledger);
    again(here, verifyLedger(ledger).head);

    expect(readFileSync(join(directory, 'attempts/1.jsonl'))).toEqual(before);
    expect(recordsOf(ledger)).toMatchObject([
      { kind: 'open', attempt: 2, previous: readAttempts(directory, world.isGone)?.earlier[0]?.head },
    ]);
    expect(runOnce(here, ['x'], 1)).toBe(1);
  });

  test('is dated no earlier than the last record before it, though the wall clock was turned back', () => {
    const here = desk();
    here.world.up += 600_000;
    runOnce(here, ['x'], 0);
    here.world.wallSeconds -= 100_000;
    const { ts, deadline } = again(here, verifyLedger(here.ledger).head);

    expect(ts).toBe(1_750_000_600);
    expect(deadline).toBe(ts + 5400);
  });

  test('that names another head, or skips one, is refused', () => {
    const here = desk();
    const before = readFileSync(here.ledger);
    const head = verifyLedger(here.ledger).head;

    expect(refusalOf(() => again(here, '9'.repeat(64)))).toMatchObject({ code: 'already-started' });
    expect(refusalOf(() => again(here, head, 3))).toMatchObject({ code: 'already-started' });
    expect(readFileSync(here.ledger)).toEqual(before);
  });

  test('can be opened after a kill between its steps', () => {
    const here = desk();
    const { directory, ledger } = here;
    const head = verifyLedger(ledger).head;
    again(here, head);
    // As a kill would have left it: the earlier ledger has its second name, and the new one is half written beside.
    const kept = join(directory, 'attempts/1.jsonl');
    rmSync(ledger);
    writeFileSync(ledger, readFileSync(kept));
    rmSync(kept);
    writeFileSync(`${ledger}.new`, '{"v":1');

    expect(again(here, head)).toMatchObject({ attempt: 2, previous: head });
    expect(readAttempts(directory, here.world.isGone)).toMatchObject({
      earlier: [{ open: { attempt: 1 } }],
      last: { open: { attempt: 2 } },
    });
  });

  test('does not write through a link that was put where it is written', () => {
    const here = desk();
    const other = join(createFolder(), 'other');
    writeFileSync(other, 'other');
    symlinkSync(other, `${here.ledger}.new`);
    again(here, verifyLedger(here.ledger).head);

    expect(readFileSync(other, 'utf8')).toBe('other');
    expect(lstatSync(here.ledger).isFile()).toBe(true);
  });

  test('does not write over another ledger of that number', () => {
    const here = desk();
    const kept = join(here.directory, 'attempts/1.jsonl');
    again(here, verifyLedger(here.ledger).head);
    writeFileSync(join(here.directory, 'attempts/2.jsonl'), 'somebody wrote this\n');

    expect(refusalOf(() => again(here, verifyLedger(here.ledger).head, 3))).toMatchObject({ code: 'ledger-broken' });
    expect(readFileSync(join(here.directory, 'attempts/2.jsonl'), 'utf8')).toBe('somebody wrote this\n');
    expect(verifyLedger(kept).records).toBe(1);
  });
});

describe('updating', () => {
  test('where nothing was started is refused, and makes nothing', () => {
    const directory = createFolder();

    expect(refusalOf(() => updateLedger(directory, scriptedWorld(), () => 1))).toMatchObject({
      code: 'not-started',
      hint: 'spike start',
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('decides and dates by one moment', () => {
    const { directory, world } = desk();
    world.up += 90_500;
    const [now, ts] = updateLedger(directory, world, (ledger) => {
      const before = ledger.now();
      world.up += 60_000;
      return [
        before,
        ledger.append({ kind: 'start', cwd: '/repo', argv: ['x'], ...world.self, ...ledger.reading() }).record.ts,
      ];
    });

    expect([now, ts]).toEqual([1_750_000_090, 1_750_000_090]);
  });

  test('follows the boot clock, and after a boot the wall clock', () => {
    const here = desk();
    here.world.wallSeconds += 999_999;
    here.world.up += 10_000;
    runOnce(here, ['x'], 0);
    here.world.boot = 'boot-2';
    here.world.up = 500;
    runOnce(here, ['x'], 0);

    expect(recordsOf(here.ledger).map(({ ts }) => Number(ts) - 1_750_000_000)).toEqual([0, 10, 10, 999_999, 999_999]);
  });

  test('refuses a boot clock that went back', () => {
    const here = desk();
    here.world.up -= 20;

    expect(refusalOf(() => runOnce(here, ['x'], 0))).toMatchObject({ code: 'ledger-broken' });
    expect(recordsOf(here.ledger)).toHaveLength(1);
  });

  test('counts failures across updates, processes and throw-away caches', () => {
    const here = desk();
    const { cache } = pathsIn(here.directory);
    const counts = [1, 0, 1, 2, 1].map((exit, at) => {
      if (at === 2) rmSync(cache, { recursive: true });
      return runOnce(here, ['x'], exit);
    });

    expect(counts).toEqual([1, undefined, 2, 1, 3]);
    expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().spent)).toMatchObject({ seq: 10 });
  });

  test('one process that updates twice sees what another one wrote in between', () => {
    const here = desk();
    const update = ledgerIn(here.directory, here.world);
    const of = update((ledger) => start(ledger, ['x'], here.world));
    runOnce(here, ['x'], 1);
    runOnce(here, ['x'], 1);

    expect(update((ledger) => ledger.append(end(of, ['x'], 1)).failure?.count)).toBe(3);
    expect(runOnce(here, ['x'], 1)).toBe(4);
    expect(verifyLedger(here.ledger).records).toBe(9);
  });

  test('counts a start whose process is gone, once', () => {
    const here = desk();
    const { directory, world } = here;
    for (const pid of [11, 12, 13]) {
      updateLedger(directory, world, (ledger) =>
        ledger.append({ kind: 'start', cwd: '/repo', argv: ['x'], pid, boot: world.boot, up: world.up }),
      );
    }
    const standing = () =>
      updateLedger(directory, world, (ledger) => ({
        spent: ledger.standing().spent?.fp,
        alive: ledger.alive().map(({ pid }) => pid),
      }));

    expect(standing()).toEqual({ spent: undefined, alive: [11, 12, 13] });
    world.goneIds.add(11).add(12);
    expect([standing(), standing(), standing()]).toEqual(Array(3).fill({ spent: undefined, alive: [13] }));
    world.goneIds.add(13);
    expect(standing()).toEqual({ spent: fingerprint({ cwd: '/repo', argv: ['x'], exit: 137 }), alive: [] });
    rmSync(pathsIn(directory).cache, { recursive: true });
    expect(standing()).toMatchObject({ spent: fingerprint({ cwd: '/repo', argv: ['x'], exit: 137 }) });
  });

  test('takes nothing after a seal', () => {
    const here = desk();
    updateLedger(here.directory, here.world, (ledger) => ledger.append(seal()));
    const before = readFileSync(here.ledger);

    expect(refusalOf(() => runOnce(here, ['x'], 0))).toMatchObject({
      code: 'ledger-broken',
      message: 'expected nothing after the seal',
    });
    expect(readFileSync(here.ledger)).toEqual(before);
    expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().seal?.decision)).toBe('kill');
  });

  test('believes the ledger about its rules, whatever the cache says', () => {
    const here = desk();
    runOnce(here, ['x'], 1);
    const bookmark = join(pathsIn(here.directory).cache, 'bookmark.json');
    writeFileSync(bookmark, readFileSync(bookmark, 'utf8').replaceAll('"records":3', '"records":7'));

    expect(runOnce(here, ['x'], 1)).toBe(2);
    expect(verifyLedger(here.ledger).records).toBe(5);
  });
});

describe('the line of where the ledger stands', () => {
  const OVER = 'spike-gate 1 over';
  const line = ({ directory }: Desk) => readStanding(pathsIn(directory).cache);
  const bookmarked = ({ directory }: Desk) => readBookmark(pathsIn(directory).cache)?.records;
  const begin = ({ directory, world }: Desk, argv: readonly string[]) =>
    updateLedger(directory, world, (ledger) => start(ledger, argv, world));
  /** A spike whose bookmark is as it should be. */
  const known = () => {
    const here = desk();
    updateLedger(here.directory, here.world, () => undefined);
    return here;
  };

  test('is written with the bookmark, and names the same record', () => {
    const here = known();
    for (const records of [3, 5]) {
      runOnce(here, ['x'], 0);
      const { head } = verifyLedger(here.ledger);
      const words = ['boot-1', '6400', expect.any(String), `${records}`, head.slice(0, 12)];
      expect(line(here)?.split(' ')).toEqual(['spike-gate', '1', ...words, 'users-email/1', 'spike/users-email']);
      expect(bookmarked(here)).toBe(records);
    }
    // Of a run that has begun it need not tell.
    begin(here, ['x']);
    expect([line(here)?.split(' ')[5], bookmarked(here)]).toEqual(['5', 5]);
  });

  test('says over at once after a decision, though one record alone is new', () => {
    const here = known();
    runOnce(here, ['x'], 0);
    updateLedger(here.directory, here.world, (ledger) => ledger.append(seal()));

    expect([line(here), bookmarked(here)]).toEqual([OVER, 4]);
  });

  test('says over after a decision on top of a record that the bookmark did not know', () => {
    const here = known();
    runOnce(here, ['x'], 0);
    begin(here, ['y']);
    here.world.goneIds.add(here.world.self.pid);
    updateLedger(here.directory, here.world, (ledger) => ledger.append(seal()));

    expect([line(here), bookmarked(here)]).toEqual([OVER, 5]);
  });

  test('says over at once after the run that spends the budget, though one record alone is new', () => {
    const here = known();
    runOnce(here, ['x'], 1);
    runOnce(here, ['x'], 1);
    const of = begin(here, ['x']);
    begin(here, ['y']);
    expect([line(here)?.split(' ')[5], bookmarked(here)]).toEqual(['7', 7]);
    updateLedger(here.directory, here.world, (ledger) => ledger.append(end(of, ['x'], 1)));

    expect([line(here), bookmarked(here)]).toEqual([OVER, 8]);
  });

  test('says over at once where the bookmark of before was put back', () => {
    const here = known();
    runOnce(here, ['x'], 1);
    const { cache } = pathsIn(here.directory);
    const [bookmark, standing] = ['bookmark.json', 'standing'].map((name) => readFileSync(join(cache, name)));
    runOnce(here, ['x'], 1);
    runOnce(here, ['x'], 1);
    expect(line(here)).toBe(OVER);
    writeFileSync(join(cache, 'bookmark.json'), bookmark ?? '');
    writeFileSync(join(cache, 'standing'), standing ?? '');
    updateLedger(here.directory, here.world, () => undefined);

    expect([line(here), bookmarked(here)]).toEqual([OVER, 7]);
  });

  test('says over at once where processes that are gone have spent the budget', () => {
    const here = known();
    const { world, directory } = here;
    for (const pid of [11, 12, 13]) {
      updateLedger(directory, world, (ledger) =>
        ledger.append({ kind: 'start', cwd: '/repo', argv: ['x'], pid, boot: world.boot, up: world.up }),
      );
    }
    world.goneIds.add(11).add(12).add(13);
    expect(line(here)).toContain(' boot-1 ');
    updateLedger(directory, world, () => undefined);

    expect(line(here)).toBe(OVER);
  });

  test('is that of the next attempt once that is known', () => {
    const here = known();
    updateLedger(here.directory, here.world, (ledger) => ledger.append(seal()));
    expect(line(here)).toBe(OVER);
    const previous = verifyLedger(here.ledger).head;
    openLedgerIn(here.directory, { world: here.world, attempt: 2, previous, reason: 'review' });
    updateLedger(here.directory, here.world, () => undefined);

    expect(line(here)).toMatch(/ 1 [0-9a-f]{12} users-email\/2 spike\/users-email$/);
  });

  test('stays as it is where nothing could be written', () => {
    const here = known();
    runOnce(here, ['x'], 0);
    const before = line(here);
    here.world.room.push(5);

    expect(refusalOf(() => begin(here, ['x']))).toMatchObject({ code: 'ledger-unwritable' });
    expect(line(here)).toBe(before);
  });
});

describe('a line that falls short', () => {
  test.each([0, 1, 40])('of which %i bytes found room is cut back, and nothing is recorded', (room) => {
    const here = desk();
    const before = readFileSync(here.ledger);
    here.world.room.push(room);

    expect(refusalOf(() => runOnce(here, ['x'], 0))).toMatchObject({
      code: 'ledger-unwritable',
      message: expect.stringContaining(`found room for ${room}`),
    });
    expect(readFileSync(here.ledger)).toEqual(before);
    expect(runOnce(here, ['x'], 1)).toBe(1);
    expect(recordsOf(here.ledger).map(({ kind }) => kind)).toEqual(['open', 'start', 'run']);
  });

  test('is cut back where it cannot be flushed', () => {
    const here = desk();
    const before = readFileSync(here.ledger);
    here.world.flushError = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });

    expect(refusalOf(() => runOnce(here, ['x'], 0))).toMatchObject({
      code: 'ledger-unwritable',
      message: expect.stringContaining('EIO'),
    });
    expect(readFileSync(here.ledger)).toEqual(before);
  });

  test('ends the update: nothing more is written to a ledger that nobody can be sure of', () => {
    const here = desk();
    here.world.room.push(3);
    const refusals = updateLedger(here.directory, here.world, (ledger) =>
      [1, 2].map(() => refusalOf(() => start(ledger, ['x'], here.world)).message),
    );

    expect(refusals).toEqual([
      expect.stringContaining('found room for 3'),
      expect.stringContaining('writing has just failed'),
    ]);
    expect(runOnce(here, ['x'], 1)).toBe(1);
  });
});

describe('a torn last line', () => {
  test('is cut, and a record says how much', () => {
    const here = desk();
    runOnce(here, ['x'], 1);
    appendFileSync(here.ledger, '{"v":1,"seq":3,"prev":"');

    expect(runOnce(here, ['x'], 1)).toBe(2);
    expect(recordsOf(here.ledger).slice(3)).toMatchObject([
      { kind: 'recover', dropped: 23 },
      { kind: 'start' },
      { kind: 'run' },
    ]);
    expect(verifyLedger(here.ledger).records).toBe(6);
  });

  test.each([1, 200, 5000, 100_000])('of %i bytes is cut, whether longer than the record of it or not', (length) => {
    const here = desk();
    appendFileSync(here.ledger, Buffer.alloc(length, '\0'));
    updateLedger(here.directory, here.world, () => undefined);

    expect(recordsOf(here.ledger)).toMatchObject([{ kind: 'open' }, { kind: 'recover', dropped: length }]);
    expect(verifyLedger(here.ledger).records).toBe(2);
  });

  test('at any byte of the newest record loses that one and no other', () => {
    const here = desk();
    runOnce(here, ['x'], 1);
    const whole = readFileSync(here.ledger);
    const begins = whole.lastIndexOf('\n', -2) + 1;
    for (let size = begins + 1; size < whole.length; size += 1) {
      writeFileSync(here.ledger, whole);
      truncateSync(here.ledger, size);
      rmSync(pathsIn(here.directory).cache, { recursive: true, force: true });
      updateLedger(here.directory, here.world, () => undefined);
      expect(recordsOf(here.ledger).map(({ kind }) => kind)).toEqual(['open', 'start', 'recover']);
    }
  });

  test('stays while there is no room to say that it was cut', () => {
    const here = desk();
    appendFileSync(here.ledger, '{"v":1,"seq":1');
    here.world.room.push(5);

    expect(refusalOf(() => updateLedger(here.directory, here.world, () => undefined))).toMatchObject({
      code: 'ledger-unwritable',
    });
    expect(readFileSync(here.ledger).length).toBeGreaterThan(readFileSync(here.ledger).lastIndexOf('\n') + 1);
    updateLedger(here.directory, here.world, () => undefined);
    expect(recordsOf(here.ledger)).toMatchObject([{ kind: 'open' }, { kind: 'recover', dropped: 14 }]);
  });

  test('after a seal is left alone', () => {
    const here = desk();
    updateLedger(here.directory, here.world, (ledger) => ledger.append(seal()));
    appendFileSync(here.ledger, 'x');
    const before = readFileSync(here.ledger);

    expect(refusalOf(() => updateLedger(here.directory, here.world, () => undefined))).toMatchObject({
      code: 'ledger-broken',
    });
    expect(readFileSync(here.ledger)).toEqual(before);
  });
});

describe('a whole line that does not hold', () => {
  test.each([
    ['is no record', (text: string) => `${text}{"v":1}\n`],
    ['is a record in the wrong place', (text: string) => `${text}${text.split('\n')[1]}\n`],
    ['was edited', (text: string) => text.replace('"exit":1', '"exit":0')],
  ])('because it %s is left alone, and nothing is written', (_name, edit) => {
    const here = desk();
    runOnce(here, ['x'], 1);
    writeFileSync(here.ledger, edit(readFileSync(here.ledger, 'utf8')));
    const before = readFileSync(here.ledger);

    expect(refusalOf(() => runOnce(here, ['x'], 1))).toMatchObject({
      code: 'ledger-broken',
      place: { file: here.ledger },
    });
    expect(readFileSync(here.ledger)).toEqual(before);
  });

  test('is found in the opening record too, without a replay', () => {
    const here = desk();
    runOnce(here, ['x'], 1);
    writeFileSync(here.ledger, readFileSync(here.ledger, 'utf8').replace('"budget":3,"policy"', '"budget":9,"policy"'));

    expect(refusalOf(() => runOnce(here, ['x'], 1))).toMatchObject({ code: 'ledger-broken', place: { line: 2 } });
  });
});
