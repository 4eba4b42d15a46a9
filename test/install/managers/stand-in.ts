/** A repository with a gate that only notes who asked it, and what `init` would do for a manager, done and undone. */

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_NAMES, type HookName } from '../../../src/core/hook-name.ts';
import type { Edit } from '../../../src/install/edit.ts';
import { readExisting } from '../../../src/install/existing.ts';
import type { Manager, Scenery } from '../../../src/install/manager.ts';
import { createRepository, type TestRepository } from '../../support/git-fixture.ts';

const GATE = `#!/bin/sh
folder=\${1%/*}
hook=$2
shift 2
{ printf 'gate %s' "$hook"; for word; do printf ' <%s>' "$word"; done; echo; } >>"$folder/record"
case $hook in
  pre-push | reference-transaction) while read -r line; do echo "gate $hook: $line"; done >>"$folder/record" ;;
esac
[ ! -f "$folder/refuse" ] || { echo "spike: error: refused by $hook" >&2; exit 1; }
exit 0
`;

function hookScript(name: HookName): string {
  return `#!/bin/sh\n# spike-gate: a stand-in\ngate=\${0%/*}/../spike-gate/gate.sh\nset -- "$gate" ${name} "$@"\n. "$gate"\n`;
}

/** For an entry of a person's: notes its name, the arguments and the standard input. */
export const NOTE = `#!/bin/sh
name=$1
shift
record=$(git rev-parse --path-format=absolute --git-common-dir)/spike-gate/record
[ -d "\${record%/*}" ] || exit 0
{ printf 'user %s' "$name"; for word; do printf ' <%s>' "$word"; done; echo; } >>"$record"
while read -r line; do echo "user $name: $line"; done >>"$record"
`;

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

export interface StandIn {
  readonly repository: TestRepository;
  readonly scenery: Scenery;
  /** Runs a program at the top, or in another folder, and does not throw. */
  readonly run: (
    argv: readonly string[],
    options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
  ) => Outcome;
  /** The same, and gives what the gate and a person's entries noted meanwhile; reference-transaction only on request. */
  readonly noted: (
    argv: readonly string[],
    options?: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
  ) => readonly string[];
  readonly refuse: (refuses: boolean) => void;
  readonly install: (manager: Manager) => void;
  /** Takes the edits back, and the hook files away wherever the manager has left them. */
  readonly uninstall: (manager: Manager) => void;
  readonly hook: (name: string) => string | undefined;
}

export function standIn(env: NodeJS.ProcessEnv): StandIn {
  const repository = createRepository();
  const top = repository.path;
  const gate = join(top, '.git/spike-gate');
  const scenery: Scenery = { top, folder: join(top, '.git/hooks'), elsewhere: undefined, read: readExisting };
  mkdirSync(gate);
  rmSync(scenery.folder, { recursive: true });
  mkdirSync(scenery.folder);
  writeFileSync(join(gate, 'gate.sh'), GATE);

  const run: StandIn['run'] = ([program = '', ...args], options = {}) => {
    const isolated = {
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_EDITOR: 'true',
      LC_ALL: 'C.UTF-8',
    };
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: options.cwd ?? top,
      env: { ...process.env, ...isolated, ...env, ...options.env },
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}` };
  };

  return {
    repository,
    scenery,
    run,
    noted(argv, options) {
      rmSync(join(gate, 'record'), { force: true });
      const { status, output } = run(argv, options);
      if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${output}`);
      const record = existsSync(join(gate, 'record')) ? readFileSync(join(gate, 'record'), 'utf8') : '';
      return record.split('\n').filter((line) => line !== '' && !line.startsWith('gate reference-transaction'));
    },
    refuse(refuses) {
      if (refuses) writeFileSync(join(gate, 'refuse'), '');
      else rmSync(join(gate, 'refuse'), { force: true });
    },
    install(manager) {
      for (const edit of manager.edits(scenery)) putIn(edit, top);
      for (const name of HOOK_NAMES) {
        const path = manager.hookFile(name, scenery);
        if (path === undefined || existsSync(path)) continue;
        writeFileSync(path, hookScript(name));
        chmodSync(path, 0o755);
      }
    },
    uninstall(manager) {
      for (const edit of manager.traces(scenery)) takeOut(edit, top);
      for (const name of HOOK_NAMES) {
        for (const path of [join(scenery.folder, name), ...manager.formerHookFiles(name, scenery)]) {
          if (existsSync(path) && readFileSync(path, 'utf8') === hookScript(name)) rmSync(path);
        }
      }
    },
    hook(name) {
      const path = join(scenery.folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
  };
}

function putIn(edit: Edit, top: string): void {
  const path = join(top, edit.path);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const edited = edit.put(text);
  if (typeof edited !== 'string') throw new Error(edited.refused);
  mkdirSync(dirname(path), { recursive: true });
  // A new file, as `init` makes one: a hook that is running keeps the one that it reads.
  writeFileSync(`${path}.new`, edited, { mode: existsSync(path) ? statSync(path).mode : edit.mode });
  renameSync(`${path}.new`, path);
}

function takeOut(edit: Edit, top: string): void {
  const path = join(top, edit.path);
  if (!existsSync(path)) return;
  const text = edit.take(readFileSync(path, 'utf8'));
  if (text === undefined) rmSync(path);
  else writeFileSync(path, text);
}

/** Undefined where a program is not installed. */
export function versionOf(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
