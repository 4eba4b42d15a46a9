/** `spike kill`: writes the evidence, seals, and commits the bundle on a branch of its own; working tree and index stay as they are. */

import type { CommitId } from '../core/brand.ts';
import { bundleFolder } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { EVIDENCE_BRANCH_PREFIX } from '../core/slug.ts';
import type { WithoutLedger } from '../gate/without-ledger.ts';
import { ensureIdentity, placeBundle } from '../git/bundle-commit.ts';
import { listTree, resolveCommit } from '../git/objects.ts';
import { alignHooks } from '../install/arming.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import type { Closed } from './closed.ts';
import { closedAlready, closedOf } from './closed.ts';
import type { Context } from './context.ts';
import { discardCommand } from './discard-command.ts';
import type { Place } from './place.ts';
import { type Prospect, prospectOfKill } from './prospect.ts';
import { type BundleContents, bundleContents, holdsBundle, publishBundle } from './publish.ts';
import { sealSpike } from './seal.ts';
import { refuseMidRebase, startedHere } from './started.ts';
import { targetOf } from './target.ts';

/** `paragraph` is asked for only when a seal is still to be written. */
export async function killSpike(paragraph: () => Promise<string>, context: Context): Promise<Closed> {
  const { place, attempts } = startedHere(context, discardInstead);
  refuseMidRebase(place);
  const { seal } = attempts.last;
  if (seal?.decision === 'ship') throw closedAlready(place, seal);
  if (seal === undefined) {
    ensureIdentity(place.worktree.top);
    sealSpike(
      place,
      { decision: 'kill', paragraph: await paragraph(), survey: (now) => prospectOfKill(place, now) },
      context,
    );
  }
  alignHooks({ ...context, cwd: place.worktree.top });
  return publish(place, seal !== undefined, context);
}

/** Nothing was recorded, so there is nothing to keep. */
function discardInstead({ state, hint }: WithoutLedger, { worktree, branch }: Place): string {
  if (state === 'shipped' || state === 'worked-on') return hint;
  const target = targetOf({ worktree, branch, command: 'spike start' });
  return `${discardCommand(target, branch)} discards it, since nothing was recorded; to go on: ${hint}`;
}

function publish(place: Place, sealedBefore: boolean, context: Context): Closed {
  const attempts = readAttempts(place.directory, context.world.isGone);
  const seal = attempts?.last.seal;
  if (attempts === undefined || seal === undefined) {
    throw new SpikeError('ledger-broken', `expected a sealed ledger in ${place.directory}, found none`, {
      hint: `spike verify ${place.directory}`,
    });
  }
  const prospect = prospectOfKill(place, attempts);
  const contents = bundleContents(place, attempts);
  const branch = `${EVIDENCE_BRANCH_PREFIX}${place.slug}`;
  const tip = resolveCommit(place.worktree.top, `refs/heads/${branch}`);
  const folder = bundleFolder(prospect.config.bundle, place.slug);
  const before = tip !== undefined && holdsBundle(place.worktree.top, { commit: tip, folder, contents });
  const commit = publishBundle(contents, attempts, {
    place,
    bundle: prospect.config.bundle,
    ref: `refs/heads/${branch}`,
    parent: tip ?? prospect.change.base,
    expected: tip,
  });
  const replaced = replaceShippedBundle(place, { attempts, prospect, contents, folder });
  if (sealedBefore && before && !replaced) throw closedAlready(place, seal);
  return closedOf(place, { attempts, seal, commit, branch, folder, contents });
}

interface Replacement {
  readonly attempts: AttemptsHere;
  readonly prospect: Prospect;
  readonly contents: BundleContents;
  readonly folder: string;
}

/** A bundle of an earlier ship on the spike branch would go on claiming it: the kill takes its place there too. */
function replaceShippedBundle(place: Place, { attempts, prospect, contents, folder }: Replacement): boolean {
  const { top } = place.worktree;
  const head: CommitId = prospect.head;
  if (listTree(top, head, folder).length === 0 || holdsBundle(top, { commit: head, folder, contents })) return false;
  publishBundle(contents, attempts, {
    place,
    bundle: prospect.config.bundle,
    ref: `refs/heads/${place.branch}`,
    parent: head,
    expected: head,
  });
  placeBundle({ cwd: top, folder, files: contents });
  return true;
}
