/** The only place that carries out a plan. Each file changes at once or not at all, and a plan cut short is completed by making it again. */

import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { SpikeError } from '../core/error.ts';
import { readExisting } from './existing.ts';
import type { Step } from './plan.ts';

/** `identify` gives the repository its id. Throws `refused` with the path that could not be changed. */
export function apply(steps: readonly Step[], identify: () => void = () => undefined): void {
  for (const step of steps) {
    try {
      applyStep(step, identify);
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

function applyStep(step: Step, identify: () => void): void {
  switch (step.kind) {
    case 'write':
      write(step.path, step.content, step.mode);
      break;
    case 'move':
      renameSync(step.path, step.to);
      break;
    case 'remove':
      rmSync(step.path, { force: true });
      removeEmptied(dirname(step.path), step.upTo);
      break;
    case 'identify':
      identify();
      break;
  }
}

/** Whoever reads the file meanwhile, git among them, sees all of the old content or all of the new. */
function write(path: string, content: Uint8Array, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.spike-gate-${process.pid}`;
  rmSync(temporary, { force: true });
  const file = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(file, content);
    const existing = readExisting(path);
    // It keeps its own bits; who may read it may run it, where it is to be run.
    if (existing?.kind === 'file') fchmodSync(file, existing.mode | (mode & 0o111 & (existing.mode >> 2)));
    fsyncSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function removeEmptied(folder: string, upTo: string | undefined): void {
  if (upTo === undefined || folder === upTo || !folder.startsWith(`${upTo}/`)) return;
  try {
    rmdirSync(folder);
  } catch {
    // It still holds something, which is then not ours to remove.
    return;
  }
  removeEmptied(dirname(folder), upTo);
}
