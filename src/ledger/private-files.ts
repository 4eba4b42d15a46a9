/** What this product writes outside the workspace is for one person alone. */

import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/** Writes a whole file in one step that survives a power cut: a reader sees the old content or the new, never a part. */
export function replacePrivateFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const file = openSync(draft, 'w', PRIVATE_FILE);
    try {
      writeFileSync(file, content);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw unwritable(error, dirname(path));
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
