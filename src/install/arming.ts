/** Brings the hooks that watch every ref in line with the spikes that are open: when one begins, and when one has been sealed. */

import { DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { apply } from './apply.ts';
import { surveyOf } from './init.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { hasOpenSpike } from './open-spikes.ts';
import { planArming } from './plan-init.ts';
import { readRepository } from './repository.ts';

/** What has no say in the hooks. */
const UNASKED = { config: DEFAULT_CONFIG, target: undefined, agents: false, version: undefined };

interface Here {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: LedgerWorld;
}

/** Does nothing where `init` was not typed, and nothing half: what stands in the way is told by whoever looks at the hooks next. */
export function alignHooks({ cwd, env, world }: Here): void {
  try {
    const repository = readRepository(cwd, env);
    const look = () => {
      const { seen, ...survey } = surveyOf(repository);
      const armed = hasOpenSpike(repository.commonDir);
      return {
        seen,
        plan: planArming({ ...survey, ...UNASKED, armed }),
      };
    };
    if (look().plan.steps.length === 0) return;
    oneAtATime(repository.commonDir, world, () => {
      const { plan, seen } = look();
      apply(plan.steps, { seen });
    });
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
  }
}
