/** Pure: sha256, in one call where this version of Node has it (20.12 and later): a long ledger is hashed line by line. */

import * as crypto from 'node:crypto';

/** Lower-case hex of the digest; text is taken as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return typeof crypto.hash === 'function'
    ? crypto.hash('sha256', data, 'hex')
    : crypto.createHash('sha256').update(data).digest('hex');
}
