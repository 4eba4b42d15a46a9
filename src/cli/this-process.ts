/** What a command is given of this process. */

import type { Io } from './io.ts';
import { watched } from './output.ts';
import { workingDirectory } from './working-directory.ts';

/** Each is looked at when it is asked for: a hook needs no stream, and opening one changes it. */
export function thisProcess(): Io {
  return {
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
  };
}
