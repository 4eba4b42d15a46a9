/** The started spike that a command is about, and where it stands. */

import { SpikeError } from '../core/error.ts';
import { isRebasing } from '../git/rebase.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import { draftExists } from '../ledger/spike-files.ts';
import type { Context } from './context.ts';
import { type Place, placeHere } from './place.ts';

export interface StartedSpike {
  readonly place: Place;
  readonly attempts: AttemptsHere;
}

/** Throws `not-started` with the next command to type. */
export function startedHere(context: Context): StartedSpike {
  const place = placeHere(context);
  const attempts = readAttempts(place.directory, context.world.isGone);
  if (attempts === undefined) {
    throw new SpikeError('not-started', `expected ${place.slug} to be started, found no ledger in ${place.directory}`, {
      hint: draftExists(place.directory)
        ? 'spike start'
        : `spike new ${place.slug}, or go on where the spike was started`,
    });
  }
  refuseAnotherSpike(place, attempts);
  return { place, attempts };
}

/** $SPIKE_DIR may name any directory; its ledger must speak for this repository and branch. */
function refuseAnotherSpike({ repository, branch, directory }: Place, { last }: AttemptsHere): void {
  const { open } = last;
  if (open.repo === repository && open.branch === branch) return;
  throw new SpikeError(
    'usage',
    `expected the ledger of ${branch} in ${directory}, found that of ${open.branch} in ${open.repo}`,
    {
      hint: 'unset SPIKE_DIR, or stand on the branch it belongs to',
    },
  );
}

/** Ship and kill move the branch, which git itself is moving while it rebases. */
export function refuseMidRebase({ worktree }: Place): void {
  if (!isRebasing(worktree)) return;
  throw new SpikeError('refused', 'expected no rebase under way, found one', {
    hint: 'git rebase --continue, then run this again',
  });
}
