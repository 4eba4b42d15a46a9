/** Every shell of this machine that may be its `sh`: a program by its whole path, so that PATH may name nothing, and its flags. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export type Shell = readonly [program: string, ...flags: readonly string[]];

const CANDIDATES: readonly Shell[] = [['/bin/sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh'], ['ksh'], ['mksh']];

const FOLDERS = (process.env['PATH'] ?? '').split(':');

export const SHELLS: readonly Shell[] = CANDIDATES.flatMap(([name, ...flags]): readonly Shell[] => {
  const program = FOLDERS.map((folder) => resolve(folder, name)).find(existsSync);
  return program === undefined ? [] : [[program, ...flags]];
});
