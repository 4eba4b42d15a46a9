/** The remote that a branch is pushed to. */

import { git } from './plumbing.ts';

/** `origin`, else the first there is; nothing where there is none. */
export function pushRemote(cwd: string): string | undefined {
  const names = git(['remote'], { cwd })
    .toString()
    .split('\n')
    .filter((name) => name !== '');
  return names.includes('origin') ? 'origin' : names[0];
}
