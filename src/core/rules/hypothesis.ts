/** Pure: the hypothesis is present, well-formed, and the one that was opened. */

import { sameArguments } from '../chain.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Hypothesis } from '../hypothesis.ts';
import type { OpenRecord } from '../record.ts';
import { atAttempt, atHypothesis, atRecord, firstDifference, putBack } from './bundle-place.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const hypothesis: Rule = { id: 'hypothesis', pullRequest: judge, evidence: judge, carrier: judge };

const RESTORE = 'restore HYPOTHESIS.md as the ledger has it: spike ship or spike kill writes it again';

function judge(facts: PullRequestFacts): Ruling {
  const { hypothesis: document, ledgers } = facts;
  if (document.kind === 'missing') {
    return [{ message: 'expected HYPOTHESIS.md in the bundle, found none', hint: RESTORE, ...atHypothesis(facts) }];
  }
  if (document.kind === 'unknown') return [unreadable('expected a well-formed HYPOTHESIS.md', document)];
  if (ledgers.kind !== 'intact') return UNJUDGED;
  const opened = ledgers.last.open;
  if (document.text !== opened.hypothesis) {
    return [
      {
        message: 'expected the hypothesis that was opened, found an edited one',
        hint: (ledgers.last.seal === undefined ? undefined : putBack(facts)) ?? RESTORE,
        ...atHypothesis(facts, firstDifference(document.text, opened.hypothesis)),
      },
    ];
  }
  if (!states(document.parsed, opened)) {
    return [
      {
        message: 'expected the paths and the observable of the ledger to be those of its hypothesis, found others',
        hint: 'begin another spike: this ledger contradicts itself',
        ...atRecord(facts, 0),
      },
    ];
  }
  const changed = ledgers.earlier.find((attempt) => attempt.open.hypothesis !== opened.hypothesis);
  if (changed === undefined) return [];
  const index = ledgers.earlier.indexOf(changed);
  return [
    {
      message: `expected one hypothesis for all attempts, found another in attempt ${changed.open.attempt}`,
      hint: 'begin another spike for another hypothesis: spike new <slug>',
      ...atAttempt(facts, index),
    },
  ];
}

function states(parsed: Hypothesis, opened: OpenRecord): boolean {
  return (
    sameArguments(parsed.paths, opened.paths) &&
    sameArguments(parsed.observable.argv, opened.observable.argv) &&
    parsed.observable.cwd === opened.observable.cwd &&
    parsed.observable.exit === opened.observable.exit
  );
}
