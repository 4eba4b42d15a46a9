import { expect, test } from 'vitest';
import type { RecordHash, Slug } from '../../src/core/brand.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import {
  renderJudgementJson,
  renderStatusJson,
  renderVerdictJson,
  renderVerificationJson,
} from '../../src/report/json.ts';
import { FAILING } from './failing.ts';
import { buildLedger, TEN_O_CLOCK } from './ledger.ts';
import { greenLedger, HOSTILE, spentLedger } from './spikes.ts';

test('the verdict', async () => {
  const text = renderVerdictJson(evaluate({ gate: 'pull-request', facts: FAILING.paths() }));

  await expect(text).toMatchFileSnapshot('snapshots/json/verdict.json');
  expect(JSON.parse(text)).toMatchObject({ version: 1, gate: 'pull-request', passed: false });
});

test('the judgement of a pull request', () => {
  const verdict = evaluate({ gate: 'pull-request', facts: FAILING.seal() });

  expect(JSON.parse(renderJudgementJson(true, []))).toEqual({ version: 1, passed: true, verdicts: [] });
  expect(JSON.parse(renderJudgementJson(false, [verdict]))).toMatchObject({
    version: 1,
    passed: false,
    verdicts: [{ slug: 'users-email', passed: false, findings: [{ rule: 'seal' }] }],
  });
});

test.each([
  { name: 'shipped', ledger: () => greenLedger().seal(62, {}), state: 'shipped', secondsLeft: 0 },
  { name: 'stopped', ledger: spentLedger, state: 'stopped', secondsLeft: 0 },
  { name: 'open', ledger: () => buildLedger().begin(1, ['make']), state: 'open', secondsLeft: 1800 },
])('the status: $name', async ({ name, ledger, state, secondsLeft }) => {
  const text = renderStatusJson({ attempt: ledger().attempt(true), now: TEN_O_CLOCK + 3600 });

  await expect(text).toMatchFileSnapshot(`snapshots/json/status-${name}.json`);
  expect(JSON.parse(text)).toMatchObject({ version: 1, state, secondsLeft });
});

test('the verification', () => {
  const slug = 'users-email' as Slug;
  const head = '0'.repeat(64) as RecordHash;
  const intact = renderVerificationJson({
    kind: 'intact',
    subject: 'ledger',
    assurance: 'self-reported',
    slug,
    attempt: 1,
    records: 3,
    head,
  });
  const broken = renderVerificationJson({ kind: 'broken', findings: [{ message: 'm', hint: 'h', line: 3 }] });

  expect(JSON.parse(intact)).toEqual({
    version: 1,
    intact: true,
    subject: 'ledger',
    assurance: 'self-reported',
    slug,
    attempt: 1,
    records: 3,
    head,
    decision: null,
  });
  expect(JSON.parse(broken)).toEqual({ version: 1, intact: false, findings: [{ message: 'm', hint: 'h', line: 3 }] });
});

test('hostile text is carried whole, and as ASCII', () => {
  const argv = ['sh', `${HOSTILE}\u001b[2J\u009b é ##[error]x`];
  const text = renderStatusJson({ attempt: buildLedger().run(1, { argv, exit: 1 }).attempt(), now: TEN_O_CLOCK });

  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).not.toContain('##[');
  expect(text).not.toMatch(/^\s*::/m);
  expect(JSON.parse(text)).toMatchObject({ failures: [{ argv }] });
});
