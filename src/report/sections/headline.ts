/** Pure: the first line, which decides: shipped, killed or not yet, at which attempt, on which commit, vouched for by whom. */

import type { Assurance } from '../../core/config.ts';
import type { RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import { codeSpan } from '../escape.ts';
import { type CommentView, outcomeOf } from '../view.ts';

const COMMIT_DIGITS = 12;

/** The rules without which the log says nothing of this commit. */
const PROOF: readonly RuleId[] = ['log', 'trailers', 'seal'];

const VOUCHED: Readonly<Record<Assurance, string>> = {
  'self-reported': 'Vouched for by whoever ran the spike, and by nobody else',
  sealed: 'Vouched for by a session whose key the agent could not read and the target branch trusts',
  confined: 'Vouched for by a session whose key the agent could not read, outside which its tools did not exist',
};

const UNPROVED: Readonly<Record<Assurance, string>> = {
  'self-reported': 'that no other log was thrown away for this one, and what files that git ignores had to do with it',
  sealed: 'that nothing ran outside the session, and what files that git ignores had to do with it',
  confined: 'what files that git ignores had to do with it',
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
  const proved =
    failing.length === 0
      ? `the log is unbroken${verdict.held.includes('seal') ? ' and agrees with this commit' : ''}`
      : `nothing that rests on ${failing.join(' and ')}, which ${failing.length === 1 ? 'does' : 'do'} not hold`;
  return `${VOUCHED[assurance]}. Proved: ${proved}. Not proved: ${UNPROVED[assurance]}.`;
}

function renderOutcome({ verdict, facts }: CommentView): string {
  const outcome = outcomeOf(facts);
  const commit = codeSpan(facts.head.commit.slice(0, COMMIT_DIGITS));
  const failing = new Set(verdict.findings.map((finding) => finding.rule)).size;
  const but = verdict.passed ? '' : `, but ${count(failing, 'rule')} ${failing === 1 ? 'does' : 'do'} not hold`;
  switch (outcome.kind) {
    case 'unreadable':
      return `❌ Not shipped: the command log could not be read, on ${commit}`;
    case 'open': {
      const word = verdict.gate === 'evidence' ? 'killed' : 'shipped';
      const attempt = outcome.last === undefined ? '' : `: attempt ${outcome.last.open.attempt} is open`;
      return `⏳ Not ${word} yet${attempt}, on ${commit}`;
    }
    case 'sealed': {
      const word = outcome.seal.decision === 'ship' ? 'Shipped' : 'Killed';
      const sign = verdict.passed ? PASS_SIGNS[outcome.seal.decision] : '❌';
      return `${sign} ${word} at attempt ${outcome.last.open.attempt} on ${commit}, ${facts.assurance}${but}`;
    }
  }
}

const PASS_SIGNS = { ship: '✅', kill: '🛑' } as const;
