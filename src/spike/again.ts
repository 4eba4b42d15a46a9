/** Whether this start is the first, or another attempt that may be opened; and the attempts before it. */

import { endedWithoutShipping, mayReopen } from '../core/attempts.ts';
import type { CommitId } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { type Attempt, endOf } from '../core/replay.ts';
import { sameSlug } from '../core/slug.ts';
import { count, renderSpan } from '../core/span.ts';
import { parseTrailer } from '../core/trailer.ts';
import { readBundle } from '../gate/bundle.ts';
import { bundleAt } from '../gate/bundle-at.ts';
import { commitsBetween } from '../git/commits.ts';
import { noteBranch } from '../ledger/control-directory.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import { adoptLedgers } from '../ledger/spike-files.ts';
import type { Context } from './context.ts';
import { headOf } from './head.ts';
import { ledgerNow } from './now.ts';
import type { Place } from './place.ts';
import { stillRunning } from './seal.ts';
import { refuseAnotherSpike } from './started.ts';

interface Scene {
  readonly place: Place;
  readonly tip: CommitId;
  readonly config: Config;
  readonly context: Context;
}

export interface Before {
  /** Oldest first; empty for the first attempt. */
  readonly attempts: readonly Attempt[];
  /** Brings their ledgers here, where they come from the bundle on the branch: the last thing before the new ledger is written. */
  readonly adopt: () => void;
}

/** Throws where this start may not be. */
export function attemptsBefore(
  { again, reason }: { readonly again: boolean; readonly reason: string | undefined },
  scene: Scene,
): Before {
  const here = readAttempts(scene.place.directory, scene.context.world.isGone);
  if (here !== undefined) refuseAnotherSpike(scene.place, here);
  if (!again) {
    if (here !== undefined) throw foundStarted(here, scene);
    refuseForeignWork(scene);
    return { attempts: [], adopt: () => undefined };
  }
  if (reason === undefined || reason.trim() === '') {
    throw new SpikeError('reason-missing', 'expected the reason for another attempt, found none', {
      hint: 'spike start --again -m "why"',
    });
  }
  if (here === undefined) return continueFromBundle(scene);
  refuseUnlessOver(here, scene);
  return { attempts: reopened([...here.earlier, here.last], scene), adopt: () => undefined };
}

function reopened(ended: readonly Attempt[], { config }: Scene): readonly Attempt[] {
  if (!mayReopen(ended, config.attempts)) {
    const next = 'begin another spike with another hypothesis: spike new <slug>';
    throw new SpikeError(
      'refused',
      `expected fewer than ${count(config.attempts, 'attempt')} to have ended without shipping, found ${endedWithoutShipping(ended)}`,
      { hint: ended.at(-1)?.seal === undefined ? `spike kill -m "what was learnt", then ${next}` : next },
    );
  }
  return ended;
}

/** A start that was cut short before it noted the branch is finished here: the hooks look for that note. */
function foundStarted(here: AttemptsHere, scene: Scene): SpikeError {
  const { worktree, branch, directory } = scene.place;
  noteBranch(worktree.commonDir, branch, directory);
  return startedAlready(here, scene);
}

function startedAlready(here: AttemptsHere, { context }: Scene): SpikeError {
  const { last } = here;
  const end = endOf(last, ledgerNow(here, context));
  const state = end === undefined ? 'is open' : 'is over';
  return new SpikeError(
    'already-started',
    `expected a spike that has not started, found that attempt ${last.open.attempt} of ${last.open.spike} ${state}`,
    {
      hint: end === undefined ? hintWhenOpen(last) : hintWhenOver(last),
    },
  );
}

/** The text is fixed, so that a wrong one takes another spike. */
function hintWhenOpen({ open }: Attempt): string {
  return `spike status; where the hypothesis is wrong, spike kill -m "what was wrong", then git switch ${open.target} && spike new <slug>`;
}

function hintWhenOver(last: Attempt): string {
  if (last.seal === undefined) return 'spike kill -m "what was learnt"';
  return last.seal.decision === 'ship'
    ? 'spike start --again -m "why" opens a review round'
    : 'spike new <slug> begins another spike';
}

function refuseUnlessOver(here: AttemptsHere, { context }: Scene): void {
  const { last } = here;
  const now = ledgerNow(here, context);
  if (last.alive[0] !== undefined) throw stillRunning(last.alive[0], context.world.self.pidns);
  if (endOf(last, now) !== undefined) return;
  throw new SpikeError(
    'already-started',
    `expected an attempt that is over, found attempt ${last.open.attempt} open for ${renderSpan(last.open.deadline - now)} more`,
    {
      hint: 'spike status',
    },
  );
}

/** A ledger lives where its spike was started: work on a branch that was started elsewhere must not begin a second one. */
function refuseForeignWork({ place, tip, config }: Scene): void {
  const { top } = place.worktree;
  const head = headOf(top);
  const bundle = bundleAt({ cwd: top, commit: head, bundle: config.bundle, slug: place.slug });
  if (bundle.files.size > 0) {
    throw new SpikeError('already-started', `expected a branch without a bundle, found ${bundle.folder}`, {
      hint: 'spike start --again -m "why" continues from it, if it is sealed',
    });
  }
  const trailed = commitsBetween(top, tip, head).find(({ trailers }) =>
    trailers.some((value) => sameSlug(parseTrailer(value)?.spike ?? '', place.slug)),
  );
  if (trailed === undefined) return;
  throw new SpikeError(
    'already-started',
    `expected a branch without Spike: trailers, found one on ${trailed.commit.slice(0, 12)}`,
    {
      hint: 'go on where the spike was started, or begin another: spike new <slug>',
    },
  );
}

/** On another machine the sealed bundle on the branch is what an attempt may continue from. */
function continueFromBundle(scene: Scene): Before {
  const { place, config } = scene;
  const { top } = place.worktree;
  const files = bundleAt({ cwd: top, commit: headOf(top), bundle: config.bundle, slug: place.slug });
  const { ledgers } = readBundle(files);
  if (ledgers.kind === 'missing') {
    throw new SpikeError(
      'not-started',
      `expected a spike that was started before, found neither a ledger nor ${files.folder}`,
      { hint: 'spike start' },
    );
  }
  if (ledgers.kind === 'unknown') throw new SpikeError('ledger-broken', ledgers.reason, { hint: ledgers.hint });
  const { earlier, last } = ledgers;
  if (last.seal === undefined || last.open.spike !== place.slug) {
    throw new SpikeError('refused', `expected the sealed bundle of ${place.slug} in ${files.folder}, found another`, {
      hint: 'go on where the spike was started',
    });
  }
  return {
    attempts: reopened([...earlier, last], scene),
    adopt: () =>
      adoptLedgers(
        place.directory,
        scene.context.world,
        new Map([...files.files].map(([name, file]) => [name, file.read()])),
      ),
  };
}
