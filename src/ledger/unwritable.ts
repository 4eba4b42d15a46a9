/** Says why a place cannot be written, and names the cause that agents meet most: a sandbox that protects what is outside the workspace. */

import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';

const SANDBOXED = new Set(['EROFS', 'EACCES', 'EPERM']);
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** `cause` as a `ledger-unwritable` that says how to mend it; one of our own errors stays what it is. */
export function unwritable(cause: unknown, place: string): SpikeError {
  if (cause instanceof SpikeError) return cause;
  const errno = errnoOf(cause) ?? String(cause);
  if (SANDBOXED.has(errno)) {
    return new SpikeError(
      'ledger-unwritable',
      `expected to write in ${place}, found that this is not allowed here (${errno})`,
      {
        hint: `most often an agent's sandbox protects that folder: allow writing to it in the sandbox's settings, or run this command outside the sandbox`,
        cause,
      },
    );
  }
  const hint = FULL.has(errno)
    ? 'make room on that disk, then run the command again'
    : `look at the folder: ls -la ${place}`;
  return new SpikeError('ledger-unwritable', `expected to write in ${place}, found ${errno}`, { hint, cause });
}
