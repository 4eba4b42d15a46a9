import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAttempts, verifyLedger } from '../../src/ledger/read.ts';
import { isGone } from '../../src/process/identity.ts';
import { createSpike, finish, spikeRunProgram } from '../support/spike-fixture.ts';

const PROCESSES = 50;
/** Five hundred processes take what they take on a machine that does other things too. */
const PATIENCE_MS = 300_000;

test(
  'fifty processes that run ten commands each at once leave five hundred runs and an intact chain',
  async () => {
    const spike = createSpike();
    const loop = `for n in 0 1 2 3 4 5 6 7 8 9; do '${process.execPath}' '${spikeRunProgram()}' sh -c 'exit 0' "$1-$n" || exit 1; done`;
    const ended = await Promise.all(
      Array.from({ length: PROCESSES }, (_, number) =>
        finish(['sh', '-c', loop, 'sh', String(number)], { cwd: spike.repository.path, env: spike.env }),
      ),
    );

    expect(ended).toEqual(ended.map(() => ({ code: 0, signal: null, stdout: '', stderr: '' })));
    expect(verifyLedger(spike.ledger).records).toBe(1 + 2 * 500);
    const argvs = spike.records().flatMap(({ kind, argv }) => (kind === 'run' ? [JSON.stringify(argv)] : []));
    expect(new Set(argvs).size).toBe(500);
    expect(existsSync(join(spike.directory, 'lock'))).toBe(false);
  },
  PATIENCE_MS,
);

test(
  'of fifty that run one failing command at once, every one that ran is recorded, and none begins after the budget was spent',
  async () => {
    const spike = createSpike();
    const ran = join(spike.repository.path, '.git', 'ran');
    const command = ['sh', '-c', `echo ran >>'${ran}'; exit 7`];
    const ended = await Promise.all(Array.from({ length: PROCESSES }, () => spike.run(command)));
    const records = spike.records();
    const attempt = readAttempts(spike.directory, isGone)?.last;
    const begun = records.filter(({ kind }) => kind === 'start');

    expect(readFileSync(ran, 'utf8').split('\n').length - 1).toBe(begun.length);
    expect(attempt).toMatchObject({
      runs: begun.length,
      failed: begun.length,
      abandoned: 0,
      refused: { 'budget-exhausted': PROCESSES - begun.length },
    });
    expect(begun.every(({ seq }) => Number(seq) < (attempt?.spent?.seq ?? 0))).toBe(true);
    expect(verifyLedger(spike.ledger).records).toBe(1 + 2 * begun.length + (PROCESSES - begun.length));
    // Two found the budget unspent when they ended; whoever came third, and everybody after, was told.
    expect(ended.map(({ code }) => code).sort()).toEqual([...Array(PROCESSES - 2).fill(4), 7, 7]);
  },
  PATIENCE_MS,
);
