/** What wrapping a command costs, beside Node's own start and the shell wrapper that people write. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, interleave, row, times } from './measure.mjs';
import { forgetCache, lengthen, SPIKE_RUN, startSpike } from './spike.mjs';

const ROUNDS = 100;

/** Runs the command, then hashes and appends a line with what every desk has. */
const SHELL_WRAPPER = `#!/usr/bin/env bash
set -u
"$@"
code=$?
line=$(python3 -c 'import json,sys,os; print(json.dumps({"cwd": os.getcwd(), "argv": sys.argv[2:], "exit": int(sys.argv[1])}))' "$code" "$@")
fp=$(printf %s "$line" | sha256sum | cut -c1-16)
printf '{"ts":%s,"fp":"%s","run":%s}\\n' "$(date +%s)" "$fp" "$line" >>"$SPIKE_LOG"
[ "$(grep -c "$fp" "$SPIKE_LOG")" -lt 1000000 ] || exit 4
exit "$code"
`;

export async function benchRuns() {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-bench-'));
  const wrapper = join(folder, 'wrapper');
  writeFileSync(wrapper, SHELL_WRAPPER, { mode: 0o755 });
  const [short, long] = [startSpike(), startSpike()];
  try {
    lengthen(short.ledger, 10);
    lengthen(long.ledger, 100_000);
    for (const { ledger } of [short, long]) forgetCache(ledger);
    const wrapped = ({ top, env }) => ({ argv: [process.execPath, SPIKE_RUN, 'true'], cwd: top, env });
    const medians = interleave(
      [
        { name: 'node', argv: [process.execPath, '-e', '0'], cwd: folder, env: cleanEnvironment() },
        {
          name: 'shell',
          argv: [wrapper, 'true'],
          cwd: folder,
          env: cleanEnvironment({ SPIKE_LOG: join(folder, 'log') }),
        },
        { name: 'short', ...wrapped(short) },
        { name: 'long', ...wrapped(long) },
      ],
      ROUNDS,
    );
    const of = (name) => medians.get(name);
    return [
      row('node -e 0', `${of('node').toFixed(1)} ms`),
      row('a shell wrapper, true', times(of('shell') / of('node')), 'of node -e 0; for comparison'),
      row(
        'spike-run true, ledger of 10 records',
        times(of('short') / of('node')),
        'of node -e 0; promised at most 1.6',
      ),
      row(
        'spike-run true, ledger of 100,000 records',
        times(of('long') / of('short')),
        'of 10 records; promised at most 1.15',
      ),
    ];
  } finally {
    for (const spike of [short, long]) spike.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
