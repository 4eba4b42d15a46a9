/** The configuration at a commit: the target's tip, never the working tree or the head. */

import { parseConfig } from '../config/parse.ts';
import type { CommitId } from '../core/brand.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { readFileAt } from '../git/objects.ts';

export const CONFIG_FILE = '.spike.yml';

/** Throws `config-invalid` with line and column; a symbolic link there is refused, not followed. */
export function configAt(cwd: string, tip: CommitId): Config {
  const file = readFileAt(cwd, tip, CONFIG_FILE);
  if (file === undefined) return DEFAULT_CONFIG;
  if (file.mode !== '100644' && file.mode !== '100755') {
    throw new SpikeError('config-invalid', `expected ${CONFIG_FILE} to be a regular file, found mode ${file.mode}`, {
      hint: `replace ${CONFIG_FILE} on the target branch by a file`,
      place: { file: CONFIG_FILE },
    });
  }
  return parseConfig(Buffer.from(file.bytes).toString('utf8'), CONFIG_FILE);
}
