/** Opens a ledger and nothing else: whatever waits in its place, such as a pipe, must hold nobody up. */

import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';

const FLAGS = {
  read: constants.O_RDONLY | constants.O_NONBLOCK,
  write: constants.O_RDWR | constants.O_NONBLOCK,
} as const;

/** Throws what opening throws, and `unreadable` for what is no file. */
export function openLedgerFile(path: string, purpose: keyof typeof FLAGS): number {
  const file = openSync(path, FLAGS[purpose]);
  const stat = fstatSync(file);
  if (stat.isFile()) return file;
  closeSync(file);
  throw new SpikeError(
    'unreadable',
    `expected a ledger in ${path}, found ${stat.isDirectory() ? 'a folder' : 'no file'}`,
    {
      hint: `look at it: ls -la ${path}`,
    },
  );
}
