/** Pure: the first line, which decides: shipped, killed or not yet, at which attempt, on which commit, vouched for by whom. */

import type { Assurance } from '../../core/config.ts';
import type { RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import type { Gate } from '../../core/verdict.ts';
import { code } from '../code.ts';
import { type CommentView, outcomeOf } from '../view.ts';
import { failingRules } from './findings.ts';

const COMMIT_DIGITS = 12;

/** The rules without which the log says nothing of this commit. */
const PROOF: readonly RuleId[] = ['log', 'trailers', 'seal'];

/** Of a log in which everything holds: what is proved beside `proof`, and whose word the rest is. */
const WITNESS: Readonly<Record<Assurance, (proof: string) => string>> = {
  'self-reported': (proof) =>
    `**Self-reported:** it is proved that ${proof}; that it is true, complete and the only one that was written, and that no file ignored by git played a part, is the word of whoever ran the spike.`,
  sealed: (proof) =>
    `**Sealed:** it is proved that ${proof}, and that a session whose key the agent could not read recorded it; that nothing ran outside the session, and that no file ignored by git played a part, is not.`,
  confined: (proof) =>
    `**Confined:** it is proved that ${proof}, that a session whose key the agent could not read recorded it, and that the tools did not exist outside of that; that no file ignored by git played a part is not.`,
};

/** How many failing rules the first line names. */
const MAX_NAMED = 3;

export function renderHeadline(view: CommentView): string {
  return `### ${renderOutcome(view)}`;
}

/** One honest sentence: what is proved, and what is not. Nothing to say of a spike that is not over. */
export function renderAssurance({ verdict, facts: { assurance, ...facts } }: CommentView): string {
  const outcome = outcomeOf({ assurance, ...facts });
  if (outcome.kind === 'open') return '';
  if (outcome.kind === 'unreadable') return 'Nothing is proved: the command log could not be read.';
  const failing = PROOF.filter((rule) => verdict.findings.some((finding) => finding.rule === rule));
  if (failing.length === 0) return `${WITNESS[assurance](proofOf(verdict))}${UNJUDGED[verdict.gate] ?? ''}`;
  const rules = `${failing.map((rule) => `**${rule}**`).join(' and ')} ${failing.length === 1 ? 'does' : 'do'}`;
  return `Nothing is proved of this commit while ${rules} not hold; the log itself is ${assurance}.`;
}

function proofOf({ held }: CommentView['verdict']): string {
  if (held.includes('seal')) return 'the log is unbroken and agrees with this commit';
  return held.includes('trailers') ? 'the log is unbroken and agrees with its commits' : 'the log is unbroken';
}

/** What a reader could take for judged by what passes. */
const UNJUDGED: Partial<Readonly<Record<Gate, string>>> = {
  carrier: ' Not judged here: whether the code that is carried on is what was sealed.',
};

/** The same, to stand in a list. */
export function renderOutcome({ verdict, facts }: CommentView): string {
  const outcome = outcomeOf(facts);
  const slug = code(facts.slug);
  const commit = `on ${code(facts.head.commit.slice(0, COMMIT_DIGITS))}`;
  switch (outcome.kind) {
    case 'unreadable':
      return `❌ May not merge: the command log of ${slug} could not be read, ${commit}`;
    case 'open': {
      const sign = verdict.gate === 'carrier' ? '❌' : '⏳';
      const word = verdict.gate === 'evidence' ? 'killed' : 'shipped';
      const attempt = outcome.last === undefined ? '' : `, attempt ${outcome.last.open.attempt} is open`;
      return `${sign} Not ${word} yet: ${slug}${attempt}, ${commit}`;
    }
    case 'sealed': {
      const { decision } = outcome.seal;
      const how = `at attempt ${outcome.last.open.attempt}, ${commit}, ${facts.assurance}`;
      const spike = `${slug} ${decision === 'ship' ? 'shipped' : 'killed'} ${how}`;
      return verdict.passed
        ? `✅ ${PASSED[verdict.gate]}: ${spike}`
        : `❌ May not merge: ${renderFailing(verdict)}; ${spike}`;
    }
  }
}

function renderFailing(verdict: CommentView['verdict']): string {
  const rules = failingRules(verdict).map(({ rule }) => `**${rule}**`);
  const [last = '', ...before] = (
    rules.length > MAX_NAMED ? [...rules.slice(0, MAX_NAMED), count(rules.length - MAX_NAMED, 'more rule')] : rules
  ).reverse();
  return before.length === 0 ? `${last} fails` : `${before.reverse().join(', ')} and ${last} fail`;
}

const PASSED: Readonly<Record<Gate, string>> = {
  run: 'May run',
  commit: 'May commit',
  move: 'May move',
  push: 'May push',
  'pull-request': 'May merge',
  evidence: 'The evidence may merge',
  carrier: 'May be carried on',
};
