/** Pure: bytes of one ledger to the attempt they record. Memory does not grow with the passing runs. */

import type { RecordHash } from './brand.ts';
import { type ChainState, createChain } from './chain.ts';
import { createLineCutter } from './lines.ts';
import { type Attempt, createReplay, type IsGone } from './replay.ts';

export interface AttemptReader {
  readonly push: (chunk: Uint8Array) => void;
  readonly finish: () => {
    readonly attempt: Attempt;
    readonly chain: ChainState;
    readonly hashes: ReadonlyMap<number, RecordHash>;
  };
}

interface ReadingOptions {
  /** Names the ledger in errors. */
  readonly file?: string;
  readonly isGone: IsGone;
  /** Records whose hash the caller wants to compare, by `seq`. */
  readonly wanted?: ReadonlySet<number>;
}

/** Reads one ledger chunk by chunk. `push` and `finish` throw `ledger-broken` with the line. */
export function createAttemptReader({ file, isGone, wanted }: ReadingOptions): AttemptReader {
  const chain = createChain(file);
  const replay = createReplay();
  const hashes = new Map<number, RecordHash>();
  const lines = createLineCutter((line) => {
    const link = chain.push(line);
    replay.push(link);
    if (wanted?.has(link.record.seq) === true) hashes.set(link.record.seq, link.hash);
  }, file);
  return {
    push: lines.push,
    finish() {
      lines.end();
      const state = chain.state();
      return { attempt: replay.finish(state, isGone), chain: state, hashes };
    },
  };
}
