/** Pure: one thing that a rule found. Plain data; `report/` puts it before people. */

export const RULE_IDS = [
  'spike-open',
  'clock',
  'budget',
  'paths',
  'attempts',
  'hypothesis',
  'evidence',
  'log',
  'trailers',
  'observable',
  'seal',
  'decision',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

export interface Finding {
  readonly rule: RuleId;
  /** What was expected and what was found. Lower case, no full stop. May hold untrusted text: it leaves only through `report/escape.ts`. */
  readonly message: string;
  /** The command that mends it, or the one thing to change. */
  readonly hint: string;
  /** Path from the top of the repository, and a line in it (from 1), where there is a place to point at. */
  readonly file?: string;
  readonly line?: number;
}

/** What a rule found in its facts: the hint is required, a finding without a way on helps nobody. */
export type Found = Omit<Finding, 'rule'>;
