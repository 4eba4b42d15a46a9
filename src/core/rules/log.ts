/** Pure: every chain is intact, joined to the attempt before, sealed at the end, this spike's own, and as assured as the tip asks. */

import { ASSURANCES, DEFAULT_CONFIG } from '../config.ts';
import type { PullRequestFacts } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Attempt } from '../replay.ts';
import { atAttempt, atRecord } from './bundle-place.ts';
import type { Rule, Ruling } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const log: Rule = { id: 'log', pullRequest: judge, evidence: judge, carrier: judge };

const AGAIN = 'copy the ledger unchanged from where the spike was started: spike ship writes the bundle again';
const SETTINGS = new Set([...Object.keys(DEFAULT_CONFIG), 'masks']);

function judge(facts: PullRequestFacts): Ruling {
  const { ledgers, assurance, tip } = facts;
  if (ledgers.kind === 'missing') return [unreadable('expected a command log in the bundle', ledgers)];
  if (ledgers.kind === 'unknown') return [unreadable('expected an intact command log', ledgers)];
  const { earlier, last } = ledgers;
  const found = [...earlier, last].flatMap((attempt, index) =>
    misjoined(attempt, earlier[index - 1], facts).map((one) => ({ ...one, ...atAttempt(facts, index) })),
  );
  const heads = new Set([...earlier, last].map((attempt) => attempt.head));
  if (facts.merged.some((head) => !heads.has(head))) {
    found.push({
      message: 'expected the attempts that the target holds of this spike among these, found another history',
      hint: 'begin another spike under another name: spike new <slug>',
      ...atRecord(facts, undefined),
    });
  }
  if (facts.twin !== undefined) {
    found.push({
      message: `expected a name that no spike of the target has in other letters, found that it holds ${facts.twin}`,
      hint: 'begin another spike under another name: spike new <slug>',
      ...atRecord(facts, undefined),
    });
  }
  if (last.seal === undefined) {
    found.push({
      message: 'expected the last ledger to end in a seal, found none',
      hint: 'spike ship -m "why"',
      ...atRecord(facts, last.records - 1),
    });
  }
  if (ASSURANCES.indexOf(assurance) < ASSURANCES.indexOf(tip.assurance)) {
    found.push({
      message: `expected a ledger that is at least ${tip.assurance}, as the target's tip asks, found one that is ${assurance}`,
      hint: 'run the spike where its ledger is kept out of reach, as SECURITY.md says',
      ...atRecord(facts, undefined),
    });
  }
  return found;
}

/** The repository's id may differ: another attempt may continue from the bundle in another clone. */
function misjoined({ open }: Attempt, before: Attempt | undefined, { slug }: PullRequestFacts): Found[] {
  const found: Found[] = [];
  const say = (message: string, hint = AGAIN): void => {
    found.push({ message: `attempt ${open.attempt}: ${message}`, hint });
  };
  if (open.spike !== slug) say(`expected the ledger of ${slug}, found that of ${open.spike}`);
  if (open.previous !== before?.head) {
    say(
      `expected it to be joined to the attempt before, found ${before === undefined ? 'no' : 'another'} ledger there`,
    );
  }
  if (before !== undefined && open.branch !== before.open.branch) {
    say(`expected the branch of the attempt before, ${before.open.branch}, found ${open.branch}`);
  }
  if (before !== undefined && open.ts < before.ts) {
    say('expected it to open after the attempt before, found an earlier time');
  }
  const unknown = Object.keys(open.policy).find((setting) => !SETTINGS.has(setting));
  if (unknown !== undefined) {
    say(`expected settings that this version knows, found ${unknown}`, 'judge with the version that wrote this ledger');
  }
  return found;
}
