/** A repository with the hooks of this product, and a stand-in for the program that writes down how it was asked. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommitId } from '../../src/core/brand.ts';
import { errnoOf } from '../../src/core/errno.ts';
import { landscapeOf } from '../../src/gate/landscape.ts';
import { alignHooks } from '../../src/install/arming.ts';
import { initialise } from '../../src/install/init.ts';
import { ensureRepositoryId, noteBranch } from '../../src/ledger/control-directory.ts';
import { keepFacts } from '../../src/ledger/facts-file.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { seal } from '../support/chained-records.ts';
import { createFolder, repositoryAt, type TestRepository } from '../support/git-fixture.ts';
import { openLedgerIn } from '../support/spike-fixture.ts';

/** One call of the program. */
export interface Asked {
  readonly argv: readonly string[];
  readonly stdin: string;
  /** What git told the hook, and the hook has to hand on. */
  readonly index: string;
}

export interface Program {
  readonly path: string;
  /** What it was asked since the last look, oldest first. */
  readonly asked: () => readonly Asked[];
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Names that a shell script gets wrong when a quote is missing. */
const AWKWARD = `it's "a" $HOME späße * repo`;

interface Options {
  /** Whether a spike is open, on a branch of its own: then the hooks that watch every commit and every ref are there too. */
  readonly armed?: boolean;
}

export function hookedRepository({ armed = false }: Options = {}): TestRepository {
  const path = join(createFolder(), AWKWARD);
  mkdirSync(path);
  const repository = repositoryAt(path);
  repository.git('init', '--quiet', '--initial-branch=main');
  repository.git('config', 'user.name', 'Test Person');
  repository.git('config', 'user.email', 'person@test.invalid');
  repository.write('.git/info/exclude', 'node_modules/\n');
  repository.commit('first', { 'a.txt': 'a\n' });
  if (armed) openSpike(repository, 'spike/open');
  install(path);
  return repository;
}

type Opening = Parameters<typeof openLedgerIn>[1];

/** A real ledger for a branch, which need not be there, and the note of it; nothing that the shell knows the spike by. Gives the control directory. */
function openSpike({ path, git }: TestRepository, branch: string, opening: Opening = {}): string {
  const commonDir = join(path, git('rev-parse', '--git-common-dir'));
  const directory = join(createFolder(), 'control "directory"');
  const base = git('rev-parse', 'main') as CommitId;
  openLedgerIn(directory, { repo: ensureRepositoryId(commonDir, 'shop'), branch, base, ...opening });
  noteBranch(commonDir, branch, directory);
  return directory;
}

/** The same with all that `spike start` leaves behind: what the shell knows it by, and the hooks of an open spike. */
export function liveSpike(repository: TestRepository, branch: string, opening: Opening = {}): string {
  // Of a branch without a commit of its own the shell leaves the first one to the program.
  if (repository.git('rev-parse', '--abbrev-ref', 'HEAD') === branch) {
    repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
  }
  const directory = openSpike(repository, branch, opening);
  // Some shells compare whole seconds: to them a target of this second may have moved since.
  utimesSync(join(repository.path, repository.git('rev-parse', '--git-common-dir'), 'refs/heads/main'), 0, 0);
  writeFacts(repository, directory);
  alignHooks({ cwd: repository.path, env: {}, world: thisMachine() });
  return directory;
}

export function writeFacts({ path, git }: TestRepository, directory: string): void {
  const commonDir = join(path, git('rev-parse', '--git-common-dir'));
  const tip = git('rev-parse', 'main') as CommitId;
  keepFacts(directory, thisMachine(), (open) => landscapeOf(commonDir, open, tip));
}

/** By a decision, as far as the shell sees it. The hooks stay in place. */
export function endSpike(directory: string): void {
  updateLedger(directory, thisMachine(), (ledger) => ledger.append(seal()));
}

export function install(cwd: string): void {
  initialise({ cwd, env: {}, world: thisMachine(), dryRun: false, uninstall: false, agents: false });
}

/** An executable `spike-gate` in a folder, which exits as told. */
export function programIn(folder: string, status = 0): Program {
  const path = join(folder, 'spike-gate');
  const record = join(createFolder(), 'asked');
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh
{ printf '%s\\0' "$#" "$@"; printf '%s\\0' "$GIT_INDEX_FILE"; cat; printf '\\0'; } >>${quote(record)}
exit ${status}
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return {
    path,
    asked() {
      const fields = existsSync(record) ? readFileSync(record, 'utf8').split('\0').slice(0, -1) : [];
      rmSync(record, { force: true });
      return parseAsked(fields);
    },
  };
}

/** The program of a worktree, as a development dependency puts it there. */
export function programOf(worktree: string, status = 0): Program {
  return programIn(join(worktree, 'node_modules', '.bin'), status);
}

function parseAsked(fields: readonly string[]): readonly Asked[] {
  const calls: Asked[] = [];
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]);
    const argv = fields.slice(at + 1, at + 1 + count);
    calls.push({ argv, index: fields[at + 1 + count] ?? '', stdin: fields[at + 2 + count] ?? '' });
    at += 3 + count;
  }
  return calls;
}

/** Runs git as a person would, and looks at how it ended. */
export function attempt(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  return run('git', args, { cwd, env: { ...process.env, GIT_EDITOR: ':', GIT_SEQUENCE_EDITOR: ':', ...env } });
}

interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
}

export function run(command: string, args: readonly string[], { cwd, env, input = '' }: RunOptions): Outcome {
  // What hangs is an error, by which it is told from what is slow.
  const limits = { timeout: 30_000, killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, input, encoding: 'utf8', ...limits });
  // Whoever has read enough leaves the rest.
  if (error !== undefined && errnoOf(error) !== 'EPIPE') throw error;
  return { status, stdout, stderr };
}

/** A folder for PATH that holds git and what the stand-ins need, and no program of ours. */
export function barePath(): string {
  const folder = createFolder();
  for (const name of ['git', 'sh', 'cat', 'sed', 'uname', 'basename']) linkCommand(name, folder);
  return folder;
}

function linkCommand(name: string, folder: string): void {
  const found = (process.env['PATH'] ?? '')
    .split(':')
    .map((part) => join(part, name))
    .find(existsSync);
  if (found === undefined) return;
  const script = join(folder, name);
  writeFileSync(script, `#!/bin/sh\nexec ${quote(found)} "$@"\n`);
  chmodSync(script, 0o755);
}

export function userHook(repository: TestRepository, name: string, script: string): void {
  const path = join(repository.path, '.git/hooks', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
