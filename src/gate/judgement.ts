/** Pure: what a pull-request gate hands back. */

import type { CommitId } from '../core/brand.ts';
import type { PullRequestFacts } from '../core/facts.ts';
import type { Judged } from '../core/judged.ts';
import type { Verdict } from '../core/verdict.ts';

export interface JudgedSpike {
  readonly verdict: Verdict;
  readonly facts: PullRequestFacts;
}

export interface Judgement {
  readonly judged: Judged;
  readonly target: CommitId;
  readonly head: CommitId;
  /** Name of the head branch: untrusted. */
  readonly branch: string;
  readonly passed: boolean;
  /** One a spike; empty where the pull request is no spike. */
  readonly spikes: readonly JudgedSpike[];
}
