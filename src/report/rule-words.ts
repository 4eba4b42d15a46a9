/** Pure: what each rule asks, in one line that is true when it holds. */

import type { RuleId } from '../core/finding.ts';

export const RULE_WORDS: Readonly<Record<RuleId, string>> = {
  'spike-open': 'the spike is open',
  clock: 'no run began after the deadline',
  budget: 'no fingerprint failed often enough to spend the budget',
  paths: 'nothing changed outside the declared paths, nor on a protected one',
  attempts: 'no more attempts than allowed, and the log of each is here',
  hypothesis: 'the hypothesis is the one that was opened',
  evidence: 'the evidence says what the log says, and gives its reason',
  log: 'the command log is unbroken and ends in a seal',
  trailers: 'every trailer of a commit matches the log',
  observable: 'the observable held, in time, on exactly what is sealed',
  seal: 'the seal speaks for this change',
  decision: 'the decision is the one that this pull request needs',
};
