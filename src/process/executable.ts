/** Finds the file that a command name stands for, as a POSIX shell does. */

import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { errnoOf } from '../core/errno.ts';

export type Executable =
  | {
      readonly kind: 'found';
      /** As a shell would hand it to the kernel, which tells it to a script as `$0`. */
      readonly file: string;
      /** The same, links resolved. */
      readonly resolved: string;
    }
  | {
      readonly kind: 'none';
      /** 127 not found, 126 found but not to be run. */
      readonly exit: 126 | 127;
      readonly reason: string;
    };

/** Where a shell looks when PATH is unset. */
const DEFAULT_PATH = '/usr/bin:/bin';
const IS_A_DIRECTORY = 'is a directory';

export function findExecutable(
  name: string,
  { cwd, path }: { readonly cwd: string; readonly path: string | undefined },
): Executable {
  if (name.includes('/')) return look(name, cwd);
  if (name === '') return missing('command not found');
  let refused: Executable | undefined;
  for (const folder of (path ?? DEFAULT_PATH).split(':')) {
    // An empty entry is the working directory.
    const file = folder === '' ? `./${name}` : `${folder}/${name}`;
    if (!existsSync(placeOf(file, cwd))) continue;
    const found = look(file, cwd);
    if (found.kind === 'found') return found;
    if (found.exit === 126 && found.reason !== IS_A_DIRECTORY) refused ??= found;
  }
  return refused ?? missing('command not found');
}

function look(file: string, cwd: string): Executable {
  const place = placeOf(file, cwd);
  // A folder has itself inside, and a file has not: this asks for less than all that is known of it.
  if (existsSync(`${place}/.`)) return { kind: 'none', exit: 126, reason: IS_A_DIRECTORY };
  try {
    accessSync(place, constants.X_OK);
    return { kind: 'found', file, resolved: realpathSync.native(place) };
  } catch (error) {
    return unusable(errnoOf(error));
  }
}

function unusable(errno: string | undefined): Executable {
  switch (errno) {
    case 'EACCES':
    case 'EPERM':
      return { kind: 'none', exit: 126, reason: 'permission denied' };
    case 'ENOTDIR':
      return missing('not a directory');
    default:
      return missing('no such file or directory');
  }
}

function placeOf(file: string, cwd: string): string {
  return file.startsWith('/') ? file : resolve(cwd, file);
}

function missing(reason: string): Executable {
  return { kind: 'none', exit: 127, reason };
}
