/** Joins a commit to the ledger by its `Spike:` trailer. */

import type { Slug } from '../core/brand.ts';
import type { Ledgers } from '../core/facts.ts';
import { sameSlug } from '../core/slug.ts';
import { parseTrailer, renderTrailer, trailerHead } from '../core/trailer.ts';
import { addTrailer } from '../git/message.ts';
import type { Worktree } from '../git/worktree.ts';
import { notedDirectory } from '../ledger/control-directory.ts';
import { holdsRecord } from '../ledger/read.ts';

interface Message {
  /** What git gave the hook: the message's file first. */
  readonly args: readonly string[];
  readonly worktree: Worktree;
}

interface SpikeOfMessage {
  readonly branch: string;
  readonly slug: Slug;
  readonly ledgers: Ledgers;
}

/** Amending and rebasing keep the trailer of a record that this spike's ledgers hold; every other message gets the newest record's. */
export function trailMessage({ args, worktree }: Message, { branch, slug, ledgers }: SpikeOfMessage): void {
  const [file] = args;
  const directory = notedDirectory(worktree.commonDir, branch);
  if (file === undefined || directory === undefined || ledgers.kind !== 'intact') return;
  const { open, records, head } = ledgers.last;
  addTrailer(worktree.top, file, {
    value: renderTrailer({ spike: open.spike, attempt: open.attempt, seq: records - 1, head: trailerHead(head) }),
    keep: (value) => {
      const trailer = parseTrailer(value);
      return trailer !== undefined && sameSlug(trailer.spike, slug) && holdsRecord(directory, trailer);
    },
  });
}
