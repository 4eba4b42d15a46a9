/** `spike fingerprint`. */

import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { SpikeError } from '../../core/error.ts';
import { EXIT_PASS } from '../../core/exit-code.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import type { Given } from '../given.ts';
import type { Io } from '../io.ts';

export async function printFingerprint({ args }: Given, { cwd: here, stdout }: Io): Promise<number> {
  const [folder = '', status = '', ...argv] = args;
  if (!/^(0|[1-9][0-9]{0,2})$/.test(status) || Number(status) > 255) {
    throw new SpikeError('usage', `expected an exit status from 0 to 255, found ${JSON.stringify(status)}`, {
      hint: 'spike fingerprint <cwd> <exit> <argv...>',
    });
  }
  stdout.write(`${fingerprint({ cwd: realFolder(folder, here), argv, exit: Number(status) })}\n`);
  return EXIT_PASS;
}

/** An absolute path is taken as it is: it may be one of another machine. */
function realFolder(folder: string, here: string): string {
  if (isAbsolute(folder)) return folder;
  try {
    return realpathSync(resolve(here, folder));
  } catch (cause) {
    throw new SpikeError('usage', `expected a working directory, found no folder ${JSON.stringify(folder)}`, {
      hint: 'spike fingerprint . <exit> <argv...>',
      cause,
    });
  }
}
