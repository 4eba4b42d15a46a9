/** `spike init`. */

import { initialise } from '../../install/init.ts';
import { escapeTerminal } from '../../report/escape.ts';
import { contextOf } from '../context.ts';
import { flag, type Given } from '../given.ts';
import type { Io } from '../io.ts';
import { talk } from '../say.ts';

export async function init(given: Given, io: Io): Promise<number> {
  const { exitCode, out, err } = initialise({
    cwd: io.cwd,
    env: io.env,
    world: contextOf(io).world,
    dryRun: flag(given, 'dryRun'),
    uninstall: flag(given, 'uninstall'),
    agents: flag(given, 'agents'),
  });
  for (const line of out) io.stdout.write(`${escapeTerminal(line)}\n`);
  talk(io, err);
  return exitCode;
}
