/** What the use cases are given of this process. */

import { thisMachine } from '../process/machine.ts';
import type { Context } from '../spike/context.ts';
import type { Io } from './io.ts';

export function contextOf({ cwd, env }: Io): Context {
  return { cwd, env, world: thisMachine() };
}
