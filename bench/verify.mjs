/** What verifying a long ledger costs, beside a loop that only parses and hashes each line. */

import { spawnSync } from 'node:child_process';
import { cleanEnvironment, median, row, times } from './measure.mjs';
import { lengthen, SPIKE, startSpike } from './spike.mjs';

const RECORDS = 1_000_000;
const ROUNDS = 3;

const PLAIN_LOOP = `
const { createHash } = require('node:crypto');
const { createReadStream } = require('node:fs');
const { createInterface } = require('node:readline');
(async () => {
  for await (const line of createInterface({ input: createReadStream(process.argv[1]) })) {
    JSON.parse(line);
    createHash('sha256').update(line).digest('hex');
  }
})();
`;

/** Reports its own peak on the way out, since no tool for that is everywhere. */
const REPORT_PEAK = `process.on('exit', () => process.stderr.write('peak=' + process.resourceUsage().maxRSS + '\\n'));`;

export async function benchVerify() {
  const spike = startSpike();
  try {
    lengthen(spike.ledger, RECORDS);
    const loop = [];
    const verify = [];
    let peak = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      loop.push(timed(['-e', PLAIN_LOOP, spike.ledger], spike).took);
      const preload = `data:text/javascript,${encodeURIComponent(REPORT_PEAK)}`;
      const { took, stderr } = timed(['--import', preload, SPIKE, 'verify', spike.ledger], spike);
      verify.push(took);
      peak = Math.max(peak, Number(/peak=(\d+)/.exec(stderr)?.[1]) / 1024);
    }
    return [
      row('a loop that parses and hashes 1,000,000 lines', `${(median(loop) / 1000).toFixed(2)} s`),
      row('spike verify, 1,000,000 records', times(median(verify) / median(loop)), 'of that loop; promised at most 3'),
      row('its peak memory', `${peak.toFixed(0)} MB`, 'promised under 200 MB'),
    ];
  } finally {
    spike.remove();
  }
}

function timed(args, { top, env }) {
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: top,
    env: cleanEnvironment(env),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.at(-2)} ended with ${status}: ${stderr}`);
  return { took: Number(process.hrtime.bigint() - begin) / 1e6, stderr };
}
