/** `spike verify`. */

import { EXIT_FINDING, EXIT_PASS } from '../../core/exit-code.ts';
import { renderVerificationJson } from '../../report/json.ts';
import { renderVerification } from '../../report/terminal.ts';
import { verify as verifyPath } from '../../spike/verify.ts';
import { contextOf } from '../context.ts';
import { flag, type Given } from '../given.ts';
import type { Io } from '../io.ts';
import { outStyle, talkStyle } from '../say.ts';

export async function verify(given: Given, io: Io): Promise<number> {
  const verification = verifyPath(given.args[0], contextOf(io));
  const intact = verification.kind === 'intact';
  if (flag(given, 'json')) io.stdout.write(renderVerificationJson(verification));
  else if (intact) io.stdout.write(renderVerification(verification, outStyle(io)));
  else io.stderr.write(renderVerification(verification, talkStyle(io)));
  return intact ? EXIT_PASS : EXIT_FINDING;
}
