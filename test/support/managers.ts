/** Where the programs are that manage hooks; apart from the project's own, for which they would set hooks when it is installed. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '..', 'managers', 'node_modules');

/** The folder that holds them as `node_modules/.bin` does. Throws with the command that installs them. */
export function managersBin(): string {
  const bin = join(PACKAGES, '.bin');
  if (!existsSync(bin)) throw notInstalled();
  return bin;
}

/** A file of a manager's package, from the package's own folder. */
export function managerFile(name: 'husky' | 'lefthook' | 'simple-git-hooks', path: string): string {
  const file = join(PACKAGES, name, path);
  if (!existsSync(file)) throw notInstalled();
  return file;
}

function notInstalled(): Error {
  return new Error(
    'expected the hook managers in test/managers/node_modules, found none: npm install --prefix test/managers',
  );
}
