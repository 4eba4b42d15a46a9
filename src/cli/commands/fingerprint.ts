/** `spike fingerprint`. */

import { SpikeError } from '../../core/error.ts';
import { EXIT_PASS } from '../../core/exit-code.ts';
import { fingerprint } from '../../core/fingerprint.ts';
import type { Given } from '../given.ts';
import type { Io } from '../io.ts';

export async function printFingerprint({ args }: Given, { stdout }: Io): Promise<number> {
  const [cwd = '', status = '', ...argv] = args;
  if (!/^(0|[1-9][0-9]{0,2})$/.test(status) || Number(status) > 255) {
    throw new SpikeError('usage', `expected an exit status from 0 to 255, found ${JSON.stringify(status)}`, {
      hint: 'spike fingerprint <cwd> <exit> <argv...>',
    });
  }
  stdout.write(`${fingerprint({ cwd, argv, exit: Number(status) })}\n`);
  return EXIT_PASS;
}
