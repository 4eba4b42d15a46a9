/** Has the hook managers there before the tests that run them: in a fresh clone, once. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'managers');

export function setup(): void {
  if (existsSync(join(FOLDER, 'node_modules', '.package-lock.json'))) return;
  // Not `npm ci`: one of lefthook's packages for other systems is not in every registry, and that refuses all of them.
  const { status, stdout, stderr } = spawnSync('npm', ['install'], { cwd: FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`expected npm to install the hook managers in ${FOLDER}: ${stdout}${stderr}`);
}
