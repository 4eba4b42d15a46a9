/** Finds the file that a command name stands for, as a POSIX shell does. */

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
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
    const found = look(folder === '' ? `./${name}` : `${folder}/${name}`, cwd);
    if (found.kind === 'found') return found;
    if (found.exit === 126 && found.reason !== IS_A_DIRECTORY) refused ??= found;
  }
  return refused ?? missing('command not found');
}

function look(file: string, cwd: string): Executable {
  const place = file.startsWith('/') ? file : resolve(cwd, file);
  try {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) return missing('no such file or directory');
    if (found.isDirectory()) return { kind: 'none', exit: 126, reason: IS_A_DIRECTORY };
    accessSync(place, constants.X_OK);
    return { kind: 'found', file, resolved: realpathSync.native(place) };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'EACCES' || errno === 'EPERM') return { kind: 'none', exit: 126, reason: 'permission denied' };
    return missing(errno ?? 'no such file or directory');
  }
}

function missing(reason: string): Executable {
  return { kind: 'none', exit: 127, reason };
}
