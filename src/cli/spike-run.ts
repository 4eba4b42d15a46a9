/** The program `spike-run`. */

import { runWrapped } from './run.ts';

const ended = runWrapped(process.argv.slice(2), { cwd: process.cwd(), env: process.env });
void ended.then((status) => process.exit(status));
