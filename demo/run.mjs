/** `npm run demo`: the main job on a throw-away real repository, with the built programs. Nothing outside a temporary folder is touched. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../dist/cli');
const folder = mkdtempSync(join(tmpdir(), 'spike-gate-demo-'));
const top = join(folder, 'shop');
const programs = join(folder, 'programs');
const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;

const env = {
  PATH: `${programs}:${process.env.PATH}`,
  HOME: folder,
  TERM: process.env.TERM ?? 'dumb',
  SPIKE_HOME: join(folder, 'control'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Demo',
  GIT_AUTHOR_EMAIL: 'demo@demo.invalid',
  GIT_COMMITTER_NAME: 'Demo',
  GIT_COMMITTER_EMAIL: 'demo@demo.invalid',
};

const HYPOTHESIS = `# Answers are polite

Statement: Writing "yes, please" to app/answer makes the check pass without
touching the check itself.

Observable: \`sh check.sh\` exits 0

Paths:
- app/

Kill: The same failing command is recorded three times, or the deadline passes.
`;

try {
  setUp();
  loop();
  succeed();
  say('That was all of it; the repository is removed again.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function setUp() {
  say('A repository, set up once: hooks, .spike.yml, the workflow.');
  mkdirSync(programs);
  for (const [name, file] of [
    ['spike', 'spike.cjs'],
    ['spike-gate', 'spike.cjs'],
    ['spike-run', 'spike-run.cjs'],
  ]) {
    symlinkSync(join(DIST, file), join(programs, name));
  }
  run('git', ['init', '--quiet', '--bare', 'origin.git'], { cwd: folder, silent: true });
  run('git', ['clone', '--quiet', 'origin.git', 'shop'], { cwd: folder, silent: true });
  run('git', ['switch', '--quiet', '--create', 'main'], { silent: true });
  mkdirSync(join(top, 'app'));
  writeFileSync(
    join(top, 'check.sh'),
    'test "$(cat app/answer)" = "yes, please" || { echo "impolite" >&2; exit 1; }\n',
  );
  writeFileSync(join(top, 'app', 'answer'), 'no\n');
  show('spike', ['init']);
  run('git', ['add', '--all'], { silent: true });
  run('git', ['commit', '--quiet', '--message', 'Set up spike-gate'], { silent: true });
  run('git', ['push', '--quiet', '--set-upstream', 'origin', 'main'], { silent: true });
}

function loop() {
  say('A spike that loops: the same command, the same failure, three times.');
  begin('polite-by-flag');
  for (let time = 0; time < 3; time += 1)
    show('spike-run', ['sh', 'check.sh', '--polite'], { expected: time < 2 ? 1 : 4 });
  say('It is over. No command starts, and the hooks refuse the next commit.');
  show('spike-run', ['sh', 'check.sh', '--very-polite'], { expected: 4 });
  writeFileSync(join(top, 'app', 'answer'), 'maybe\n');
  show('git', ['commit', '--all', '--quiet', '--message', 'Try once more'], { expected: 1 });
  run('git', ['reset', '--quiet', '--hard'], { silent: true });
  show('spike', ['status']);
  say('What it taught is kept, on a branch of its own.');
  show('spike', ['kill', '-m', 'check.sh takes no flags: --polite changes nothing.']);
  say('The comment that its evidence would get:');
  const evidence = 'spike-evidence/polite-by-flag';
  show('spike', ['gate', '--head', evidence, '--branch', evidence, '--markdown']);
  run('git', ['switch', '--quiet', 'main'], { silent: true });
}

function succeed() {
  say('A spike that ships: the observable holds on exactly what is committed.');
  begin('polite-by-word');
  show('spike-run', ['sh', 'check.sh'], { expected: 1 });
  writeFileSync(join(top, 'app', 'answer'), 'yes, please\n');
  show('spike-run', ['sh', 'check.sh']);
  show('git', ['commit', '--all', '--quiet', '--message', 'Answer politely']);
  show('spike', ['ship', '-m', 'One word was enough; the check is untouched.']);
  show('spike', ['verify', 'spikes/polite-by-word']);
  show('spike', ['gate']);
  say('The comment that its pull request would get:');
  show('spike', ['gate', '--markdown']);
}

function begin(slug) {
  const [draft] = /\S+HYPOTHESIS\.md/.exec(show('spike', ['new', slug]));
  writeFileSync(draft, HYPOTHESIS);
  show('spike', ['start']);
}

function say(text) {
  process.stdout.write(`\n${colour ? `\u001b[1m# ${text}\u001b[0m` : `# ${text}`}\n`);
}

/** Shows a command as it would be typed, and what it says, both streams in their order. Gives that. */
function show(program, args, { expected = 0 } = {}) {
  const typed = [program, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');
  process.stdout.write(`$ ${typed}\n`);
  return run(program, args, { expected });
}

function run(program, args, { cwd = top, silent = false, expected = 0 } = {}) {
  const { status, stdout, error } = spawnSync('sh', ['-c', 'exec "$@" 2>&1', 'sh', program, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (!silent) process.stdout.write(stdout);
  if (status !== expected)
    throw new Error(`expected ${program} ${args.join(' ')} to end with ${expected}, found ${status}: ${stdout}`);
  return stdout;
}
