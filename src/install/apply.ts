/** The only place that carries out a plan. Each file changes at once or not at all, and a plan cut short is completed by making it again. */

import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { setConfigKey, unsetConfigKey } from '../git/config.ts';
import { rewriteConfigFile } from '../git/config-file.ts';
import { type Existing, isSame, readExisting } from './existing.ts';
import { temporaryOf } from './leftovers.ts';
import type { Seen } from './observed.ts';
import { isOurHook, RETIRED } from './our-hook.ts';
import type { Configure, Step } from './plan.ts';
import { UNENDED_KEY, withoutNote } from './unended.ts';

interface Means {
  /** Gives the repository its id. */
  readonly identify?: () => void;
  /** What the plan was made of: a path that it names and that holds something else by now is left alone. */
  readonly seen?: Seen;
}

/** Throws `refused` with the path that could not be changed, or that somebody else has changed meanwhile. */
export function apply(steps: readonly Step[], { identify = () => undefined, seen = new Map() }: Means = {}): void {
  const expected = new Map(seen);
  for (const step of steps) {
    try {
      applyStep(step, { identify, expected });
    } catch (cause) {
      if (cause instanceof SpikeError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SpikeError('refused', `expected to ${step.kind} ${step.path}, found ${reason}`, {
        hint: 'mend that, then type the same command again: it goes on where it stopped',
        cause,
      });
    }
  }
}

/** What is expected at each path: what the plan saw, and then what its own steps have made of it. */
type Expected = Map<string, Existing | undefined>;

function applyStep(step: Step, { identify, expected }: { identify: () => void; expected: Expected }): void {
  switch (step.kind) {
    case 'write':
      write(step, expected);
      expected.set(step.path, readExisting(step.path));
      break;
    case 'move':
      refuseIfChanged(step.path, expected);
      refuseIfChanged(step.to, expected);
      // What the plan saw there is ours, and is replaced without a moment at which git would find no hook.
      if (expected.get(step.to) !== undefined) renameSync(step.path, step.to);
      else moveToNothing(step.path, step.to);
      expected.set(step.path, undefined).set(step.to, readExisting(step.to));
      break;
    case 'remove':
      refuseIfChanged(step.path, expected);
      remove(step.path);
      expected.set(step.path, undefined);
      break;
    case 'identify':
      identify();
      break;
    case 'configure':
      configure(step);
      break;
  }
}

function configure({ path, key, value }: Configure): void {
  if (value !== undefined) {
    setConfigKey(path, key, value);
    return;
  }
  if (key === UNENDED_KEY) rewriteConfigFile(path, withoutNote);
  unsetConfigKey(path, key);
}

function refuseIfChanged(path: string, expected: Expected): void {
  if (!expected.has(path) || isSame(readExisting(path), expected.get(path))) return;
  throw new SpikeError('refused', `expected ${path} as it was a moment ago, found it changed`, {
    hint: 'look at it, then type the same command again',
  });
}

/** Whoever reads the file meanwhile, git among them, sees all of the old content or all of the new. */
function write({ path, content, mode }: Step & { readonly kind: 'write' }, expected: Expected): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryOf(path, process.pid);
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(file, content);
    const existing = readExisting(path);
    // It keeps its own bits; who may read it may run it, where it is to be run.
    if (existing?.kind === 'file') fchmodSync(file, existing.mode | (mode & 0o111 & (existing.mode >> 2)));
    fsyncSync(file);
    refuseIfChanged(path, expected);
    if (expected.has(path) && expected.get(path) === undefined) moveToNothing(temporary, path);
    else renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Fails where anything stands, even if it came there since it was looked at: a rename would replace it. */
function moveToNothing(from: string, to: string): void {
  if (readExisting(from)?.kind === 'link') {
    symlinkSync(readlinkSync(from), to);
  } else {
    try {
      linkSync(from, to);
    } catch (error) {
      // A file of another person's, which the kernel lets nobody else link to.
      if (errnoOf(error) !== 'EPERM' || readExisting(to) !== undefined) throw error;
      renameSync(from, to);
      return;
    }
  }
  unlinkSync(from);
}

function remove(path: string): void {
  const existing = readExisting(path);
  if (existing?.kind !== 'folder') {
    if (existing !== undefined && isOurHook(existing.content.toString('latin1'))) retire(path, existing.mode);
    rmSync(path, { force: true });
    return;
  }
  try {
    rmdirSync(path);
  } catch (error) {
    // Something has come into it, which is not ours to remove.
    if (errnoOf(error) !== 'ENOTEMPTY' && errnoOf(error) !== 'EEXIST') throw error;
  }
}

/** Long enough for a git that has looked to have run it. */
const RETIREMENT_MS = 30;

function retire(path: string, mode: number): void {
  const temporary = temporaryOf(path, process.pid);
  rmSync(temporary, { force: true });
  writeFileSync(temporary, RETIRED, { mode });
  renameSync(temporary, path);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETIREMENT_MS);
}
