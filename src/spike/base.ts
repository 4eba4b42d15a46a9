/** The commit that a spike starts from. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { mergeBase } from '../git/merge-base.ts';
import { headOf } from './head.ts';

/** The one merge base of HEAD and the target's tip. */
export function baseOf(top: string, { tip, target }: { readonly tip: CommitId; readonly target: string }): CommitId {
  const found = mergeBase(top, tip, [headOf(top)]);
  if (found.kind === 'one') return found.base;
  throw new SpikeError('refused', `expected one merge base with ${target}, found ${found.kind}`, {
    hint: `git rebase ${target}, then run this again`,
  });
}
