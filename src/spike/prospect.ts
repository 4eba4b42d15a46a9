/** What a closing spike would put before the pull-request gate: ship asks the gate's own question in advance. */

import type { CommitId, TreeId } from '../core/brand.ts';
import { ALWAYS_PROTECTED, type Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Change } from '../core/facts.ts';
import { configAt } from '../gate/config-at.ts';
import { measureChange } from '../git/change.ts';
import { mergeBase } from '../git/merge-base.ts';
import { treeOf } from '../git/objects.ts';
import { targetTip } from '../git/target.ts';
import type { AttemptsHere } from '../ledger/read.ts';
import { headOf } from './head.ts';
import type { Place } from './place.ts';

export interface Prospect {
  readonly head: CommitId;
  readonly tree: TreeId;
  readonly config: Config;
  readonly change: Extract<Change, { kind: 'known' }>;
}

/** Ship needs the one merge base; a kill falls back on the base that was opened with, so that it never depends on the target. */
export function prospectOf(place: Place, { last }: AttemptsHere, needs: 'merge base' | 'any base'): Prospect {
  const { top } = place.worktree;
  const head = headOf(top);
  const tip = targetTip(top, last.open.target);
  const config = configAt(top, tip);
  const found = mergeBase(top, tip, [head]);
  if (found.kind !== 'one' && needs === 'merge base') {
    throw new SpikeError('refused', `expected one merge base with ${last.open.target}, found ${found.kind}`, {
      hint: `git rebase ${last.open.target}, then run this again`,
    });
  }
  const base = found.kind === 'one' ? found.base : last.open.base;
  const measured = measureChange({
    cwd: top,
    base,
    to: head,
    paths: last.open.paths,
    protectedPaths: [...ALWAYS_PROTECTED, ...config.protected],
    bundle: config.bundle,
    slug: place.slug,
  });
  const { patch, files, outside } = measured;
  return {
    head,
    tree: treeOf(top, head),
    config,
    change: { kind: 'known', base, patch, files, outside, protected: measured.protected },
  };
}
