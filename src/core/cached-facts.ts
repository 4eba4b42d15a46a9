/**
 * Pure: what the hooks' shell may let through without a judge, for one attempt on one boot. Written for `hooks/live.sh`, a line for each
 * thing it reads; a local convenience that nothing else believes.
 */

import type { CommitId, RecordHash } from './brand.ts';
import type { OpenRecord } from './record.ts';
import type { BootClock } from './time.ts';

/** Read by the shell word by word: another meaning needs another number here and there. */
const FORMAT = 'spike-gate facts 1';

/** How the branch lies in its repository. */
export interface Landscape {
  /** The target's newest commit. */
  readonly tip: CommitId;
  /** Files below the git common directory that a move of the target would write: the tip is known only while these are older. */
  readonly targetFiles: readonly string[];
  /** Pathspecs that leave out what is declared; none where git alone cannot tell what is inside. */
  readonly undeclared: readonly string[];
}

export interface LiveAttempt {
  readonly open: OpenRecord;
  /** Of the opening record. */
  readonly opening: RecordHash;
  readonly boot: string;
  readonly clock: BootClock;
  readonly landscape: Landscape;
}

/** Nothing where a line cannot carry what it should say. */
export function renderCachedFacts({ open, opening, boot, clock, landscape }: LiveAttempt): string | undefined {
  const { tip, targetFiles, undeclared } = landscape;
  // On this boot the deadline is a reading of the boot clock, which the kernel shows in seconds.
  const until = Math.floor((clock.up + (open.deadline - clock.ts) * 1000) / 1000);
  const lines = [
    FORMAT,
    boot,
    String(Math.max(0, until)),
    open.branch,
    opening,
    `${open.spike}/${open.attempt}`,
    tip,
    ...targetFiles.map((file) => `older ${file}`),
    ...undeclared,
    'end',
  ];
  return lines.every(isOneLine) ? lines.map((line) => `${line}\n`).join('') : undefined;
}

/** As the shell reads it back. */
function isOneLine(line: string): boolean {
  return line !== '' && !/[\n\0]/.test(line);
}
