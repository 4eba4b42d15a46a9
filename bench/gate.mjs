/** What judging a large pull request costs, beside git's own list of what it changes. */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, row, times } from './measure.mjs';
import { SPIKE, SPIKE_RUN, startSpike } from './spike.mjs';

const FILES = 100_000;
const CHANGED = 10_000;
const IN_A_FOLDER = 100;
const ROUNDS = 15;

export function benchGate() {
  const spike = startSpike({ prepare: fill, observable: 'test -e app/0/0' });
  try {
    ship(spike);
    const { top: cwd, env } = spike;
    const measured = interleave(
      [
        { name: 'diff', argv: ['git', 'diff', '--raw', 'main...spike/bench'], cwd, env },
        { name: 'node', argv: [process.execPath, '-e', '0'], cwd, env },
        {
          name: 'gate',
          argv: [process.execPath, SPIKE, 'gate', '--base', 'main', '--head', 'spike/bench', '--branch', 'spike/bench'],
          cwd,
          env,
        },
      ],
      ROUNDS,
    );
    const [diff, node, gate] = ['diff', 'node', 'gate'].map((name) => measured.get(name));
    return [
      row(`git diff --raw, ${CHANGED} files of ${FILES}`, `${diff.toFixed(1)} ms`),
      row('node -e 0', `${node.toFixed(1)} ms`),
      row(
        'spike gate on the same pull request',
        times(gate / diff),
        `of the diff (${gate.toFixed(1)} ms); promised at most 3`,
      ),
    ];
  } finally {
    spike.remove();
  }
}

/** The first folders are the spike's. */
function fill({ top, env }) {
  writeFiles({ top, env }, { count: FILES, message: 'Fill', of: (at) => `${at}\n` });
}

function ship({ top, env, git, spike }) {
  writeFiles({ top, env }, { count: CHANGED, message: 'Change', of: (at) => `${at} changed\n` });
  execFileSync(process.execPath, [SPIKE_RUN, 'test', '-e', 'app/0/0'], { cwd: top, env });
  spike(['ship', '-m', 'Measured.']);
  git('gc', '--quiet');
}

/** On the branch that is checked out, and in the working tree. */
function writeFiles({ top, env }, { count, message, of }) {
  const git = (...args) => execFileSync('git', args, { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const branch = git('symbolic-ref', 'HEAD').toString().trim();
  const stream = ['feature done', `commit ${branch}`, 'committer Bench <bench@bench.invalid> 1700000000 +0000'];
  stream.push(`data ${message.length}`, message);
  if (hasCommit(git)) stream.push(`from ${branch}^0`);
  for (let at = 0; at < count; at += 1) {
    const text = of(at);
    stream.push(`M 100644 inline ${pathOf(at)}`, `data ${text.length}`, text);
  }
  stream.push('done', '');
  const file = join(top, '.git', 'stream');
  writeFileSync(file, stream.join('\n'));
  execFileSync('sh', ['-c', 'git fast-import --quiet --force < .git/stream && git reset --quiet --hard'], {
    cwd: top,
    env,
  });
}

function hasCommit(git) {
  try {
    git('rev-parse', '--verify', '--quiet', 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function pathOf(at) {
  const folder = Math.floor(at / IN_A_FOLDER);
  return `${at < CHANGED ? 'app' : 'lib'}/${folder}/${at % IN_A_FOLDER}`;
}
