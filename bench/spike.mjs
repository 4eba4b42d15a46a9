/** A started spike in a throw-away repository, and ledgers of any length. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleanEnvironment } from './measure.mjs';

export const SPIKE = resolve(import.meta.dirname, '../dist/cli/spike.cjs');
const MANAGERS = resolve(import.meta.dirname, '../test/managers/node_modules/.bin');
export const SPIKE_RUN = resolve(import.meta.dirname, '../dist/cli/spike-run.cjs');

function hypothesisOf(paths, observable) {
  return `Statement: Measuring changes nothing.

Observable: \`${observable}\` exits 0

Paths:
${paths.map((path) => `- ${path}`).join('\n')}

Kill: The same failing command is recorded three times, or the deadline passes.
`;
}

/**
 * Opens a spike with a budget and a clock that no measurement reaches. `prepare` comes before `spike init`; with `open` false no spike
 * is begun.
 */
export function startSpike({
  prepare = () => undefined,
  open = true,
  paths = ['app/'],
  observable = 'test -e never',
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-bench-'));
  const top = join(folder, 'repository');
  mkdirSync(top);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(SPIKE, join(programs, 'spike-gate'));
  const env = cleanEnvironment({
    SPIKE_HOME: join(folder, 'home'),
    PRE_COMMIT_HOME: join(folder, 'pre-commit'),
    PATH: `${programs}:${MANAGERS}:${process.env.PATH}`,
  });
  const git = (...args) => execFileSync('git', args, { cwd: top, env, stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@bench.invalid');
  prepare({ top, env });
  spike(['init']);
  writeFileSync(join(top, '.spike.yml'), 'budget: 100\nclock: 24h\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  git('branch', 'other');
  if (!open) return { folder, top, env, git, remove };
  const draft = spike(['new', 'bench']).trim();
  writeFileSync(draft, hypothesisOf(paths, observable));
  spike(['start']);
  // The first commit of a spike is the program's to judge.
  git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  const ledger = join(draft, '..', 'command_log.jsonl');
  return { folder, top, env, git, ledger, spike, remove };

  function spike(args) {
    return execFileSync(process.execPath, [SPIKE, ...args], {
      cwd: top,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** Adds runs until the ledger has at least `records`; of each ten, one fails in a way of its own. */
export function lengthen(ledger, records) {
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
  const open = JSON.parse(lines[0]);
  let last = lines.at(-1);
  let { seq, ts } = JSON.parse(last);
  let batch = '';
  const add = (fields) => {
    seq += 1;
    last = JSON.stringify({ v: 1, seq, prev: hash(last), ts, ...fields });
    batch += `${last}\n`;
    if (batch.length > 1 << 22) flush();
  };
  const flush = () => {
    appendFileSync(ledger, batch);
    batch = '';
  };
  const up = lines.map((line) => JSON.parse(line).up ?? 0).reduce((one, other) => Math.max(one, other));
  ts = Math.max(ts, open.ts + Math.floor((up - open.up) / 1000));
  while (seq + 1 < records) {
    const failing = seq % 20 === 0;
    const argv = failing ? ['make', `target-${seq}`] : ['make', 'check'];
    const exit = failing ? 2 : 0;
    add({ kind: 'start', cwd: '/work', argv, pid: 1, born: '1', boot: open.boot, up });
    add({ kind: 'run', of: seq, cwd: '/work', argv, exit, fp: fingerprint({ cwd: '/work', argv, exit }), ms: 12 });
  }
  flush();
}

function hash(line) {
  return createHash('sha256').update(`spike-gate/ledger/v1\n${line}`).digest('hex');
}

function fingerprint(outcome) {
  return createHash('sha256').update(JSON.stringify(outcome)).digest('hex').slice(0, 16);
}

/** The files that only make things faster are thrown away with it. */
export function forgetCache(ledger) {
  const folder = join(ledger, '..');
  for (const name of readdirSync(folder)) if (name.startsWith('cache')) rmSync(join(folder, name), { recursive: true });
}
