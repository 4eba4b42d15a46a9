/** The body of `spike hook`: a bundle of its own, since git and a person wait for it. */

import { type Hooked, runHook } from './hook.ts';
import { tellError } from './tell-error.ts';
import { thisProcess } from './this-process.ts';

export function runHookHere(args: readonly string[]): Hooked {
  const io = thisProcess();
  try {
    return runHook(args, io);
  } catch (error) {
    return { status: tellError(error, io), isWhole: false };
  }
}
