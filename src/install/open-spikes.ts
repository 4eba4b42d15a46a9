/** Whether a spike of this repository is open on this machine: live, or over and not sealed. */

import { existsSync } from 'node:fs';
import { notedBranches, pathsIn } from '../ledger/control-directory.ts';
import { ledgerEnds } from '../ledger/ends.ts';

/** A ledger that cannot be read counts as open: nothing shows that it was sealed. */
export function hasOpenSpike(commonDir: string): boolean {
  return notedBranches(commonDir).some(({ branch, directory }) => {
    const { ledger } = pathsIn(directory);
    const ends = ledgerEnds(ledger);
    if (ends === undefined) return existsSync(ledger);
    return ends.open.branch === branch && ends.last.kind !== 'seal';
  });
}
