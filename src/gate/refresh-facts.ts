/** Lets the hooks' shell judge the next commit by itself, where what it went by has gone stale. */

import { SpikeError } from '../core/error.ts';
import type { Ledgers } from '../core/facts.ts';
import { targetTipHere } from '../git/target.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory } from '../ledger/control-directory.ts';
import { doFactsServe, keepFacts } from '../ledger/facts-file.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { landscapeOf, targetFiles } from './landscape.ts';

interface Here {
  readonly worktree: Worktree;
  readonly branch: string;
  readonly world: LedgerWorld;
}

export function refreshFacts({ worktree, branch, world }: Here, ledgers: Ledgers): void {
  const { commonDir } = worktree;
  const directory = notedDirectory(commonDir, branch);
  if (directory === undefined || ledgers.kind !== 'intact' || ledgers.last.seal !== undefined) return;
  const { open } = ledgers.last;
  const files = targetFiles(open).map((file) => `${commonDir}/${file}`);
  if (doFactsServe(directory, { boot: world.self.boot, files })) return;
  try {
    const landscape = landscapeOf(commonDir, open, targetTipHere(worktree, open.target));
    keepFacts(directory, world, (found) => (found.attempt === open.attempt ? landscape : undefined));
  } catch (error) {
    // The program goes on being asked.
    if (!(error instanceof SpikeError)) throw error;
  }
}
