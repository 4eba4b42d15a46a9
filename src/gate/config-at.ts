/** The configuration at a commit: the target's tip, never the working tree or the head. */

import { parseConfig } from '../config/parse.ts';
import type { CommitId } from '../core/brand.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { describeMode, EXECUTABLE_MODE, FILE_MODE } from '../core/file-mode.ts';
import { entryAt, readBlob, sizesOf } from '../git/objects.ts';

export const CONFIG_FILE = '.spike.yml';

/** What YAML of some thousand characters can come to, whatever they are. */
const MAX_BYTES = 256 * 1024;

/** Throws `config-invalid` with line and column; a symbolic link there is refused, not followed. */
export function configAt(cwd: string, tip: CommitId): Config {
  const entry = entryAt(cwd, tip, CONFIG_FILE);
  if (entry === undefined) return DEFAULT_CONFIG;
  if (entry.mode !== FILE_MODE && entry.mode !== EXECUTABLE_MODE) {
    throw refused(
      `expected ${CONFIG_FILE} to be a regular file, found ${describeMode(entry.mode)}`,
      `replace ${CONFIG_FILE} on the target branch by a file`,
    );
  }
  const size = sizesOf(cwd, [entry.id]).get(entry.id);
  if (size === undefined || size > MAX_BYTES) {
    throw refused(
      `expected ${CONFIG_FILE} to have at most ${MAX_BYTES} bytes, found ${size ?? 'no size'}`,
      `shorten ${CONFIG_FILE} on the target branch`,
    );
  }
  return parseConfig(readBlob(cwd, entry.id).toString('utf8'), CONFIG_FILE);
}

function refused(message: string, hint: string): SpikeError {
  return new SpikeError('config-invalid', message, { hint, place: { file: CONFIG_FILE } });
}
