/** The branches of this repository. */

import { git } from './plumbing.ts';

/** Their names without `refs/heads/`. */
export function listBranches(cwd: string): readonly string[] {
  const output = git(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/'], { cwd }).toString();
  return output.split('\n').filter((name) => name !== '');
}
