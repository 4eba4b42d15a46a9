/** What this product writes outside the workspace is for one person alone. */

import { closeSync, constants, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { unwritable } from './unwritable.ts';

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** Makes a folder, and those above it that are missing. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    throw unwritable(error, folder);
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
