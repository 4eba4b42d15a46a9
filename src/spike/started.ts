/** The started spike that a command is about, and where it stands. */

import { SpikeError } from '../core/error.ts';
import { type WithoutLedger, withoutLedger } from '../gate/without-ledger.ts';
import { isRebasing } from '../git/rebase.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import { draftExists } from '../ledger/spike-files.ts';
import type { Context } from './context.ts';
import { type Place, placeHere } from './place.ts';

export interface StartedSpike {
  readonly place: Place;
  readonly attempts: AttemptsHere;
}

/** What to say of a spike that has not started: the next command to type. */
type Advice = (without: WithoutLedger, place: Place) => string;

/** Throws `not-started`. */
export function startedHere(context: Context, advise: Advice = ({ hint }) => hint): StartedSpike {
  const place = placeHere(context);
  const attempts = readAttempts(place.directory, context.world.isGone);
  if (attempts === undefined) {
    throw new SpikeError('not-started', `expected ${place.slug} to be started, found no ledger in ${place.directory}`, {
      hint: advise(withoutLedger(place.worktree, place.branch, draftExists(place.directory)), place),
    });
  }
  refuseAnotherSpike(place, attempts);
  return { place, attempts };
}

/** $SPIKE_DIR may name any directory; its ledger must speak for this repository and branch. */
export function refuseAnotherSpike({ repository, branch, directory }: Place, { last }: AttemptsHere): void {
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
