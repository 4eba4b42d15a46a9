/** `spike start`: checks the hypothesis, fixes it in the opening record, and starts the clock. */

import { renderPolicy } from '../config/policy.ts';
import type { CommitId } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import type { HookName } from '../core/hook-name.ts';
import type { OpenRecord } from '../core/record.ts';
import type { Attempt } from '../core/replay.ts';
import { VERSION } from '../core/version.ts';
import { configAt } from '../gate/config-at.ts';
import { landscapeOf } from '../gate/landscape.ts';
import { targetTip } from '../git/target.ts';
import { alignHooks } from '../install/arming.ts';
import { missingHooks } from '../install/hooks-here.ts';
import { writePatterns } from '../install/patterns.ts';
import { noteBranch } from '../ledger/control-directory.ts';
import { keepFacts } from '../ledger/facts-file.ts';
import { createLedger, type OpenDraft, type OpeningMoment } from '../ledger/store.ts';
import { attemptsBefore } from './again.ts';
import { baseOf } from './base.ts';
import type { Context } from './context.ts';
import { type Contract, readContract } from './contract.ts';
import { doubtsAbout } from './doubts.ts';
import { type Limits, limitsFor } from './limits.ts';
import { observableCommand } from './observable-command.ts';
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
  /** What is odd about the hypothesis and may yet be meant; one text each. */
  readonly doubts: readonly string[];
  /** Hooks that do not hold this clone. */
  readonly missingHooks: readonly HookName[];
  /** Tries the observable from where the person stands. */
  readonly tryIt: string;
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
  const doubts = doubtsAbout(contract.hypothesis, place.worktree.top, context);
  adopt();
  // Before the clock runs: the hooks and every command look for these.
  writePatterns(place.worktree.commonDir, config.branches);
  noteBranch(place.worktree.commonDir, place.branch, place.directory);
  const open = createLedger(place.directory, context.world, (moment) => openingDraft(opening, moment));
  const { top, commonDir } = place.worktree;
  keepFacts(place.directory, context.world, (opened) => landscapeOf(commonDir, opened, tip));
  alignHooks({ ...context, cwd: top });
  return {
    open,
    directory: place.directory,
    doubts,
    missingHooks: missingHooks(top, context.env),
    tryIt: observableCommand(open.observable, { top, cwd: context.cwd }),
  };
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
    base: baseOf(place.worktree.top, opening),
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
