/** A repository in which `init` stood beside a manager, with a gate that records who asked it, and refuses when it is told to. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_NAMES } from '../../../src/core/hook-name.ts';
import { apply } from '../../../src/install/apply.ts';
import { readExisting } from '../../../src/install/existing.ts';
import type { Manager, Scenery } from '../../../src/install/manager.ts';
import { planEdits } from '../../../src/install/plan-edits.ts';
import { readRepository } from '../../../src/install/repository.ts';
import { createRepository, type TestRepository } from '../../support/git-fixture.ts';
import { managersBin } from '../../support/managers.ts';

/** What `init` keeps in the git common directory; each call is a line, and each line of input another. */
const RECORDING_GATE = `folder=\${1%/*}
hook=$2
shift 2
{ printf 'gate %s' "$hook"; [ $# -eq 0 ] || printf ' <%s>' "$@"; echo; } >>"$folder/record"
case $hook in
  pre-push | reference-transaction) while IFS= read -r line || [ -n "$line" ]; do echo "gate: $line"; done >>"$folder/record" ;;
esac
[ ! -f "$folder/refuse" ] || { echo "spike: error: $hook refused" >&2; exit 1; }
`;

const OURS = (name: string): string =>
  `#!/bin/sh\n# spike-gate: a stand-in\ngate=\${0%/*}/../spike-gate/gate.sh\n[ -r "$gate" ] || gate=$(git rev-parse --git-common-dir)/spike-gate/gate.sh\nset -- "$gate" ${name} "$@"\n. "$gate"\n`;

/** A hook or command of a person's: the lines of a shell that record its arguments and its input. */
export function noting(name: string): string {
  return `{ printf 'user ${name}'; [ $# -eq 0 ] || printf ' <%s>' "$@"; echo; sed 's/^/user: /'; } >>"$(git rev-parse --git-common-dir)/spike-gate/record"`;
}

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** What the gate and a person's hooks recorded meanwhile. */
  readonly record: readonly string[];
}

export interface Rehearsal {
  readonly repository: TestRepository;
  readonly run: (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Ran;
  readonly git: (...args: readonly string[]) => Ran;
  readonly refuse: (refuses: boolean) => void;
  readonly init: (manager: Manager) => void;
  readonly uninstall: (manager: Manager) => void;
  readonly scenery: () => Scenery;
  readonly text: (path: string) => string | undefined;
}

export function rehearse(repository = createRepository()): Rehearsal {
  const top = repository.path;
  const commonDir = repository.git('rev-parse', '--path-format=absolute', '--git-common-dir');
  const gate = join(commonDir, 'spike-gate');
  const record = join(gate, 'record');
  mkdirSync(gate, { recursive: true });

  const scenery = (): Scenery => {
    const { hooks } = readRepository(top, process.env);
    return { top, ...hooks, read: readExisting };
  };
  const run: Rehearsal['run'] = (program, args, env = {}) => {
    rmSync(record, { force: true });
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: top,
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_EDITOR: ':',
        LC_ALL: 'C',
        PATH: `${managersBin()}:${process.env['PATH']}`,
        HOME: top,
        ...env,
      },
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n').slice(0, -1) : [];
    return { status, out: stdout, err: stderr, record: lines };
  };

  return {
    repository,
    scenery,
    run,
    git: (...args) => run('git', args),
    refuse(refuses) {
      if (refuses) writeFileSync(join(gate, 'refuse'), '');
      else rmSync(join(gate, 'refuse'));
    },
    init(manager) {
      writeFileSync(join(gate, 'gate.sh'), RECORDING_GATE);
      const plan = planEdits(manager.edits(scenery()), { top, read: readExisting });
      if (plan.obstacles.length > 0) throw new Error(JSON.stringify(plan.obstacles));
      const hooks = HOOK_NAMES.map((name) => ({ name, path: manager.hookFile(name, scenery()) }));
      apply(plan.steps);
      for (const { name, path } of hooks) if (path !== undefined) putHook(path, OURS(name));
    },
    uninstall(manager) {
      for (const { path, take } of manager.traces(scenery())) takeOut(join(top, path), take);
      for (const name of HOOK_NAMES) {
        for (const path of [join(commonDir, 'hooks', name), ...manager.formerHookFiles(name, scenery())]) {
          if (existsSync(path) && readFileSync(path, 'utf8') === OURS(name)) takeHook(path);
        }
      }
      rmSync(join(gate, 'gate.sh'));
    },
    text: (path) => {
      const file = join(top, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  };
}

const BEFORE = '.before-spike-gate';

function putHook(path: string, script: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') !== script) renameSync(path, `${path}${BEFORE}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, script, { mode: 0o755 });
}

function takeHook(path: string): void {
  rmSync(path);
  if (existsSync(`${path}${BEFORE}`)) renameSync(`${path}${BEFORE}`, path);
}

function takeOut(path: string, take: (text: string) => string | undefined): void {
  if (!existsSync(path)) return;
  const rest = take(readFileSync(path, 'utf8'));
  if (rest === undefined) rmSync(path);
  else writeFileSync(path, rest);
}
