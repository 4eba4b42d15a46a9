/** A real repository whose branch has an open ledger in a control directory of its own, and the bundled `spike-run` to run there. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import type { CommitId, Slug } from '../../src/core/brand.ts';
import type { OpenRecord } from '../../src/core/record.ts';
import { ensureRepositoryId, noteBranch, pathsIn, spikeDirectory } from '../../src/ledger/control-directory.ts';
import { createLedger, type OpenDraft } from '../../src/ledger/store.ts';
import type { LedgerWorld } from '../../src/ledger/world.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { createFolder, createRepository, type TestRepository } from './git-fixture.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/cli/spike-run.cjs');

/** The bundle that users get. */
export function spikeRunProgram(): string {
  if (!existsSync(PROGRAM)) throw new Error('expected dist/cli/spike-run.cjs, found none: npm run build');
  return PROGRAM;
}

export const SLUG = 'users-email' as Slug;

/** What the opening record of a first attempt says, unless a test says otherwise. */
export function openDraft(over: Partial<OpenDraft> & Pick<OpenDraft, 'deadline' | 'boot' | 'up'>): OpenDraft {
  return {
    kind: 'open',
    spike: SLUG,
    repo: 'shop-0123456789ab',
    branch: `spike/${SLUG}`,
    target: 'main',
    base: '1'.repeat(40) as CommitId,
    attempt: 1,
    hypothesis: 'Statement: it holds\n',
    paths: ['src/'],
    observable: { argv: ['sh', 'check.sh'], cwd: '.', exit: 0 },
    budget: 3,
    policy: { budget: 3, clock: 5400 },
    tool: 'spike-gate/0.0.0',
    ...over,
  };
}

/** Opens a ledger with ninety minutes, or `clock` seconds, on it. */
export function openLedgerIn(
  directory: string,
  { world = thisMachine(), clock = 5400, ...over }: OpenLedgerOptions = {},
): OpenRecord {
  return createLedger(directory, world, ({ now, reading }) =>
    openDraft({ ...reading, deadline: now + clock, ...over }),
  );
}

type OpenLedgerOptions = Partial<OpenDraft> & { readonly world?: LedgerWorld; readonly clock?: number };

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpikeFixture {
  readonly repository: TestRepository;
  /** The control directory. */
  readonly directory: string;
  readonly ledger: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs `spike-run` with these arguments at the top of the repository. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Finished>;
  /** The ledger's records, decoded as plain JSON. */
  readonly records: () => readonly Readonly<Record<string, unknown>>[];
}

/** Runs the same command again and again. */
export async function runAgain(
  spike: SpikeFixture,
  args: readonly string[],
  times: number,
): Promise<readonly Finished[]> {
  const ended: Finished[] = [];
  for (let time = 0; time < times; time += 1) ended.push(await spike.run(args));
  return ended;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** A repository on `spike/users-email` with its clock running. */
export function createSpike(options: OpenLedgerOptions = {}): SpikeFixture {
  const repository = createRepository();
  repository.commit('Begin', { 'check.sh': 'exit 0\n' });
  repository.branch(`spike/${SLUG}`);
  const home = createFolder();
  const commonDir = join(repository.path, '.git');
  const repo = ensureRepositoryId(commonDir, 'shop');
  const directory = spikeDirectory(home, repo, SLUG);
  openLedgerIn(directory, { repo, ...options });
  noteBranch(commonDir, `spike/${SLUG}`, directory);
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: home, SPIKE_HOME: home };
  const { ledger } = pathsIn(directory);
  return {
    repository,
    directory,
    ledger,
    env,
    run: (args, { cwd = repository.path, env: more = {}, input = '' } = {}) =>
      finish([process.execPath, spikeRunProgram(), ...args], { cwd, env: { ...env, ...more }, input }),
    records: () => recordsOf(ledger),
  };
}

export function recordsOf(ledger: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(ledger, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

interface Spawned {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs a program to its end, with `input` on its standard input. */
export function finish(command: readonly string[], { cwd, env, input = '' }: Spawned): Promise<Finished> {
  const [program = '', ...args] = command;
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', fail);
    child.on('close', (code, signal) =>
      settle({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Bundles a program written for a test, for Node to run by itself; the file is gone when the test is finished. */
export async function tsProgram(path: string): Promise<string> {
  const file = join(createFolder(), 'program.mjs');
  const bundle = await rolldown({ input: resolve(import.meta.dirname, '../..', path), platform: 'node' });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  return file;
}
