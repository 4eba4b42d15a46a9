/** Where a pull request finds what was judged before it: its target and, mostly, the trunk. */

import type { CommitId } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { foldersIn } from '../git/objects.ts';

/** A commit that answers for what was judged before, and the folders of bundles there by slug. */
export interface Past {
  readonly commit: CommitId;
  readonly folders: ReadonlyMap<string, string>;
}

interface Asked {
  readonly cwd: string;
  readonly target: CommitId;
  readonly trunk?: CommitId | undefined;
  readonly branch: string;
  readonly sameRepository: boolean;
  readonly config: Config;
}

/** The target first. A carrier is asked for its bundles one by one: that the trunk is that carrier, and holds them, proves nothing of them. */
export function pastOf(asked: Asked): readonly Past[] {
  const { cwd, target, trunk, config } = asked;
  const commits = trunk === undefined || trunk === target || isCarrier(asked) ? [target] : [target, trunk];
  return commits.map((commit) => ({ commit, folders: foldersIn(cwd, commit, config.bundle) }));
}

/** Whether the branch is one that carries shipped spikes on. */
export function isCarrier({
  branch,
  sameRepository,
  config,
}: Pick<Asked, 'branch' | 'sameRepository' | 'config'>): boolean {
  return sameRepository && config.carriers.includes(branch);
}
