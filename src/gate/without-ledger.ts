/** What there is to do on a spike's branch whose ledger is not on this machine. */

import { slugOfBranch } from '../core/slug.ts';
import { commitsBetween } from '../git/commits.ts';
import { resolveCommit } from '../git/objects.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedTarget } from '../ledger/control-directory.ts';
import { bundleAt } from './bundle-at.ts';
import { settingsHere } from './settings-here.ts';

export interface WithoutLedger {
  /** `shipped`: its bundle is on the branch. `begun`: by `spike new`, here. `worked-on`: elsewhere. `bare`: none of these. */
  readonly state: 'shipped' | 'begun' | 'worked-on' | 'bare';
  /** The next command to type while standing on the branch. */
  readonly hint: string;
}

/** `drafted` says that a draft is known to be there, wherever it came from. */
export function withoutLedger(worktree: Worktree, branch: string, drafted = false): WithoutLedger {
  const { top, commonDir } = worktree;
  const { config, tip } = settingsHere(worktree);
  const slug = slugOfBranch(branch, [...config.branches, `${branch.slice(0, branch.lastIndexOf('/') + 1)}*`]);
  const head = resolveCommit(top, `refs/heads/${branch}`);
  if (
    head !== undefined &&
    slug !== undefined &&
    bundleAt({ cwd: top, commit: head, bundle: config.bundle, slug }).files.size > 0
  ) {
    return { state: 'shipped', hint: 'spike start --again -m "why" continues from the bundle on this branch' };
  }
  if (drafted || notedTarget(commonDir, branch) !== undefined) return { state: 'begun', hint: 'spike start' };
  if (head !== undefined && tip !== undefined && commitsBetween(top, tip, head).length > 0) {
    return { state: 'worked-on', hint: 'go on where the spike was started, or begin another: spike new <slug>' };
  }
  return {
    state: 'bare',
    hint: `spike new ${slug ?? '<slug>'} begins it here, or go on where it was started`,
  };
}
