/** Pure: what the evidence comment is made of. */

import type { PullRequestFacts } from '../core/facts.ts';
import type { SealRecord } from '../core/record.ts';
import type { Attempt } from '../core/replay.ts';
import type { Verdict } from '../core/verdict.ts';

export interface CommentView {
  readonly verdict: Verdict;
  readonly facts: PullRequestFacts;
  /** The one command by which a reader comes to the same verdict; empty where it has been told before. */
  readonly verifyCommand: string;
}

/** How the spike stands, whatever the rules say of it. */
export type Outcome =
  | { readonly kind: 'sealed'; readonly last: Attempt; readonly seal: SealRecord }
  | { readonly kind: 'open'; readonly last: Attempt | undefined }
  | { readonly kind: 'unreadable' };

export function outcomeOf({ ledgers }: PullRequestFacts): Outcome {
  switch (ledgers.kind) {
    case 'missing':
      return { kind: 'open', last: undefined };
    case 'unknown':
      return { kind: 'unreadable' };
    case 'intact': {
      const { last } = ledgers;
      return last.seal === undefined ? { kind: 'open', last } : { kind: 'sealed', last, seal: last.seal };
    }
  }
}

/** The last attempt, where its ledger could be read. */
export function lastOf({ ledgers }: PullRequestFacts): Attempt | undefined {
  return ledgers.kind === 'intact' ? ledgers.last : undefined;
}
