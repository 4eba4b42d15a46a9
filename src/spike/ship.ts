/** `spike ship`: refuses what the gate would refuse, writes the evidence, seals, and commits the bundle on the spike branch. */

import { bundleFolder } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import type { Verdict } from '../core/verdict.ts';
import { ensureIdentity, placeBundle } from '../git/bundle-commit.ts';
import { openRepository } from '../git/repository.ts';
import { alignHooks } from '../install/arming.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import { type Closed, closedAlready, closedOf } from './closed.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';
import { type Prospect, prospectOf } from './prospect.ts';
import { bundleContents, holdsBundle, publishBundle } from './publish.ts';
import { judgeShipping } from './readiness.ts';
import { sealSpike } from './seal.ts';
import { refuseMidRebase, type StartedSpike, startedHere } from './started.ts';

export type Shipping =
  | { readonly kind: 'closed'; readonly closed: Closed }
  | { readonly kind: 'refused'; readonly verdict: Verdict };

/** `paragraph` is asked for only when a seal is still to be written. */
export async function shipSpike(paragraph: () => Promise<string>, context: Context): Promise<Shipping> {
  const spike = startedHere(context);
  refuseMidRebase(spike.place);
  const { seal } = spike.attempts.last;
  if (seal?.decision === 'kill') throw closedAlready(spike.place, seal);
  if (seal === undefined) {
    // A spent budget is told first: nothing that would clean the tree is let through any more.
    if (spike.attempts.last.spent === undefined) await refuseDirty(spike);
    const verdict = judgeShipping(spike, context);
    if (!verdict.passed) return { kind: 'refused', verdict };
    ensureIdentity(spike.place.worktree.top);
    const reason = await paragraph();
    await refuseDirty(spike);
    const survey = surveyFor(spike.place, context);
    const refused = sealSpike(spike.place, { decision: 'ship', paragraph: reason, survey }, context);
    if (refused !== undefined) return { kind: 'refused', verdict: refused };
  }
  alignHooks({ ...context, cwd: spike.place.worktree.top });
  return { kind: 'closed', closed: publish(spike, seal !== undefined, context) };
}

/** The gate's question once more, of the ledger and the branch as they are when the seal is written. */
function surveyFor(place: Place, context: Context) {
  return (attempts: AttemptsHere): Prospect | { readonly refused: Verdict } => {
    const verdict = judgeShipping({ place, attempts }, context);
    return verdict.passed ? prospectOf(place, attempts) : { refused: verdict };
  };
}

/** Reads the ledger again: the seal is part of what is published. */
function publish({ place }: StartedSpike, sealedBefore: boolean, context: Context): Closed {
  const attempts = readAttempts(place.directory, context.world.isGone);
  const seal = attempts?.last.seal;
  if (attempts === undefined || seal === undefined)
    throw new SpikeError('ledger-broken', `expected a sealed ledger in ${place.directory}, found none`, {
      hint: `spike verify ${place.directory}/command_log.jsonl`,
    });
  const { head, config, change } = prospectOf(place, attempts);
  const folder = bundleFolder(config.bundle, place.slug);
  const contents = bundleContents(place, attempts);
  const { top } = place.worktree;
  if (sealedBefore && holdsBundle(top, { commit: head, folder, contents })) {
    placeBundle({ cwd: top, folder, files: contents });
    throw closedAlready(place, seal);
  }
  if (change.patch !== seal.patch) {
    throw new SpikeError(
      'refused',
      `expected ${place.branch} to change what was sealed at ${seal.commit.slice(0, 12)}, found other changes`,
      {
        hint: `git reset --soft ${seal.commit.slice(0, 12)}, or spike start --again -m "why"`,
      },
    );
  }
  const commit = publishBundle(contents, attempts, {
    place,
    bundle: config.bundle,
    ref: `refs/heads/${place.branch}`,
    parent: head,
    expected: head,
  });
  placeBundle({ cwd: top, folder, files: contents });
  return closedOf(place, { attempts, seal, commit, branch: place.branch, folder, contents });
}

async function refuseDirty({ place }: StartedSpike): Promise<void> {
  const dirty = await openRepository(place.worktree.top).dirtyPaths();
  if (dirty.length === 0) return;
  const named = dirty.slice(0, 5).join(', ');
  throw new SpikeError(
    'refused',
    `expected a clean working tree, found ${dirty.length} changed: ${named}${dirty.length > 5 ? ', …' : ''}`,
    {
      hint: 'git add -A && git commit, spike-run the observable again if that changed anything, then spike ship -m "why"',
    },
  );
}
