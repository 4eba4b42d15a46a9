/** `spike start`: checks the hypothesis, fixes it in the opening record, and starts the clock. */

import { renderPolicy } from '../config/policy.ts';
import type { CommitId } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import type { Attempt } from '../core/replay.ts';
import { VERSION } from '../core/version.ts';
import { configAt } from '../gate/config-at.ts';
import { mergeBase } from '../git/merge-base.ts';
import { targetTip } from '../git/target.ts';
import { writePatterns } from '../install/patterns.ts';
import { noteBranch } from '../ledger/control-directory.ts';
import { createLedger, type OpenDraft, type OpeningMoment } from '../ledger/store.ts';
import { attemptsBefore } from './again.ts';
import type { Context } from './context.ts';
import { type Contract, readContract } from './contract.ts';
import { headOf } from './head.ts';
import { type Limits, limitsFor } from './limits.ts';
import { type Place, placeForStart } from './place.ts';

export interface StartRequest {
  /** Opens another attempt on the same hypothesis; needs `reason`. */
  readonly again: boolean;
  readonly reason: string | undefined;
  /** `90m`, `1h30m`; no longer than the policy's. */
  readonly clock: string | undefined;
  /** No larger than the policy's. */
  readonly budget: string | undefined;
  readonly target: string | undefined;
  /** A file to read instead of the draft, from the working directory. */
  readonly hypothesis: string | undefined;
}

export interface Started {
  readonly open: OpenRecord;
  readonly directory: string;
}

/** Opens the ledger. Everything is checked before anything is written. */
export function startSpike(request: StartRequest, context: Context): Started {
  const { place, target } = placeForStart(request.target, context);
  const tip = targetTip(place.worktree.top, target);
  const config = configAt(place.worktree.top, tip);
  const { attempts: before, adopt } = attemptsBefore(request, { place, tip, config, context });
  const contract = readContract(request.hypothesis, { place, config, before, context });
  const limits = limitsFor(request, { config, context });
  const opening = { place, target, tip, config, before, contract, limits, reason: request.reason };
  adopt();
  const open = createLedger(place.directory, context.world, (moment) => openingDraft(opening, moment));
  noteBranch(place.worktree.commonDir, place.branch, place.directory);
  writePatterns(place.worktree.commonDir, config.branches);
  return { open, directory: place.directory };
}

interface Opening {
  readonly place: Place;
  readonly target: string;
  readonly tip: CommitId;
  readonly config: Config;
  readonly before: readonly Attempt[];
  readonly contract: Contract;
  readonly limits: Limits;
  readonly reason: string | undefined;
}

function openingDraft(opening: Opening, { reading, now }: OpeningMoment): OpenDraft {
  const { place, contract, limits, before } = opening;
  const previous = before.at(-1);
  return {
    kind: 'open',
    spike: place.slug,
    repo: place.repository,
    branch: place.branch,
    target: opening.target,
    base: baseOf(place.worktree.top, opening.tip),
    attempt: before.length + 1,
    ...(previous === undefined ? {} : { previous: previous.head, reason: opening.reason ?? '' }),
    hypothesis: contract.text,
    paths: contract.hypothesis.paths,
    observable: contract.hypothesis.observable,
    deadline: now + limits.clock,
    budget: limits.budget,
    policy: renderPolicy(opening.config),
    boot: reading.boot,
    up: reading.up,
    tool: `spike-gate/${VERSION}`,
  };
}

function baseOf(top: string, tip: CommitId): CommitId {
  const found = mergeBase(top, tip, [headOf(top)]);
  if (found.kind === 'one') return found.base;
  throw new SpikeError('refused', `expected one merge base with the target, found ${found.kind}`, {
    hint: 'rebase the branch onto the target: git rebase <target>',
  });
}
