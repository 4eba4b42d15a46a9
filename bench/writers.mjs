/** What fifty writers at once leave in the ledger. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { row } from './measure.mjs';
import { SPIKE_RUN, startSpike } from './spike.mjs';

const WRITERS = 50;
const COMMANDS = 10;

export async function benchWriters() {
  const spike = startSpike();
  try {
    const begin = process.hrtime.bigint();
    const ended = await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer, spike)));
    const failed = ended.find(({ status }) => status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const took = Number(process.hrtime.bigint() - begin) / 1e9;
    const lines = readFileSync(spike.ledger, 'utf8').trimEnd().split('\n');
    const runs = lines.filter((line) => JSON.parse(line).kind === 'run').length;
    const intact = spike.spike(['verify', spike.ledger]).startsWith('intact');
    return [
      row(
        `${WRITERS} processes, ${COMMANDS} commands each, at once`,
        `${runs} runs`,
        `promised 500; chain ${intact ? 'intact' : 'broken'}, ${took.toFixed(1)} s`,
      ),
    ];
  } finally {
    spike.remove();
  }
}

async function write(writer, { top, env }) {
  for (let command = 0; command < COMMANDS; command += 1) {
    await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [SPIKE_RUN, 'test', `${writer}-${command}`, '!=', 'none'], {
        cwd: top,
        env,
        stdio: 'ignore',
      });
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`writer ${writer} ended with ${code}`))));
      child.on('error', reject);
    });
  }
}
