import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/config.ts';
import { evaluate } from '../../../src/core/evaluate.ts';
import type { PullRequestFacts } from '../../../src/core/facts.ts';
import type { RuleId } from '../../../src/core/finding.ts';
import { firstDifference } from '../../../src/core/rules/bundle-place.ts';
import { patchIdOf } from '../../report/ledger.ts';
import {
  after,
  change,
  evidenceDocument,
  holding,
  hypothesisDocument,
  intact,
  looping,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

const FOLDER = 'spikes/users-email';
const LEDGER = `${FOLDER}/command_log.jsonl`;

const shipped = seal(holding(), 'ship');
const again = seal(holding(after(shipped)), 'ship', { at: 70 + 72 });
const STRICT = { ...DEFAULT_CONFIG, clock: 60, budget: 1 };

/** `seq` of the seal and line of the same record are one apart. */
const SEALED = shipped.attempt().records;

test.each<[what: string, rule: RuleId, over: Partial<PullRequestFacts>, file: string, line: number | undefined]>([
  [
    'an edited hypothesis',
    'hypothesis',
    { hypothesis: hypothesisDocument({ text: hypothesisDocument().text.replace('Observable', 'Observed') }) },
    `${FOLDER}/HYPOTHESIS.md`,
    6,
  ],
  ['no hypothesis', 'hypothesis', { hypothesis: { kind: 'missing' } }, `${FOLDER}/HYPOTHESIS.md`, undefined],
  [
    'edited facts',
    'evidence',
    { evidence: evidenceDocument({ expected: 'one\ntwo\nthree', found: 'one\ntoo\nthree' }) },
    `${FOLDER}/EVIDENCE.md`,
    5,
  ],
  ['no reason', 'evidence', { evidence: evidenceDocument({ paragraph: '' }) }, `${FOLDER}/EVIDENCE.md`, undefined],
  ['another digest', 'evidence', { evidence: evidenceDocument({ digest: '' }) }, `${FOLDER}/EVIDENCE.md`, undefined],
  ['too long a clock', 'clock', { tip: { ...STRICT, budget: 3 } }, LEDGER, 1],
  ['too large a budget', 'budget', { tip: { ...DEFAULT_CONFIG, budget: 1 } }, LEDGER, 1],
  ['a spent budget', 'budget', { ledgers: intact(seal(looping(), 'ship')) }, LEDGER, 7],
  ['an attempt left out', 'attempts', { ledgers: intact(again) }, `${FOLDER}/attempts/1.jsonl`, undefined],
  ['an attempt of another spike', 'log', { ledgers: intact(shipped, seal(holding(), 'ship')) }, LEDGER, 1],
  ['a decision to kill', 'decision', { ledgers: intact(seal(holding(), 'kill')) }, LEDGER, SEALED],
  ['another patch', 'seal', { change: change({ patch: patchIdOf('another') }) }, LEDGER, SEALED],
  ['an observable that never held', 'observable', { ledgers: intact(seal(looping(), 'ship')) }, LEDGER, 8],
])('%s is told with its place', (_what, ...[rule, over, file, line]) => {
  const { findings } = evaluate({ gate: 'pull-request', facts: shippedFacts({ folder: FOLDER, ...over }) });
  const places = findings.filter((finding) => finding.rule === rule).map((finding) => [finding.file, finding.line]);

  expect(places).toContainEqual([file, line]);
});

test.each([
  ['a\nb\nc', 'a\nx\nc', 2],
  ['a', 'b', 1],
  ['a\nb', 'a', 2],
  ['a', 'a\nb', 2],
  ['a\n', 'a', 2],
])('texts part at the first line that is another', (one, other, line) => {
  expect(firstDifference(one, other)).toBe(line);
});
