/** Pure: the one policy. A gate differs only in the facts it can gather and in its column of the rules. */

import type { CommitFacts, MoveFacts, PullRequestFacts, PushFacts, RunFacts } from './facts.ts';
import type { Finding, RuleId } from './finding.ts';
import { noticesOf } from './notices.ts';
import { decision } from './rules/decision.ts';
import { type Rule, type Ruling, UNJUDGED } from './rules/rule.ts';
import { RULES } from './rules/table.ts';
import type { Verdict } from './verdict.ts';

export type Question =
  | { readonly gate: 'run'; readonly facts: RunFacts }
  | { readonly gate: 'commit'; readonly facts: CommitFacts }
  | { readonly gate: 'move'; readonly facts: MoveFacts }
  | { readonly gate: 'push'; readonly facts: PushFacts }
  | { readonly gate: 'pull-request'; readonly facts: PullRequestFacts }
  | { readonly gate: 'evidence'; readonly facts: PullRequestFacts }
  | { readonly gate: 'carrier'; readonly facts: PullRequestFacts };

interface Judged {
  readonly id: RuleId;
  readonly ruling: Ruling;
}

/** Judges every rule of the gate's column. Passes where every one of them holds. */
export function evaluate(question: Question): Verdict {
  const judged = rulesFor(question).flatMap((rule) => {
    const ruling = judge(rule, question);
    return ruling === undefined ? [] : [{ id: rule.id, ruling }];
  });
  const held = judged.filter(holds).map(({ id }) => id);
  return {
    gate: question.gate,
    slug: question.facts.slug,
    passed: held.length === judged.length,
    findings: judged.flatMap(findingsOf),
    held,
    notices: isPullRequest(question) ? noticesOf(question.facts) : [],
  };
}

function holds({ ruling }: Judged): boolean {
  return ruling !== UNJUDGED && ruling.length === 0;
}

function findingsOf({ id, ruling }: Judged): readonly Finding[] {
  return ruling === UNJUDGED ? [] : ruling.map((found) => ({ rule: id, ...found }));
}

/** A spike that is still open fails by its decision alone: that it has no seal yet is one fact, not eight. */
function rulesFor(question: Question): readonly Rule[] {
  return isPullRequest(question) && question.gate !== 'carrier' && isStillOpen(question.facts) ? [decision] : RULES;
}

function isStillOpen({ ledgers }: PullRequestFacts): boolean {
  return ledgers.kind === 'missing' || (ledgers.kind === 'intact' && ledgers.last.seal === undefined);
}

/** Nothing where the rule is not in the gate's column. */
function judge(rule: Rule, question: Question): Ruling | undefined {
  switch (question.gate) {
    case 'run':
      return rule.run?.(question.facts);
    case 'commit':
      return rule.commit?.(question.facts);
    case 'move':
      return rule.move?.(question.facts);
    case 'push':
      return rule.push?.(question.facts);
    case 'pull-request':
      return rule.pullRequest?.(question.facts);
    case 'evidence':
      return rule.evidence?.(question.facts);
    case 'carrier':
      return rule.carrier?.(question.facts);
  }
}

function isPullRequest(question: Question): question is Extract<Question, { facts: PullRequestFacts }> {
  switch (question.gate) {
    case 'run':
    case 'commit':
    case 'move':
    case 'push':
      return false;
    case 'pull-request':
    case 'evidence':
    case 'carrier':
      return true;
  }
}
