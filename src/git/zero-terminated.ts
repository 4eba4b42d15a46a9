/** Pure: the fields of what git prints under `-z`. */

import { SpikeError } from '../core/error.ts';

const NUL = 0;

/** Bytes between NULs. Throws `unreadable` when the last field is not terminated: something was cut off. */
export function splitZeroTerminated(output: Uint8Array): readonly Uint8Array[] {
  const fields: Uint8Array[] = [];
  let from = 0;
  for (let at = output.indexOf(NUL); at !== -1; at = output.indexOf(NUL, from)) {
    fields.push(output.subarray(from, at));
    from = at + 1;
  }
  if (from !== output.length)
    throw new SpikeError('unreadable', 'expected output of git to end in NUL, found it cut off');
  return fields;
}
