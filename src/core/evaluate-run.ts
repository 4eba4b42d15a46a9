/** Pure: the run gate's column of the policy alone. Every wrapped command pays for what this file imports. */

import type { RunFacts } from './facts.ts';
import type { Finding } from './finding.ts';
import { budget } from './rules/budget.ts';
import { clock } from './rules/clock.ts';
import type { Rule } from './rules/rule.ts';
import { spikeOpen } from './rules/spike-open.ts';

/** In the order of the table; a test holds the two together. */
export const RUN_RULES: readonly Rule[] = [spikeOpen, clock, budget];

/** What the rules of this gate find; nothing where the command may run. */
export function evaluateRun(facts: RunFacts): readonly Finding[] {
  return RUN_RULES.flatMap(({ id, run }) => (run?.(facts) ?? []).map((found): Finding => ({ rule: id, ...found })));
}
