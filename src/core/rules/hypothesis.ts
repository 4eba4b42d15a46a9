/** Pure: the hypothesis is present, well-formed, and the one that was opened. */

import { sameArguments } from '../chain.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Hypothesis } from '../hypothesis.ts';
import type { OpenRecord } from '../record.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const hypothesis: Rule = { id: 'hypothesis', pullRequest: judge, evidence: judge, carrier: judge };

const RESTORE = 'restore HYPOTHESIS.md as the ledger has it: spike ship or spike kill writes it again';

function judge({ hypothesis: document, ledgers }: PullRequestFacts): Ruling {
  if (document.kind === 'missing') {
    return [{ message: 'expected HYPOTHESIS.md in the bundle, found none', hint: RESTORE }];
  }
  if (document.kind === 'unknown') return [unreadable('expected a well-formed HYPOTHESIS.md', document)];
  if (ledgers.kind !== 'intact') return UNJUDGED;
  const opened = ledgers.last.open;
  if (document.text !== opened.hypothesis) {
    return [{ message: 'expected the hypothesis that was opened, found an edited one', hint: RESTORE }];
  }
  if (!states(document.parsed, opened)) {
    return [
      {
        message: 'expected the paths and the observable of the ledger to be those of its hypothesis, found others',
        hint: 'begin another spike: this ledger contradicts itself',
      },
    ];
  }
  const changed = ledgers.earlier.find((attempt) => attempt.open.hypothesis !== opened.hypothesis);
  if (changed === undefined) return [];
  return [
    {
      message: `expected one hypothesis for all attempts, found another in attempt ${changed.open.attempt}`,
      hint: 'begin another spike for another hypothesis: spike new <slug>',
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
