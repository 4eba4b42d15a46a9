/** What a use case is given of the world: nothing reaches past it for a clock, an environment or a process. */

import type { LedgerWorld } from '../ledger/world.ts';

export interface Context {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly world: LedgerWorld;
}
