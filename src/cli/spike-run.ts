/** The program `spike-run`. */

import { startRun } from './start-run.ts';

void startRun(process.argv.slice(2));
