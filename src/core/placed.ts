/** Pure: where in its bundle a finding of a spike points, so that a reviewer is led there and it stands beside the diff. */

import { bundleFolder, EVIDENCE_FILE, HYPOTHESIS_FILE, LEDGER_FILE } from './bundle.ts';
import type { PullRequestFacts } from './facts.ts';
import type { Finding, RuleId } from './finding.ts';
import type { Attempt } from './replay.ts';
import type { Verdict } from './verdict.ts';

type Place = Pick<Finding, 'file' | 'line'>;

/** A place that the rule gave itself is better: it is kept. */
export function placeFindings(verdict: Verdict, facts: PullRequestFacts): Verdict {
  const findings = verdict.findings.map((finding) =>
    finding.file === undefined ? { ...finding, ...placeOf(finding.rule, facts) } : finding,
  );
  return { ...verdict, findings };
}

function placeOf(rule: RuleId, facts: PullRequestFacts): Place {
  switch (rule) {
    case 'spike-open':
    case 'paths':
    case 'trailers':
      return {};
    case 'hypothesis':
      return { file: fileOf(facts, HYPOTHESIS_FILE) };
    case 'evidence':
      return { file: fileOf(facts, EVIDENCE_FILE) };
    case 'attempts':
    case 'log':
      return ledgerPlace(facts, () => undefined);
    case 'clock':
      return ledgerPlace(facts, lineOfClock);
    case 'budget':
      return ledgerPlace(facts, lineOfBudget);
    case 'observable':
    case 'seal':
    case 'decision':
      return ledgerPlace(facts, ({ seal }) => (seal === undefined ? undefined : lineOf(seal.seq)));
  }
}

function ledgerPlace(
  facts: PullRequestFacts,
  line: (last: Attempt, facts: PullRequestFacts) => number | undefined,
): Place {
  if (facts.ledgers.kind !== 'intact') return {};
  const file = fileOf(facts, LEDGER_FILE);
  const at = line(facts.ledgers.last, facts);
  return at === undefined ? { file } : { file, line: at };
}

/** The run that came too late, or the opening that allowed too much; no line where both are found. */
function lineOfClock({ open, lastStart, lastStartSeq }: Attempt, { tip }: PullRequestFacts): number | undefined {
  const late = lastStart !== undefined && lastStart >= open.deadline;
  return oneOf(late ? lastStartSeq : undefined, open.deadline - open.ts > tip.clock);
}

function lineOfBudget({ open, spent }: Attempt, { tip }: PullRequestFacts): number | undefined {
  return oneOf(spent?.seq, open.budget > tip.budget);
}

function oneOf(seq: number | undefined, opening: boolean): number | undefined {
  if (seq === undefined) return opening ? 1 : undefined;
  return opening ? undefined : lineOf(seq);
}

/** A ledger has one record a line. */
function lineOf(seq: number): number {
  return seq + 1;
}

function fileOf({ tip, slug }: PullRequestFacts, name: string): string {
  return `${bundleFolder(tip.bundle, slug)}/${name}`;
}
