/** What this product writes outside the workspace is for one person alone. */

import { closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../core/errno.ts';
import { unwritable } from './unwritable.ts';

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes a folder, and those above it that are missing. */
export function makePrivateFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw unwritable(error, folder);
  }
}

/** One after the other: to be told to make all those above too, Node goes on for ever where a file system takes no new ones, as /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (errnoOf(error) !== 'ENOENT' || existsSync(above)) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
}

/** The whole text of a file; of a pipe in its place, whatever is in it by now. */
export function readAtOnce(path: string, encoding: 'utf8' | 'latin1'): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(file, encoding);
  } finally {
    closeSync(file);
  }
}

/** Makes names that were put into a folder last. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
