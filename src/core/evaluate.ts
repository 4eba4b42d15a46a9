/** Pure: the one policy. A gate differs only in the facts it can gather and in its column of the rules. */

import type { Slug } from './brand.ts';
import type { CommitFacts, PullRequestFacts, PushFacts, RunFacts } from './facts.ts';
import type { Finding, Found } from './finding.ts';
import { noticesOf } from './notices.ts';
import { decision } from './rules/decision.ts';
import type { Rule } from './rules/rule.ts';
import { RULES } from './rules/table.ts';
import type { Verdict } from './verdict.ts';

export type Question =
  | { readonly gate: 'run'; readonly facts: RunFacts }
  | { readonly gate: 'commit'; readonly facts: CommitFacts }
  | { readonly gate: 'push'; readonly facts: PushFacts }
  | { readonly gate: 'pull-request'; readonly facts: PullRequestFacts }
  | { readonly gate: 'evidence'; readonly facts: PullRequestFacts }
  | { readonly gate: 'carrier'; readonly facts: PullRequestFacts };

/** Judges every rule of the gate's column. */
export function evaluate(question: Question): Verdict {
  const judged = rulesFor(question).flatMap((rule) => {
    const found = judge(rule, question);
    return found === undefined ? [] : [{ id: rule.id, found }];
  });
  const findings = judged.flatMap(({ id, found }) => found.map((one): Finding => ({ rule: id, ...one })));
  return {
    gate: question.gate,
    slug: slugOf(question),
    passed: findings.length === 0,
    findings,
    held: judged.filter(({ found }) => found.length === 0).map(({ id }) => id),
    notices: isPullRequest(question) ? noticesOf(question.facts) : [],
  };
}

/** A spike that is still open fails by its decision alone: that it has no seal yet is one fact, not eight. */
function rulesFor(question: Question): readonly Rule[] {
  return isPullRequest(question) && question.gate !== 'carrier' && isStillOpen(question.facts) ? [decision] : RULES;
}

function isStillOpen({ ledgers }: PullRequestFacts): boolean {
  return ledgers.kind === 'missing' || (ledgers.kind === 'intact' && ledgers.last.seal === undefined);
}

function judge(rule: Rule, question: Question): readonly Found[] | undefined {
  switch (question.gate) {
    case 'run':
      return rule.run?.(question.facts);
    case 'commit':
      return rule.commit?.(question.facts);
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
    case 'push':
      return false;
    case 'pull-request':
    case 'evidence':
    case 'carrier':
      return true;
  }
}

function slugOf({ facts }: Question): Slug {
  return facts.slug;
}
