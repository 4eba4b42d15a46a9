/** The settings that a worktree's repository has now, for the gates on this machine. */

import type { CommitId } from '../core/brand.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { defaultTarget, targetTip } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import { configAt } from './config-at.ts';

export interface SettingsHere {
  readonly config: Config;
  /** The target's; nothing where there is no target branch. */
  readonly tip: CommitId | undefined;
}

/** A repository without a target branch has no configuration either. */
export function settingsHere({ top }: Worktree): SettingsHere {
  const tip = tipOf(top);
  return { tip, config: tip === undefined ? DEFAULT_CONFIG : configAt(top, tip) };
}

function tipOf(top: string): CommitId | undefined {
  try {
    return targetTip(top, defaultTarget(top));
  } catch (error) {
    if (error instanceof SpikeError) return undefined;
    throw error;
  }
}
