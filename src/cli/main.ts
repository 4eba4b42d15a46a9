/** From the arguments to an exit status. */

import type { Io } from './io.ts';
import { runProgram } from './program.ts';
import { tellError } from './tell-error.ts';

export async function main(io: Io): Promise<number> {
  try {
    return await runProgram(io);
  } catch (error) {
    return tellError(error, io);
  }
}
