/** The program `spike` (also `spike-gate`). Hooks and wrapped commands take the short way, past the command line's library. */

import { startHook } from './start-hook.ts';
import { startRun } from './start-run.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'hook') startHook(args);
else if (command === 'run') void startRun(args);
else void import('./spike-commands.ts');
