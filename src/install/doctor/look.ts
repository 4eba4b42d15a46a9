/** What `spike init` would do here now, which is what is not in place. */

import { join } from 'node:path';
import { type Config, DEFAULT_CONFIG } from '../../core/config.ts';
import { SpikeError } from '../../core/error.ts';
import { type GitVersion, readGitVersion } from '../../git/version.ts';
import type { HookSettings } from '../config-hooks.ts';
import type { ReadExisting } from '../existing.ts';
import { readConfig, surveyOf } from '../init.ts';
import type { Scenery } from '../manager.ts';
import { hasOpenSpike } from '../open-spikes.ts';
import { type GateFolder, gateFolder } from '../places.ts';
import type { Plan } from '../plan.ts';
import { planInit, sceneryOf } from '../plan-init.ts';
import { committedPaths } from '../present.ts';
import type { Repository } from '../repository.ts';

export interface Look {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly scenery: Scenery;
  /** Whether a spike is open here, so that its branch has to be watched. */
  readonly armed: boolean;
  /** Of the hooks and what they need, without the files that a team keeps. */
  readonly plan: Plan;
  readonly settings: HookSettings;
  /** Of the git on PATH; undefined where it does not say. */
  readonly version: GitVersion | undefined;
  readonly read: ReadExisting;
}

export function lookAt(repository: Repository): Look {
  const { seen: _seen, ...survey } = surveyOf(repository);
  const { read, settings } = survey;
  const version = readGitVersion(repository.top);
  const config = configOf(repository);
  const armed = hasOpenSpike(repository.commonDir);
  const gate = gateFolder(repository.commonDir);
  const plan = planInit({ ...survey, config, target: undefined, agents: false, armed, version });
  const others = new Set([
    gate.id,
    gate.installed,
    ...committedPaths(config.bundle).map((path) => join(repository.top, path)),
  ]);
  const steps = plan.steps.filter(({ path }) => !others.has(path));
  return {
    repository,
    gate,
    scenery: sceneryOf({ repository, read }),
    armed,
    plan: { ...plan, steps },
    settings,
    version,
    read,
  };
}

/** Broken settings stop no hook. */
function configOf(repository: Repository): Config {
  try {
    return readConfig(repository);
  } catch (error) {
    if (error instanceof SpikeError) return DEFAULT_CONFIG;
    throw error;
  }
}
