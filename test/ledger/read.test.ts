import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordHash } from '../../src/core/brand.ts';
import { SpikeError } from '../../src/core/error.ts';
import { pathsIn } from '../../src/ledger/control-directory.ts';
import { readAttempts, readLedgerFile, verifyLedger } from '../../src/ledger/read.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { chained, ledgerText, open, run, seal, start } from '../support/chained-records.ts';
import { createFolder } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';

const gone = (): boolean => true;

const ARGV = ['pytest', '-q', 'tests/é.py'];
const SEALED = chained([
  open(),
  start(ARGV),
  run(1, ARGV, 1),
  { kind: 'recover', dropped: 12 },
  start(ARGV),
  run(4, ARGV, 0),
  seal(),
]);

function ledgerFile(lines: readonly string[]): string {
  const path = join(createFolder(), 'command_log.jsonl');
  writeFileSync(path, ledgerText(lines));
  return path;
}

test('an intact ledger is read and verified, sealed or open', () => {
  const path = ledgerFile(SEALED);

  expect(verifyLedger(path)).toMatchObject({ records: 7, open: { spike: 'users-email' }, seal: { decision: 'kill' } });
  expect(readLedgerFile(path, { isGone: gone }).attempt).toMatchObject({ runs: 2, passed: 1, failed: 1 });
  expect(verifyLedger(ledgerFile(SEALED.slice(0, -1))).seal).toBeUndefined();
});

test('a flipped bit anywhere in a sealed ledger is found', () => {
  const path = ledgerFile(SEALED);
  const whole = readFileSync(path);
  const missed: number[] = [];
  const file = openSync(path, 'r+');
  onTestFinished(() => closeSync(file));
  for (let bit = 0; bit < whole.length * 8; bit += 1) {
    const at = bit >> 3;
    writeSync(file, Buffer.from([(whole[at] ?? 0) ^ (1 << (bit & 7))]), 0, 1, at);
    try {
      verifyLedger(path);
      missed.push(bit);
    } catch (error) {
      if (!(error instanceof SpikeError) || error.place?.line === undefined) throw error;
    }
    writeSync(file, whole, at, 1, at);
  }

  expect(missed).toEqual([]);
});

test('a byte or a line that is gone or added is found', () => {
  const whole = Buffer.from(ledgerText(SEALED));
  const path = ledgerFile(SEALED);
  const broken = [
    whole.subarray(0, -1),
    Buffer.concat([whole, Buffer.from('\n')]),
    Buffer.concat([whole, Buffer.from(' ')]),
    Buffer.concat([Buffer.from('\ufeff'), whole]),
    Buffer.from(whole.toString().replaceAll('\n', '\r\n')),
    Buffer.from(''),
    ...SEALED.slice(0, -1).map((line) => Buffer.from(ledgerText(SEALED.filter((other) => other !== line)))),
  ];

  for (const content of broken) {
    writeFileSync(path, content);
    expect(refusalOf(() => verifyLedger(path)).code).toBe('ledger-broken');
    expect(refusalOf(() => readLedgerFile(path, { isGone: gone })).code).toBe('ledger-broken');
  }
});

test('a line feed is required, but not of a ledger that lives: one may just be written', () => {
  const path = ledgerFile(SEALED.slice(0, 3));
  appendFileSync(path, '{"v":1,"seq":3');

  expect(refusalOf(() => readLedgerFile(path, { isGone: gone }))).toMatchObject({ place: { line: 4 } });
  expect(readLedgerFile(path, { isGone: gone, living: true }).attempt.records).toBe(3);
});

test('a ledger larger than a chunk is read as it is', () => {
  const reason = 'x'.repeat(1500);
  const lines = chained([
    open(),
    ...Array.from({ length: 1500 }, (_, at) => [start([reason]), run(2 * at + 1, [reason], 0)]).flat(),
  ]);

  expect(verifyLedger(ledgerFile(lines)).records).toBe(3001);
});

test('a file that is not there is unreadable, and a folder too', () => {
  expect(refusalOf(() => verifyLedger('/nonexistent/ledger'))).toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('ENOENT'),
  });
  expect(refusalOf(() => verifyLedger(createFolder())).code).toBe('unreadable');
});

test('attempts are read oldest first; a missing one is no pass', () => {
  const directory = createFolder();
  const paths = pathsIn(directory);
  expect(readAttempts(directory, gone)).toBeUndefined();

  const first = ledgerFile(SEALED);
  const previous = verifyLedger(first).head;
  const second = ledgerFile(chained([open({ attempt: 2, previous: previous as RecordHash, reason: 'review' })]));
  copyFileSync(second, paths.ledger);
  expect(refusalOf(() => readAttempts(directory, gone))).toMatchObject({
    code: 'ledger-broken',
    message: expect.stringContaining('attempt 1'),
  });

  rmSync(paths.ledger);
  copyFileSync(first, paths.ledger);
  expect(readAttempts(directory, gone)).toMatchObject({
    earlier: [],
    last: { records: 7 },
    chain: { records: 7, sealed: true },
  });
});

test('beside a writer, what is just being written is no defect', async () => {
  const path = ledgerFile(SEALED.slice(0, 2));
  const [line = ''] = SEALED.slice(2);
  appendFileSync(path, line.slice(0, 20));
  const writer = spawn('sh', ['-c', 'echo; while printf x >>"$1"; do sleep 0.01; done', 'sh', path]);
  onTestFinished(() => void writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  const verified = verifyLedger(path);

  expect(verified.records).toBe(2);
});

test('a line that nobody goes on with is torn', () => {
  const path = ledgerFile(SEALED.slice(0, 2));
  appendFileSync(path, '{"v":1');

  expect(refusalOf(() => verifyLedger(path))).toMatchObject({ code: 'ledger-broken', place: { line: 3 } });
});

test('a pipe in the place of a ledger holds nobody up', () => {
  const directory = createFolder();
  const { ledger } = pathsIn(directory);
  execFileSync('mkfifo', [ledger]);

  for (const use of [
    () => verifyLedger(ledger),
    () => readAttempts(directory, gone),
    () => updateLedger(directory, thisMachine(), () => undefined),
  ]) {
    expect(refusalOf(use)).toMatchObject({ code: 'unreadable', message: expect.stringContaining('found no file') });
  }
});
