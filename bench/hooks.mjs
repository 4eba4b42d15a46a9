/** What the hooks cost a commit and a fetch, beside hooks that do nothing and beside managers of hooks. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, row, times } from './measure.mjs';
import { startSpike } from './spike.mjs';

const ROUNDS = 40;
const FETCHES = 8;
const TAGS = 100;

/** Hooks that git runs for a commit: off a spike, and once one is open. */
const STANDING = ['pre-commit', 'prepare-commit-msg'];
const ARMED = [...STANDING, 'commit-msg', 'reference-transaction'];

const COMMIT = ['commit', '--quiet', '--allow-empty', '--message', 'Measure'];
/** Such a pattern could match protected files too, which takes more than the shell can ask. */
const UNPLAIN = ['app/', '*.txt'];

export async function benchHooks() {
  const [open, closed, unplain] = [startSpike(), startSpike({ open: false }), startSpike({ paths: UNPLAIN })];
  try {
    const past = (hooks) => ['-c', `core.hooksPath=${hooks}`];
    const one = emptyHooks(open.folder, 'one', ['pre-commit']);
    const standing = emptyHooks(open.folder, 'standing', STANDING);
    const armed = emptyHooks(open.folder, 'armed', ARMED);
    const ms = interleave(
      [
        { name: 'node', argv: [process.execPath, '-e', '0'], cwd: open.folder, env: open.env },
        commit(open, 'none', { branch: 'other', argv: [...past('/dev/null'), ...COMMIT] }),
        commit(open, 'one', { branch: 'other', argv: [...past(one), ...COMMIT] }),
        commit(open, 'standing', { branch: 'other', argv: [...past(standing), ...COMMIT] }),
        commit(open, 'armed', { branch: 'other', argv: [...past(armed), ...COMMIT] }),
        commit(closed, 'off', { branch: 'other', argv: COMMIT }),
        commit(open, 'off while open', { branch: 'other', argv: COMMIT }),
        commit(open, 'live', { branch: 'spike/bench', argv: COMMIT }),
        commit(unplain, 'twice', { branch: 'spike/bench', argv: COMMIT }),
        {
          ...commit(unplain, 'asked', { branch: 'spike/bench', argv: COMMIT }),
          before() {
            unplain.git('switch', '--quiet', 'spike/bench');
            // As if the target had moved since: where the branch left it has to be found out anew.
            utimesSync(join(unplain.top, '.git/refs/heads/main'), new Date(), new Date());
          },
        },
      ],
      ROUNDS,
    );
    const of = (name) => ms.get(name);
    const over = (name, other) => `${of(name).toFixed(1)} ms, +${(of(name) - of(other)).toFixed(1)}`;
    return [
      row('git commit without hooks', `${of('none').toFixed(1)} ms`),
      row('with one hook of `exit 0`', over('one', 'none'), '(the yardstick)'),
      row('off a spike', over('off', 'one'), 'at most +1 ms'),
      row('  with as many hooks of `exit 0` (2)', over('standing', 'one')),
      row('off a spike, one open elsewhere', over('off while open', 'one')),
      row('on a live spike, judged by the shell', over('live', 'one'), 'at most +6 ms'),
      row('  with as many hooks of `exit 0` (5 starts)', over('armed', 'one')),
      row('  with a declared path that may be protected', over('twice', 'one'), 'at most +6 ms'),
      row(
        'on a live spike whose target moved: the program',
        over('asked', 'one'),
        `${times((of('asked') - of('one')) / of('node'))} node -e 0 (${of('node').toFixed(1)} ms); at most 1.3`,
      ),
      ...benchManagers(),
      ...benchFetch(open),
    ];
  } finally {
    for (const spike of [open, closed, unplain]) spike.remove();
  }
}

function commit({ top, env, git }, name, { branch, argv }) {
  return { name, argv: ['git', ...argv], cwd: top, env, before: () => git('switch', '--quiet', branch) };
}

