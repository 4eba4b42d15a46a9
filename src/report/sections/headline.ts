/** Pure: the first line, which decides: shipped, killed or not yet, at which attempt, on which commit, vouched for by whom. */

import type { Assurance } from '../../core/config.ts';
import type { RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import { code } from '../code.ts';
import { type CommentView, outcomeOf } from '../view.ts';

const COMMIT_DIGITS = 12;

/** The rules without which the log says nothing of this commit. */
const PROOF: readonly RuleId[] = ['log', 'trailers', 'seal'];

const VOUCHED: Readonly<Record<Assurance, string>> = {
  'self-reported': 'Vouched for by whoever ran the spike, and by nobody else.',
  sealed: 'Vouched for by a session whose key the agent could not read and the target branch trusts.',
  confined: 'Vouched for by a session whose key the agent could not read, and outside which its tools did not exist.',
};

const UNPROVED: Readonly<Record<Assurance, string>> = {
  'self-reported': 'that it is the only log that was written, nor the part that files ignored by git played',
  sealed: 'that nothing ran outside the session, nor the part that files ignored by git played',
  confined: 'the part that files ignored by git played',
};

export function renderHeadline(view: CommentView): string {
  return `### ${renderOutcome(view)}`;
}

/** One honest sentence: what is proved, and what is not. Nothing to say of a spike that is not over. */
export function renderAssurance({ verdict, facts: { assurance, ...facts } }: CommentView): string {
  const outcome = outcomeOf({ assurance, ...facts });
  if (outcome.kind === 'open') return '';
  if (outcome.kind === 'unreadable') return 'Nothing is proved: the command log could not be read.';
  const failing = PROOF.filter((rule) => verdict.findings.some((finding) => finding.rule === rule));
  if (failing.length > 0) {
    const rules = `${failing.map((rule) => `**${rule}**`).join(' and ')} ${failing.length === 1 ? 'does' : 'do'}`;
    return `${VOUCHED[assurance]} Nothing is proved of this commit while ${rules} not hold.`;
  }
  const proved = verdict.held.includes('seal')
    ? 'the log is unbroken and agrees with this commit'
    : 'the log is unbroken';
  return `${VOUCHED[assurance]} Proved: ${proved}. Not proved: ${UNPROVED[assurance]}.`;
}

/** The same, to stand in a list. */
export function renderOutcome({ verdict, facts }: CommentView): string {
  const outcome = outcomeOf(facts);
  const slug = code(facts.slug);
  const commit = `on ${code(facts.head.commit.slice(0, COMMIT_DIGITS))}`;
  const failing = new Set(verdict.findings.map((finding) => finding.rule)).size;
  const but = verdict.passed ? '' : `, but ${count(failing, 'rule')} ${failing === 1 ? 'fails' : 'fail'}`;
  switch (outcome.kind) {
    case 'unreadable':
      return `❌ Not shipped: the command log of ${slug} could not be read, ${commit}`;
    case 'open': {
      const sign = verdict.gate === 'carrier' ? '❌' : '⏳';
      const word = verdict.gate === 'evidence' ? 'killed' : 'shipped';
      const attempt = outcome.last === undefined ? '' : `, attempt ${outcome.last.open.attempt} is open`;
      return `${sign} Not ${word} yet: ${slug}${attempt}, ${commit}`;
    }
    case 'sealed': {
      const word = outcome.seal.decision === 'ship' ? 'Shipped' : 'Killed';
      const sign = verdict.passed ? PASS_SIGNS[outcome.seal.decision] : '❌';
      return `${sign} ${word}: ${slug} at attempt ${outcome.last.open.attempt}, ${commit}, ${facts.assurance}${but}`;
    }
  }
}

const PASS_SIGNS = { ship: '✅', kill: '🛑' } as const;
