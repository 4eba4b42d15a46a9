/** A configuration file changed as bytes, by git's own lock: whoever reads it meanwhile sees all of the old or all of the new. */

import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * `change` gives undefined for a file that is to stay as it is. Does nothing where the lock cannot be had: it is for what git does
 * after it, less exactly, and with words for a lock that stays.
 */
export function rewriteConfigFile(path: string, change: (content: Buffer) => Buffer | undefined): void {
  const real = realpathSync(path);
  const lock = `${real}.lock`;
  const file = openLock(lock, statSync(real).mode & 0o777);
  if (file === undefined) return;
  // Once it is renamed, a lock of that name is another git's.
  let isHeld = true;
  try {
    const changed = change(readFileSync(real));
    if (changed === undefined) return;
    writeFileSync(file, changed);
    fsyncSync(file);
    renameSync(lock, real);
    isHeld = false;
  } finally {
    closeSync(file);
    if (isHeld) rmSync(lock, { force: true });
  }
}

function openLock(path: string, mode: number): number | undefined {
  try {
    return openSync(path, 'wx', mode);
  } catch {
    return undefined;
  }
}
