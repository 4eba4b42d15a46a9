/** What lies in a folder, by name. */

import { readdirSync } from 'node:fs';

/** Nothing for a folder that is not there or cannot be listed: nothing in it could be removed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
