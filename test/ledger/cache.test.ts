import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeRecord } from '../../src/core/codec.ts';
import type { StartRecord } from '../../src/core/record.ts';
import {
  type Bookmark,
  dropStanding,
  readBookmark,
  readStanding,
  writeBookmark,
  writeStanding,
} from '../../src/ledger/cache.ts';
import { chained, open, start } from '../support/chained-records.ts';
import { createFolder } from '../support/git-fixture.ts';

function startRecord(): StartRecord {
  const record = decodeRecord(Buffer.from(chained([open(), start(['a', 'ü'])])[1] ?? ''), {});
  if (record.kind !== 'start') throw new Error('expected a start');
  return record;
}

const BOOKMARK: Bookmark = {
  boot: 'boot-1',
  opening: { from: 0, to: 100, hash: 'a'.repeat(64) },
  last: { from: 100, to: 200, hash: 'b'.repeat(64) },
  dated: { from: 100, to: 200, hash: 'b'.repeat(64) },
  records: 2,
  ts: 1000,
  sealed: false,
  clocks: new Map([['boot-1', { ts: 1000, up: 5, newest: 9 }]]),
  pending: new Map([[1, startRecord()]]),
  spent: undefined,
  latestRun: 999,
  counters: new Map([['0f', { bytes: 19, digest: 'c'.repeat(16) }]]),
};

test('a bookmark comes back as it was written', () => {
  const folder = createFolder();
  writeBookmark(folder, BOOKMARK);

  expect(readBookmark(folder)).toEqual(BOOKMARK);
});

test('one that is shorter than the one before replaces it whole, however much longer that was', () => {
  const folder = createFolder();
  const path = join(folder, 'bookmark.json');
  const long = (length: number): Bookmark => ({ ...BOOKMARK, boot: 'é'.repeat(length) });
  const sizes = [long(10_000), long(9000), BOOKMARK, long(20), BOOKMARK].map((bookmark) => {
    writeBookmark(folder, bookmark);
    expect(readBookmark(folder)).toEqual(bookmark);
    return statSync(path).size;
  });

  expect(sizes[2]).toBeLessThan(5000);
});

test('one that is odd in any way is none', () => {
  const folder = createFolder();
  writeBookmark(folder, BOOKMARK);
  const path = join(folder, 'bookmark.json');
  const text = readFileSync(path, 'utf8');
  const odd = [
    '',
    'null',
    '[]',
    text.slice(0, -1),
    text.replace('"format":2', '"format":1'),
    text.replace('"records":2', '"records":"2"'),
    text.replace('"records":2', '"records":-2'),
    text.replace('"from":0', '"from":0.5'),
    text.replace('"boot":"boot-1"', '"boot":1'),
    text.replace('\\"kind\\":\\"start\\"', '\\"kind\\":\\"stop\\"'),
    text.replace('[["0f",19', '[["0f","19"'),
    text.replace('[["boot-1"', '[["boot-1",1],["boot-1"'),
    text.replace('"latestRun":999', '"latestRun":999,"spent":{"fp":"x","ts":1,"seq":1}'),
  ];

  const found = odd.map((content) => {
    writeFileSync(path, content);
    return readBookmark(folder);
  });
  expect(new Set(odd).size).toBe(odd.length);
  expect(odd).not.toContain(text);
  expect(found).toEqual(odd.map(() => undefined));
});

test('a folder where the file should be is no bookmark', () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'bookmark.json'));

  expect(readBookmark(folder)).toBeUndefined();
});

describe('the line of where the ledger stands', () => {
  const LINES = ['spike-gate 1 é 9 live\n', 'spike-gate 1 over\n', 'spike-gate 1 a-longer-line 10\n'];

  test('comes back as it was written, whatever longer one stood there, private', () => {
    const folder = createFolder();
    for (const line of LINES) {
      writeStanding(folder, line);
      expect(`${readStanding(folder)}\n`).toBe(line);
    }
    expect(statSync(join(folder, 'standing')).mode & 0o777).toBe(0o600);
  });

  test('is none where it was taken away, or where another thing is in its place', () => {
    const folder = createFolder();
    expect(readStanding(folder)).toBeUndefined();
    writeStanding(folder, 'spike-gate 1 over\n');
    dropStanding(folder);
    dropStanding(folder);
    expect(readStanding(folder)).toBeUndefined();
    mkdirSync(join(folder, 'standing'));
    expect(readStanding(folder)).toBeUndefined();
  });

  test('is written through no link', () => {
    const folder = createFolder();
    const elsewhere = join(createFolder(), 'elsewhere');
    symlinkSync(elsewhere, join(folder, 'standing'));

    expect(() => writeStanding(folder, 'spike-gate 1 over\n')).toThrow('ELOOP');
    expect(existsSync(elsewhere)).toBe(false);
  });
});
