/** Pure: the decision of a gate. */

import type { Slug } from './brand.ts';
import type { Finding, RuleId } from './finding.ts';

/**
 * A place that asks for a verdict. `move` is any change of a spike's branch, `evidence` a pull request that carries a killed spike's
 * bundle alone, `carrier` one from a branch that carries spikes on which were judged before.
 */
export type Gate = 'run' | 'commit' | 'move' | 'push' | 'pull-request' | 'evidence' | 'carrier';

export interface Verdict {
  readonly gate: Gate;
  readonly slug: Slug;
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  /** Rules of this gate's column that judged and found nothing. */
  readonly held: readonly RuleId[];
  /** Said to the reader, without any weight in the decision. */
  readonly notices: readonly string[];
}
