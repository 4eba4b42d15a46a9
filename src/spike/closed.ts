/** What ship and kill hand back, and what they say of a spike that is closed already. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { SealRecord } from '../core/record.ts';
import { EVIDENCE_BRANCH_PREFIX } from '../core/slug.ts';
import type { AttemptsHere } from '../ledger/read.ts';
import type { Place } from './place.ts';
import type { BundleContents } from './publish.ts';
import { pushCommands } from './push-commands.ts';

export interface Closed {
  readonly seal: SealRecord;
  readonly commit: CommitId;
  /** The branch that now holds the bundle. */
  readonly branch: string;
  readonly spikeBranch: string;
  /** Commands that publish `branch`. */
  readonly push: readonly string[];
  readonly target: string;
  readonly folder: string;
  /** Names of the files that were published, and their sizes in bytes. */
  readonly published: readonly { readonly name: string; readonly bytes: number }[];
}

interface Publication {
  readonly attempts: AttemptsHere;
  readonly seal: SealRecord;
  readonly commit: CommitId;
  readonly branch: string;
  readonly folder: string;
  readonly contents: BundleContents;
}

export function closedOf(place: Place, { attempts, seal, commit, branch, folder, contents }: Publication): Closed {
  return {
    seal,
    commit,
    branch,
    spikeBranch: place.branch,
    push: pushCommands(place.worktree.top, branch),
    target: attempts.last.open.target,
    folder,
    published: [...contents].map(([name, bytes]) => ({ name, bytes: bytes.length })),
  };
}

export function closedAlready(place: Place, seal: SealRecord): SpikeError {
  const [decision, branch] =
    seal.decision === 'ship' ? ['shipped', place.branch] : ['killed', `${EVIDENCE_BRANCH_PREFIX}${place.slug}`];
  return new SpikeError('already-closed', `expected an open spike, found ${place.slug} ${decision} already`, {
    hint: pushCommands(place.worktree.top, branch).join(' && '),
  });
}
