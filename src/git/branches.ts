/** The branches of this repository. */

import { git } from './plumbing.ts';

/** Their names without `refs/heads/`. */
export function listBranches(cwd: string): readonly string[] {
  return namesIn(cwd, 'refs/heads/', 2);
}

/** Those of every remote, as they were last fetched, without the remote's name. */
export function listFetchedBranches(cwd: string): readonly string[] {
  return namesIn(cwd, 'refs/remotes/', 3);
}

/** Full names of refs below `prefix`, without their first `strip` components. */
function namesIn(cwd: string, prefix: string, strip: number): readonly string[] {
  const output = git(['for-each-ref', `--format=%(refname:lstrip=${strip})`, prefix], { cwd }).toString();
  return output.split('\n').filter((name) => name !== '');
}
