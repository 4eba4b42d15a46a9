/** What this product writes outside the workspace is for one person alone. */

import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
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

/** Makes names that were put into a folder last. */
export function syncFolder(folder: string): void {
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
