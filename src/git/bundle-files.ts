/** Writes and removes a bundle's files in a working tree, following no symbolic link out of it. */

import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SpikeError } from '../core/error.ts';

/** Written beside its place and then renamed: a reader sees the old bytes or the new ones, and a link there is replaced. */
export function writeFile(top: string, path: string, bytes: Uint8Array): void {
  refuseLinks(top, path);
  const file = join(top, path);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(draft, { force: true });
    writeFileSync(draft, bytes, { mode: 0o644, flag: 'wx' });
    renameSync(draft, file);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new SpikeError('unreadable', `expected to write ${path}, found that it cannot be written`, {
      hint: `move what stands at ${path} away and run the command again`,
      cause,
    });
  }
}

export function removeFile(top: string, path: string): void {
  refuseLinks(top, path);
  rmSync(join(top, path), { force: true });
}

function refuseLinks(top: string, path: string): void {
  const parts = path.split('/');
  for (const depth of parts.keys()) {
    const parent = parts.slice(0, depth).join('/');
    if (lstatSync(join(top, parent), { throwIfNoEntry: false })?.isSymbolicLink() !== true || parent === '') continue;
    throw new SpikeError('refused', `expected ${parent} to be a folder, found a symbolic link`, {
      hint: `replace ${parent} by a folder and run the command again`,
    });
  }
}
