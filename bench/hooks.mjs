/** What the hooks cost: nothing off a spike branch, and one Node on it. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, row, times } from './measure.mjs';
import { SPIKE, startSpike } from './spike.mjs';

const ROUNDS = 40;

export async function benchHooks() {
  const spike = startSpike();
  try {
    const programs = join(spike.top, '..', 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'spike-gate'), `#!/bin/sh\nexec '${process.execPath}' '${SPIKE}' "$@"\n`);
    chmodSync(join(programs, 'spike-gate'), 0o755);
    const plain = join(spike.top, '..', 'plain-hooks');
    mkdirSync(plain);
    for (const name of ['pre-commit', 'prepare-commit-msg']) {
      writeFileSync(join(plain, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    }
    const env = { ...spike.env, PATH: `${programs}:${spike.env.PATH}` };
    const commit = (...more) => ['git', ...more, 'commit', '--quiet', '--allow-empty', '--message', 'Measure'];
    const on = (branch) => () => spike.git('switch', '--quiet', branch);
    const medians = interleave(
      [
        { name: 'none', argv: commit('-c', 'core.hooksPath=/dev/null'), cwd: spike.top, env, before: on('main') },
        { name: 'plain', argv: commit('-c', `core.hooksPath=${plain}`), cwd: spike.top, env, before: on('main') },
        { name: 'off', argv: commit(), cwd: spike.top, env, before: on('main') },
        { name: 'on', argv: commit(), cwd: spike.top, env, before: on('spike/bench') },
      ],
      ROUNDS,
    );
    const of = (name) => medians.get(name);
    return [
      row('git commit without hooks', `${of('none').toFixed(1)} ms`),
      row('with two hooks of `exit 0`', `${of('plain').toFixed(1)} ms`),
      row(
        'with these hooks, off a spike branch',
        `${of('off').toFixed(1)} ms`,
        `${times(of('off') / of('plain'))} of that`,
      ),
      row('with these hooks, on a live spike', `${of('on').toFixed(1)} ms`),
    ];
  } finally {
    spike.remove();
  }
}
