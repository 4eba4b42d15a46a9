import { describe, expect, test } from 'vitest';
import { renderDuration } from '../../src/config/duration.ts';
import { parseConfig } from '../../src/config/parse.ts';
import { KINDS } from '../../src/core/codec-fields.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import type { ErrorCode } from '../../src/core/error.ts';
import { EXIT_BUDGET, EXIT_CLOCK, EXIT_FINDING, EXIT_PASS, EXIT_USAGE, exitCodeOf } from '../../src/core/exit-code.ts';
import type { RecordKind } from '../../src/core/record.ts';
import { RULES } from '../../src/core/rules/table.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import { blocksOf, headingsOf, keysAfter, readPage, tableAfter } from './documents.ts';

const readme = readPage('README.md');
const spec = readPage('SPEC.md');

describe('the records in SPEC.md', () => {
  test('are the kinds that the codec knows', () => {
    const kinds = headingsOf(spec).flatMap((heading) => /^Record (\w+)$/.exec(heading)?.[1] ?? []);
    expect(kinds).toEqual(Object.keys(KINDS));
  });

  test.each<RecordKind>(['open', 'start', 'run', 'refuse', 'session', 'recover', 'seal'])(
    'have the fields of %s, in the order of the line',
    (kind) => {
      const rows = [...tableAfter(spec, 'Every record begins with'), ...tableAfter(spec, `### Record \`${kind}\``)];
      const written = rows.map(([key, holds = '']) => [key, holds.startsWith('optional') ? 'optional' : 'required']);
      expect(written).toEqual(KINDS[kind].map(([name, , presence = 'required']) => [name, presence]));
    },
  );
});

test('the table of rules in SPEC.md is the table of the code', () => {
  const written = tableAfter(spec, '## Rules').map(([id, , ...columns]) => [
    id,
    ...columns.map((cell) => cell === '●'),
  ]);
  expect(written).toEqual(
    RULES.map(({ id, run, commit, move, push, pullRequest, evidence, carrier }) => [
      id,
      ...[run, commit, move, push, pullRequest, evidence, carrier].map((judge) => judge !== undefined),
    ]),
  );
});

/** Every code, or it does not compile. */
const ERRORS: Readonly<Record<ErrorCode, true>> = {
  usage: true,
  'hypothesis-refused': true,
  'config-invalid': true,
  'not-a-repository': true,
  'not-started': true,
  'already-started': true,
  'already-closed': true,
  'reason-missing': true,
  'cannot-pass-on': true,
  'clock-expired': true,
  'budget-exhausted': true,
  'ledger-broken': true,
  'ledger-busy': true,
  'ledger-unwritable': true,
  refused: true,
  unreadable: true,
  'git-failed': true,
  'github-failed': true,
};

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

test('the exit codes in SPEC.md and README.md are those of the code, and all others are reserved', () => {
  const own = [EXIT_PASS, EXIT_FINDING, EXIT_USAGE, EXIT_CLOCK, EXIT_BUDGET].map(String);
  const used = new Set(
    Object.keys(ERRORS)
      .filter(isErrorCode)
      .map((code) => String(exitCodeOf(code))),
  );

  expect(keysAfter(spec, '## Exit codes')).toEqual([...own, '126', '127', '128+n', 'other']);
  expect(spec).toMatch(/\n\| other \|.*\n\nAll other codes are reserved\.\n/);
  expect(keysAfter(readme, '## Exit codes')).toEqual([...own, '126, 127, 128+n']);
  expect(own).toEqual(expect.arrayContaining([...used]));
});

describe('the settings', () => {
  const [yaml] = blocksOf(readme).filter(({ language }) => language === 'yaml');

  test('in the example of README.md are the defaults, all of them', () => {
    const text = yaml?.lines.join('\n') ?? '';
    expect(parseConfig(text, '.spike.yml')).toEqual(DEFAULT_CONFIG);
    expect(yaml?.lines.map((line) => line.split(':')[0])).toEqual(Object.keys(DEFAULT_CONFIG));
  });

  test.each([
    ['README.md', readme, '| key | default |'],
    ['SPEC.md', spec, '## Configuration'],
  ])('in the table of %s too', (_name, page, before) => {
    const rows = tableAfter(page, before);
    const defaults = Object.entries(DEFAULT_CONFIG).map(([key, value]) => [
      key,
      key === 'clock' ? renderDuration(DEFAULT_CONFIG.clock) : written(value),
    ]);
    expect(rows.map(([key, value = '']) => [key, value === '90m' ? renderDuration(5400) : value])).toEqual(defaults);
  });
});

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

test('the hypotheses in README.md and SPEC.md are one that is accepted', () => {
  const examples = [readme, spec].map((page) =>
    blocksOf(page).find(({ language, lines }) => language === 'markdown' && lines.includes('Paths:')),
  );
  const [one, other] = examples.map((block) => `${block?.lines.join('\n')}\n`);

  expect(one).toBe(other);
  expect(parseHypothesis(Buffer.from(one ?? ''), 'HYPOTHESIS.md')).toMatchObject({
    title: "Users' e-mail is required",
    observable: { argv: ['sh', 'check.sh'], cwd: '.', exit: 0 },
    paths: ['app/'],
  });
});
