import { describe, expect, test } from 'vitest';
import type { RecordHash, Slug } from '../../src/core/brand.ts';
import { SpikeError } from '../../src/core/error.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import { renderError, renderVerdict, renderVerification } from '../../src/report/terminal.ts';
import type { Verification } from '../../src/report/verification.ts';
import { FAILING } from './failing.ts';
import { TEN_O_CLOCK } from './ledger.ts';
import { facts, green, HOSTILE, spentLedger } from './spikes.ts';

const PLAIN = { colour: false };

describe('an error', () => {
  test.each([
    {
      name: 'with a place and a hint',
      error: new SpikeError('hypothesis-refused', 'expected a path, found none', {
        place: { file: 'HYPOTHESIS.md', line: 8, column: 3 },
        hint: 'name the files that may change',
      }),
      text: 'spike: error: HYPOTHESIS.md:8:3: expected a path, found none\nspike: hint: name the files that may change\n',
    },
    { name: 'alone', error: new SpikeError('usage', 'expected a command'), text: 'spike: error: expected a command\n' },
    {
      name: 'in a nameless file',
      error: new SpikeError('ledger-broken', 'expected a seal', { place: { line: 4 } }),
      text: 'spike: error: line 4: expected a seal\n',
    },
    {
      name: 'in a file as a whole',
      error: new SpikeError('unreadable', 'expected UTF-8', { place: { file: 'a' } }),
      text: 'spike: error: a: expected UTF-8\n',
    },
  ])('$name', ({ error, text }) => {
    expect(renderError(error, PLAIN)).toBe(text);
  });

  test('in colour', () => {
    const error = new SpikeError('usage', 'a', { hint: 'b' });

    expect(renderError(error, { colour: true })).toBe(
      '\u001b[31mspike: error:\u001b[0m a\n\u001b[36mspike: hint:\u001b[0m b\n',
    );
  });

  test('hostile text stays on its line', () => {
    const text = renderError(new SpikeError('usage', HOSTILE, { hint: HOSTILE, place: { file: HOSTILE } }), PLAIN);

    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  });
});

describe('a verdict', () => {
  test('that passes', () => {
    expect(renderVerdict(evaluate({ gate: 'pull-request', facts: green() }), PLAIN)).toBe(
      'spike: pass: users-email may merge: all 11 rules hold\n',
    );
  });

  test.each(Object.entries(FAILING))('that fails by %s', async (rule, make) => {
    const text = renderVerdict(evaluate({ gate: 'pull-request', facts: make() }), PLAIN);

    await expect(text).toMatchFileSnapshot(`snapshots/terminal/failing-${rule}.txt`);
  });

  test('on an open spike is one finding', () => {
    const text = renderVerdict(evaluate({ gate: 'pull-request', facts: facts() }), PLAIN);

    expect(text).toBe(
      'spike: error: decision: users-email is not shipped yet: expected a sealed bundle, found none\nspike: hint: spike ship -m "why"\n',
    );
  });

  test('of a run after the budget', () => {
    const standing = spentLedger().attempt();
    const verdict = evaluate({
      gate: 'run',
      facts: { slug: 'users-email' as Slug, now: TEN_O_CLOCK + 2400, standing },
    });

    expect(renderVerdict(verdict, PLAIN)).toContain(
      'spike: error: budget: the failure budget of spike users-email is spent: python manage.py migrate',
    );
  });

  test('with a thousand findings names twenty and counts the others', () => {
    const verdict = evaluate({ gate: 'pull-request', facts: green() });
    const findings = Array.from({ length: 1000 }, (_, index) => ({
      rule: 'paths' as const,
      message: `found ${index}`,
      hint: 'move it',
    }));
    const text = renderVerdict({ ...verdict, passed: false, findings }, PLAIN);

    expect(text).toContain('and 980 more\nspike: hint: move it\n');
  });
});

describe('a verification', () => {
  const intact: Verification = {
    kind: 'intact',
    subject: 'bundle',
    assurance: 'self-reported',
    slug: 'users-email' as Slug,
    attempt: 1,
    records: 16,
    head: '0'.repeat(64) as RecordHash,
    decision: 'ship',
  };

  test('never says intact alone', () => {
    const { decision, ...open } = intact;

    expect(renderVerification(intact, PLAIN)).toBe(
      'intact, self-reported: bundle of users-email, attempt 1, 16 records, sealed (ship)\n',
    );
    expect(renderVerification({ ...open, subject: 'ledger' }, PLAIN)).toBe(
      'intact, self-reported: ledger of users-email, attempt 1, 16 records, not sealed yet\n',
    );
    expect(decision).toBe('ship');
  });

  test('names line and reason', () => {
    const broken: Verification = {
      kind: 'broken',
      findings: [{ message: 'expected seq 4, found 5', hint: 'copy it again', file: 'command_log.jsonl', line: 5 }],
    };

    expect(renderVerification(broken, PLAIN)).toBe(
      'spike: error: command_log.jsonl:5: expected seq 4, found 5\nspike: hint: copy it again\n',
    );
  });
});
