/**
 * Pure: what the hooks' shell may let through without a judge. Written for `hooks/live.sh`, which reads it a character at a time; a local
 * convenience that nothing else believes.
 */

import type { CommitId, RecordHash } from './brand.ts';
import type { ChainState } from './chain.ts';
import type { Standing } from './facts.ts';

/** Read by the shell word by word: another meaning needs another number here and there. */
const STANDING = 'spike-gate 1';
const FACTS = 'spike-gate facts 1';

/** Of a hash, what a trailer takes of it too. */
const DIGITS = 12;

/** Where a ledger stands, on one boot. */
export interface LedgerStanding extends Standing {
  /** Of the opening record. */
  readonly opening: string;
  readonly chain: Pick<ChainState, 'records' | 'head' | 'clocks'>;
  readonly boot: string;
}

/** One line, which every change of the ledger writes anew. */
export function renderStanding({ open, seal, spent, opening, chain, boot }: LedgerStanding): string {
  const clock = chain.clocks.get(boot);
  if (seal !== undefined || spent !== undefined || clock === undefined || /\s/.test(open.branch)) {
    return `${STANDING} over\n`;
  }
  // On this boot the deadline is a reading of the boot clock, which the kernel shows in seconds.
  const until = Math.max(0, Math.floor((clock.up + (open.deadline - clock.ts) * 1000) / 1000));
  const { records, head } = chain;
  const attempt = `${open.spike}/${open.attempt}`;
  const words = [STANDING, boot, until, opening.slice(0, DIGITS), records, head.slice(0, DIGITS), attempt, open.branch];
  return `${words.join(' ')}\n`;
}

/** How the branch lies in its repository. */
export interface Landscape {
  /** The target's newest commit. */
  readonly tip: CommitId;
  /** Files below the git common directory that a move of the target would write: the tip is known only while these are older. */
  readonly targetFiles: readonly string[];
  /** Pathspecs that leave out what is declared; none where git has to be asked in another way. */
  readonly undeclared: readonly string[];
  /** Pathspecs of what is protected, where a declared path might lie in it. */
  readonly guarded: readonly string[];
}

/** What holds for a whole attempt. Nothing where a line cannot carry what it should say. */
export function renderCachedFacts(
  opening: RecordHash,
  { tip, targetFiles, undeclared, guarded }: Landscape,
): string | undefined {
  const lines = [
    FACTS,
    opening.slice(0, DIGITS),
    tip,
    ...targetFiles.map((file) => `older ${file}`),
    ...guarded.map((pathspec) => `guard ${pathspec}`),
    ...undeclared,
    'end',
  ];
  return lines.every(isOneLine) ? lines.map((line) => `${line}\n`).join('') : undefined;
}

/** As the shell reads it back. */
function isOneLine(line: string): boolean {
  return line !== '' && !/[\n\0]/.test(line);
}
