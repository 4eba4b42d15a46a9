/** The folder that this process stands in, which may have been removed meanwhile. */

import { SpikeError } from '../core/error.ts';

/** Throws `usage` where it is gone. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SpikeError('usage', 'expected a working directory, found that it was removed', {
      hint: 'cd to a folder that is there',
      cause,
    });
  }
}
