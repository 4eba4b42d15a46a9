/** The files of a control directory beside its ledger: the draft, the evidence, and the ledgers of earlier attempts as bytes. */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isBundleFile, LEDGER_FILE } from '../core/bundle.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { pathsIn } from './control-directory.ts';
import { withLock } from './lock.ts';
import { makePrivateFolder, PRIVATE_FILE } from './private-files.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld } from './world.ts';

/** Names of the spikes that have a control directory, drafts too. */
export function spikesOf(root: string, repository: string): readonly string[] {
  try {
    return readdirSync(join(root, repository));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw new SpikeError('unreadable', `expected to read ${join(root, repository)}, found ${errnoOf(error)}`, {
      cause: error,
    });
  }
}

export function draftExists(directory: string): boolean {
  return existsSync(pathsIn(directory).hypothesis);
}

/** Writes the draft of a hypothesis where there is none: what a person has begun to fill in stays. */
export function writeDraft(directory: string, text: string): string {
  const path = pathsIn(directory).hypothesis;
  makePrivateFolder(directory);
  try {
    writeFileSync(path, text, { mode: PRIVATE_FILE, flag: 'wx' });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw unwritable(error, directory);
  }
  return path;
}

export function writeEvidence(directory: string, text: string): void {
  writeWhole(pathsIn(directory).evidence, Buffer.from(text));
}

export function readEvidence(directory: string): Buffer {
  return readWhole(pathsIn(directory).evidence);
}

/** Bytes of the current ledger, or of the one of an earlier attempt. */
export function readLedgerBytes(directory: string, attempt?: number): Buffer {
  const paths = pathsIn(directory);
  return readWhole(attempt === undefined ? paths.ledger : paths.attempt(attempt));
}

/** Bytes of all ledgers, up to the one of `attempt`. */
export function sizeOfLedgers(directory: string, attempt: number): number {
  const { ledger, attempt: earlier } = pathsIn(directory);
  const paths = [ledger, ...Array.from({ length: attempt - 1 }, (_, index) => earlier(index + 1))];
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}

/**
 * Takes the ledgers of a bundle as this directory's own, the current one last, so that a second try finds them all or begins again.
 * Throws `already-started` where there is a ledger by now.
 */
export function adoptLedgers(directory: string, world: LedgerWorld, bundle: ReadonlyMap<string, Uint8Array>): void {
  makePrivateFolder(directory);
  withLock(pathsIn(directory).lock, world, () => writeLedgers(directory, bundle));
}

function writeLedgers(directory: string, bundle: ReadonlyMap<string, Uint8Array>): void {
  const ledgers = [...bundle].filter(([name]) => isBundleFile(name) && name.endsWith('.jsonl'));
  const current = bundle.get(LEDGER_FILE);
  if (current === undefined) throw new SpikeError('unreadable', `expected ${LEDGER_FILE} in the bundle, found none`);
  if (existsSync(pathsIn(directory).ledger)) {
    throw new SpikeError('already-started', `expected no ledger in ${directory}, found one`, { hint: 'spike status' });
  }
  for (const [name, bytes] of ledgers) {
    if (name !== LEDGER_FILE) writeWhole(join(directory, name), bytes);
  }
  writeWhole(join(directory, LEDGER_FILE), current);
}

/** All or nothing: beside the place, to the disk, and then over it. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    makePrivateFolder(dirname(path));
    const file = openSync(beside, 'wx', PRIVATE_FILE);
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error instanceof SpikeError ? error : unwritable(error, path);
  }
}

function readWhole(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SpikeError('unreadable', `expected to read ${path}, found ${errnoOf(cause) ?? 'an error'}`, {
      hint: 'spike verify tells whether the ledger is whole',
      cause,
    });
  }
}
