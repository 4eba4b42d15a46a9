/** The first and the last record of a ledger, for who asks which spike it is and whether it is over. What is between is not looked at. */

import { closeSync } from 'node:fs';
import { decodeRecord } from '../core/codec.ts';
import type { LedgerRecord, OpenRecord } from '../core/record.ts';
import { endOfLastLine, readLines } from './ledger-bytes.ts';
import { openLedgerFile } from './ledger-file.ts';

export interface Ends {
  readonly open: OpenRecord;
  readonly last: LedgerRecord;
}

/** Nothing where no ledger stands there, or none that can be read. */
export function ledgerEnds(path: string): Ends | undefined {
  try {
    const file = openLedgerFile(path, 'read');
    try {
      return endsIn(file, path);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function endsIn(file: number, path: string): Ends | undefined {
  let open: LedgerRecord | undefined;
  let newest = Buffer.alloc(0);
  readLines(file, { from: 0, to: endOfLastLine(file), path }, (line, at) => {
    if (at === 0) open = decodeRecord(line, { file: path, line: 1 });
    newest = Buffer.from(line);
  });
  return open?.kind === 'open' ? { open, last: decodeRecord(newest, { file: path }) } : undefined;
}
