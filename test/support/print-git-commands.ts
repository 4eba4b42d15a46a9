/** A program for tests: prints which git commands it runs for. */

import { gitCommandsAbove } from '../../src/process/git-command.ts';

process.stdout.write(`${JSON.stringify(gitCommandsAbove())}\n`);
