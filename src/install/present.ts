/** Pure: the files of `init` that have to be on the target branch before a spike begins, so that none of them is in its diff. */

import { attributesPath, CONFIG_PATH, WORKFLOW_PATH } from './places.ts';

/** Paths from the top of the repository; `bundle` is the folder of bundles. */
export function committedPaths(bundle: string): readonly string[] {
  return [CONFIG_PATH, attributesPath(bundle), WORKFLOW_PATH];
}

/** Which of them the target's tip does not hold; `readFileAt` gives a file of that tip. */
export function missingOnTarget(readFileAt: (path: string) => unknown, bundle: string): readonly string[] {
  return committedPaths(bundle).filter((path) => readFileAt(path) === undefined);
}
