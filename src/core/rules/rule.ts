/** Pure: the shape of a rule. The gates that it has a method for are its row in the table of SPEC.md. */

import type { CommitFacts, MoveFacts, PullRequestFacts, PushFacts, RunFacts } from '../facts.ts';
import type { Found, RuleId } from '../finding.ts';

/**
 * Said by a rule that cannot judge because of what another rule finds: it neither holds nor tells the same again.
 * A verdict with such a rule in it never passes.
 */
export const UNJUDGED = 'unjudged';

/** What a rule found; an empty list where it holds. */
export type Ruling = readonly Found[] | typeof UNJUDGED;

type Judge<Facts, Result = Ruling> = (facts: Facts) => Result;

export interface Rule {
  readonly id: RuleId;
  /** Always judges: what it asks about has been read, and the wrapper asks nobody else. */
  readonly run?: Judge<RunFacts, readonly Found[]>;
  readonly commit?: Judge<CommitFacts>;
  readonly move?: Judge<MoveFacts>;
  readonly push?: Judge<PushFacts>;
  readonly pullRequest?: Judge<PullRequestFacts>;
  readonly evidence?: Judge<PullRequestFacts>;
  readonly carrier?: Judge<PullRequestFacts>;
}
