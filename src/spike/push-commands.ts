/** The commands that publish a branch from here, whatever was pushed before. */

import { renderCommand } from '../core/command-line.ts';
import { pushRemote } from '../git/remotes.ts';

/** Two of them where there is no remote yet. */
export function pushCommands(top: string, branch: string): readonly string[] {
  const remote = pushRemote(top);
  const push = renderCommand(['git', 'push', '-u', remote ?? 'origin', branch]);
  return remote === undefined ? ['git remote add origin <url>', push] : [push];
}
