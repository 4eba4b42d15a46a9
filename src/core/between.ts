/** Pure: what is known to have changed between the first and the last time that one failure was seen. */

import type { PullRequestFacts, TrailedCommit } from './facts.ts';
import type { FailureGroup } from './failures.ts';
import type { Attempt } from './replay.ts';

export interface Between {
  /** Runs of anything else that ended in between; nothing where there were too many to keep. */
  readonly others: { readonly runs: number; readonly passed: number } | undefined;
  readonly commits: CommitsBetween;
}

/** By their trailers, which name the newest record of their moment: `all` where every commit that is here has one that holds. */
export interface CommitsBetween {
  readonly known: 'all' | 'some' | 'none';
  readonly number: number;
}

/** Of a group that failed more than once. */
export function changedBetween(
  group: FailureGroup,
  attempt: Attempt,
  trailers: PullRequestFacts['trailers'] | undefined,
): Between {
  return { others: othersBetween(group, attempt), commits: commitsBetween(group, attempt, trailers) };
}

function othersBetween({ count, firstSeq, lastSeq }: FailureGroup, attempt: Attempt): Between['others'] {
  const { moments, runs } = attempt;
  const ended = moments.filter(({ what }) => what !== 'refused');
  if (ended.length < runs) return undefined;
  const between = ended.filter(({ seq }) => firstSeq < seq && seq < lastSeq);
  return {
    // Its first and its last are not in between.
    runs: between.length - (count - 2),
    passed: between.filter(({ what }) => what === 'passed' || what === 'held').length,
  };
}

function commitsBetween(
  { firstSeq, lastSeq }: FailureGroup,
  { open }: Attempt,
  trailers: PullRequestFacts['trailers'] | undefined,
): CommitsBetween {
  if (trailers === undefined || 'kind' in trailers) return { known: 'none', number: 0 };
  const seqs = trailers.flatMap((commit) => seqIn(commit, open.attempt));
  return {
    known: trailers.every(holds) ? 'all' : 'some',
    number: seqs.filter((seq) => firstSeq <= seq && seq < lastSeq).length,
  };
}

function holds({ trailer, matches }: TrailedCommit): boolean {
  return typeof trailer !== 'string' && matches;
}

function seqIn({ trailer, matches }: TrailedCommit, attempt: number): readonly number[] {
  return typeof trailer !== 'string' && matches && trailer.attempt === attempt ? [trailer.seq] : [];
}
