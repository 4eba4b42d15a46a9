/** What a closing spike changes, and by which settings: what the gate would see of it. */

import { parsePolicy } from '../config/policy.ts';
import type { CommitId, TreeId } from '../core/brand.ts';
import { ALWAYS_PROTECTED, type Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Change } from '../core/facts.ts';
import type { OpenRecord } from '../core/record.ts';
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

/** For a ship: by the target as it is now, which must give one merge base. */
export function prospectOf(place: Place, { last }: AttemptsHere): Prospect {
  const { top } = place.worktree;
  const { target } = last.open;
  const tip = targetTip(top, target);
  const found = mergeBase(top, tip, [headOf(top)]);
  if (found.kind === 'one') return measured(place, last.open, { base: found.base, config: configAt(top, tip) });
  throw new SpikeError('refused', `expected one merge base with ${target}, found ${found.kind}`, {
    hint: `git rebase ${target}, then run this again`,
  });
}

/** For a kill, which has to work whatever has become of the target: by the settings that were opened with where today's cannot be had. */
export function prospectOfKill(place: Place, { last }: AttemptsHere): Prospect {
  return measured(
    place,
    last.open,
    todayOf(place, last.open) ?? { base: last.open.base, config: parsePolicy(last.open.policy) },
  );
}

interface Ground {
  readonly base: CommitId;
  readonly config: Config;
}

function todayOf({ worktree: { top } }: Place, { target }: OpenRecord): Ground | undefined {
  try {
    const tip = targetTip(top, target);
    const found = mergeBase(top, tip, [headOf(top)]);
    return found.kind === 'one' ? { base: found.base, config: configAt(top, tip) } : undefined;
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}

function measured(place: Place, { paths }: OpenRecord, { base, config }: Ground): Prospect {
  const { top } = place.worktree;
  const head = headOf(top);
  const {
    patch,
    files,
    outside,
    protected: guarded,
  } = measureChange({
    cwd: top,
    base,
    to: head,
    paths,
    protectedPaths: [...ALWAYS_PROTECTED, ...config.protected],
    bundle: config.bundle,
    slug: place.slug,
  });
  return {
    head,
    tree: treeOf(top, head),
    config,
    change: { kind: 'known', base, patch, files, outside, protected: guarded },
  };
}
