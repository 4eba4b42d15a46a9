/** The program `spike` (also `spike-gate`). */

import { main } from './main.ts';
import { watched } from './output.ts';
import { workingDirectory } from './working-directory.ts';

// Each is looked at when it is asked for: a wrapped command and a hook need no stream, and opening one changes it.
process.exitCode = await main({
  argv: process.argv.slice(2),
  env: process.env,
  get cwd() {
    return workingDirectory();
  },
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return watched(process.stdout);
  },
  get stderr() {
    return watched(process.stderr);
  },
});
