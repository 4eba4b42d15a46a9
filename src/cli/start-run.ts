/** Starts the body of `spike-run`, by whichever name it was called. */

import { startBody, tellDamage } from './compiled.ts';
import type { runWrapped } from './run.ts';

interface Body {
  readonly runWrapped: typeof runWrapped;
}

/** Ends this process. */
export async function startRun(args: readonly string[]): Promise<void> {
  process.exit(await run(args).catch(tellDamage));
}

async function run(args: readonly string[]): Promise<number> {
  const { body, keep } = startBody<Body>('spike-run-body');
  if (body.runWrapped === undefined) throw new Error('no runWrapped in spike-run-body.cjs');
  const status = await body.runWrapped(args, { env: process.env });
  if (args[0]?.startsWith('-') === false) keep();
  return status;
}
