/** A process that takes the lock of a folder twenty times, and each time adds one to a number that nothing else protects. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../src/ledger/lock.ts';
import { thisMachine } from '../../src/process/machine.ts';

const TIMES = 20;
const folder = process.argv[2] ?? '.';
const count = join(folder, 'count');

for (let time = 0; time < TIMES; time += 1) {
  withLock(join(folder, 'lock'), thisMachine(), () => {
    const before = existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0;
    writeFileSync(count, String(before + 1));
  });
}
