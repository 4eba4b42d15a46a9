/** Pure: the shape of a rule. The gates that it has a method for are its row in the table of SPEC.md. */

import type { CommitFacts, PullRequestFacts, PushFacts, RunFacts } from '../facts.ts';
import type { Found, RuleId } from '../finding.ts';

type Judge<Facts> = (facts: Facts) => readonly Found[];

export interface Rule {
  readonly id: RuleId;
  readonly run?: Judge<RunFacts>;
  readonly commit?: Judge<CommitFacts>;
  readonly push?: Judge<PushFacts>;
  readonly pullRequest?: Judge<PullRequestFacts>;
  readonly evidence?: Judge<PullRequestFacts>;
  readonly carrier?: Judge<PullRequestFacts>;
}
