import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyLedger } from '../../src/ledger/read.ts';
import { createSpike, finish, type SpikeFixture, spikeRunProgram } from '../support/spike-fixture.ts';

const PATIENCE_MS = 300_000;

/** What the ledger surely holds: a whole line, and not one that only became whole later. */
function wholeLines(spike: SpikeFixture): string {
  const text = readFileSync(spike.ledger, 'utf8');
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

test(
  'killed at any moment, the next command recovers, nothing recorded is lost, and the chain verifies',
  async () => {
    const spike = createSpike();
    const plain = performance.now();
    await spike.run(['true']);
    const span = (performance.now() - plain) * 1.2;

    const turns = 40;
    for (let turn = 0; turn < turns; turn += 1) {
      const child = spawn(process.execPath, [spikeRunProgram(), 'sh', '-c', 'exit 1', String(turn)], {
        cwd: spike.repository.path,
        env: spike.env,
        stdio: 'ignore',
      });
      const exit = once(child, 'exit');
      await new Promise((settle) => setTimeout(settle, (span * turn) / turns));
      child.kill('SIGKILL');
      await exit;
      const recorded = wholeLines(spike);
      const next = await spike.run(['true']);

      expect(next).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
      expect(readFileSync(spike.ledger, 'utf8').startsWith(recorded)).toBe(true);
      expect(spike.records().at(-1)).toMatchObject({ kind: 'run', argv: ['true'] });
    }
    const records = spike.records();
    expect(verifyLedger(spike.ledger).records).toBe(records.length);
    expect(records.filter(({ kind, argv }) => kind === 'run' && JSON.stringify(argv) === '["true"]')).toHaveLength(
      turns + 1,
    );
  },
  PATIENCE_MS,
);

test('a lock that a killed process left behind is taken over', async () => {
  const spike = createSpike();
  // Reads the ledger under the lock through a pipe that never ends, so that it is killed while it holds the lock.
  const child = spawn(process.execPath, [spikeRunProgram(), 'true'], {
    cwd: spike.repository.path,
    env: spike.env,
    stdio: 'ignore',
    detached: true,
  });
  const exit = once(child, 'exit');
  while (child.exitCode === null && statSync(join(spike.directory, 'command_log.jsonl')).size < 2)
    await new Promise((settle) => setImmediate(settle));
  child.kill('SIGKILL');
  await exit;

  expect((await spike.run(['true'])).code).toBe(0);
});

/** Bytes that the file system takes of a file, in the units of `ulimit -f` of a POSIX shell. */
const BLOCK = 512;
const LONG = 'x'.repeat(6 * BLOCK);

function limited(spike: SpikeFixture, bytes: number, command: string) {
  const script = `ulimit -f ${Math.floor(bytes / BLOCK)}; exec '${process.execPath}' '${spikeRunProgram()}' ${command}`;
  return finish(['sh', '-c', script], { cwd: spike.repository.path, env: spike.env });
}

test('where the file system takes a part of the start alone, the part is cut back and the command does not run', async () => {
  const spike = createSpike();
  const before = readFileSync(spike.ledger);
  const ended = await limited(spike, before.length + 2 * BLOCK, `sh -c 'echo ran' ${LONG}`);

  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toMatch(
    /^spike: error: expected to write \d+ bytes to .*, found room for \d+\nspike: hint: make room/,
  );
  expect(readFileSync(spike.ledger)).toEqual(before);
  expect((await spike.run(['true'])).code).toBe(0);
});

test('where it takes a part of the end alone, the status is kept, that is said, and it counts as 137', async () => {
  const spike = createSpike();
  const size = statSync(spike.ledger).size + LONG.length + 2 * BLOCK;
  const failed = await limited(spike, size, `sh -c 'echo ran; exit 5' ${LONG}`);
  const passed = await limited(spike, size + LONG.length + BLOCK, `sh -c 'echo ran' ${LONG}`);

  expect([failed.code, passed.code]).toEqual([5, 1]);
  expect([failed.stdout, passed.stdout]).toEqual(['ran\n', 'ran\n']);
  expect(failed.stderr).toMatch(
    /^spike: error: the command ran and ended with 5, but that is not recorded, and will count as 137: expected to write/,
  );
  expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start', 'start']);
  expect(verifyLedger(spike.ledger).records).toBe(3);
});
