/** Starts the body of `spike hook`. */

import { startBody, tellDamage } from './compiled.ts';
import type { runHookHere } from './hook-body.ts';

interface Body {
  readonly runHookHere: typeof runHookHere;
}

/** Leaves the exit status behind; what was said may still be on its way. */
export function startHook(args: readonly string[]): void {
  try {
    const { body, keep } = startBody<Body>('spike-hook-body');
    if (body.runHookHere === undefined) throw new Error('no runHookHere in spike-hook-body.cjs');
    const { status, isWhole } = body.runHookHere(args);
    if (isWhole) keep();
    process.exitCode = status;
  } catch (error) {
    process.exitCode = tellDamage(error);
  }
}
