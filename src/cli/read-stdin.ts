/** All of standard input, as a hook gets it. */

import { readFileSync } from 'node:fs';

/** Empty where it is closed. */
export function readStdin(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch {
    return '';
  }
}