function emptyHooks(folder, name, hooks) {
  const path = join(folder, `${name}-hooks`);
  mkdirSync(path);
  for (const hook of hooks) writeFileSync(join(path, hook), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return path;
}

/** Each with a pre-commit hook of its own that does nothing. */
const INSTALL = {
  husky({ top, env }) {
    mkdirSync(join(top, '.husky'));
    writeFileSync(join(top, '.husky/pre-commit'), 'true\n');
    execFileSync('husky', { cwd: top, env, stdio: 'ignore' });
  },
  lefthook({ top, env }) {
    writeFileSync(join(top, 'lefthook.yml'), 'pre-commit:\n  commands:\n    lint:\n      run: "true"\n');
    execFileSync('lefthook', ['install'], { cwd: top, env, stdio: 'ignore' });
  },
  'pre-commit'({ top, env }) {
    const hook = '{id: lint, name: lint, language: system, entry: "true"}';
    writeFileSync(join(top, '.pre-commit-config.yaml'), `repos:\n- repo: local\n  hooks:\n  - ${hook}\n`);
    execFileSync('pre-commit', ['install'], { cwd: top, env, stdio: 'ignore' });
  },
};

function benchManagers() {
  const known = Object.keys(INSTALL).filter(
    (name) => name !== 'pre-commit' || spawnSync(name, ['--version']).status === 0,
  );
  const desks = known.map((name) => ({ name, desk: startSpike({ prepare: INSTALL[name] }) }));
  try {
    const alone = ({ name, desk }) => {
      const folder = `${desk.top}-alone`;
      mkdirSync(folder);
      execFileSync('git', ['init', '--quiet'], { cwd: folder, env: desk.env });
      for (const [key, value] of [
        ['user.name', 'Bench'],
        ['user.email', 'bench@bench.invalid'],
      ]) {
        execFileSync('git', ['config', key, value], { cwd: folder, env: desk.env });
      }
      INSTALL[name]({ top: folder, env: desk.env });
      return { name: `${name} alone`, argv: ['git', ...COMMIT], cwd: folder, env: desk.env };
    };
    const ms = interleave(
      desks.flatMap(({ name, desk }) => [
        alone({ name, desk }),
        commit(desk, `${name} off`, { branch: 'other', argv: COMMIT }),
        commit(desk, `${name} live`, { branch: 'spike/bench', argv: COMMIT }),
      ]),
      Math.ceil(ROUNDS / 2),
    );
    return known.map((name) => {
      const [base, off, live] = ['alone', 'off', 'live'].map((state) => ms.get(`${name} ${state}`));
      const added = [off, live].map((value) => `+${(value - base).toFixed(1)}`).join(' off, ');
      return row(`beside ${name}`, `${base.toFixed(1)} ms alone`, `${added} on a live spike`);
    });
  } finally {
    for (const { desk } of desks) desk.remove();
  }
}

/** Into a repository with a live spike: git asks a hook several times for each tag. */
function benchFetch({ folder, top, env, git }) {
  const source = join(folder, 'source');
  git('clone', '--quiet', '--bare', '.', source);
  for (let tag = 0; tag < TAGS; tag += 1) git('--git-dir', source, 'tag', `v${tag}`);
  const without = ['-c', 'core.hooksPath=/dev/null'];
  const forget = () => git(...without, 'tag', '--delete', ...Array.from({ length: TAGS }, (_, tag) => `v${tag}`));
  const fetch = (name, more) => ({
    name,
    argv: ['git', ...more, 'fetch', '--quiet', source, 'refs/tags/*:refs/tags/*'],
    cwd: top,
    env,
    before: () => git('tag', '--list', 'v0').length > 0 && forget(),
  });
  const ms = interleave([fetch('none', without), fetch('armed', [])], FETCHES);
  const [none, armed] = [ms.get('none'), ms.get('armed')];
  return [
    row(`git fetch of ${TAGS} tags without hooks`, `${none.toFixed(0)} ms`),
    row('  with a spike open', `${armed.toFixed(0)} ms`, `${times(armed / none)} that; at most 10`),
  ];
}
