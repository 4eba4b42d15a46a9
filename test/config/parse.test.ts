import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/parse.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { SpikeError } from '../../src/core/error.ts';
import { refusalOf } from '../support/refusal.ts';

const FILE = '.spike.yml';

test.each(['', '\n', '# nothing\n', '---\n', '{}\n'])('%j is the defaults', (text) => {
  expect(parseConfig(text, FILE)).toEqual(DEFAULT_CONFIG);
});

test('every setting can be given', () => {
  const text = [
    'branches: ["spike/*", team/spike-*]',
    'clock: 45m',
    'budget: 5',
    'attempts: 1',
    'carriers: [develop]',
    'bundle: docs/spikes/',
    'protected:',
    '- migrations/**',
    '- ./LICENSE',
    'assurance: sealed # from here on',
  ];
  expect(parseConfig(text.join('\r\n'), FILE)).toEqual({
    branches: ['spike/*', 'team/spike-*'],
    clock: 45 * 60,
    budget: 5,
    attempts: 1,
    carriers: ['develop'],
    bundle: 'docs/spikes',
    protected: ['migrations/**', 'LICENSE'],
    assurance: 'sealed',
  });
});

test('a clock may be quoted', () => {
  expect(parseConfig('clock: "1h"', FILE).clock).toBe(3600);
});

describe('refused, with line and column', () => {
  test.each<[string, string, RegExp]>([
    ['clok: 90m', '1:1', /"clok"/],
    ['budget: 3\nretries: 2', '2:1', /"retries"/],
    ['__proto__: 1', '1:1', /"__proto__"/],
    ['budget: 3\nbudget: 4', '2:1', /unique/],
    ['? [a]\n: 1', '1:3', /a list/],
    ['budget: 0', '1:9', /from 1 to 100/],
    ['budget: 101', '1:9', /"101"/],
    ['budget: 012', '1:9', /"012"/],
    ['budget: 1e1', '1:9', /"1e1"/],
    ['budget: 3.0', '1:9', /"3.0"/],
    ['budget: "3"', '1:9', /number/],
    ['budget: [3]', '1:9', /a list/],
    ['budget:', '1:8', /nothing/],
    ['attempts: -1', '1:11', /"-1"/],
    ['clock: 59s', '1:8', /1m to 24h/],
    ['clock: 5400', '1:8', /found "5400"/],
    ['clock: 25h', '1:8', /1m to 24h/],
    ['clock: 90 minutes', '1:8', /"90 minutes"/],
    ['clock: {}', '1:8', /keys and values/],
    ['branches: spike/*', '1:11', /found a text/],
    ['branches: []', '1:11', /found none/],
    ['branches: [spike/]', '1:12', /without a "\*"/],
    ['branches: ["*"]', '1:12', /every branch/],
    ['branches: ["spike/*/*"]', '1:12', /no branch can match/],
    ['branches: ["spi ke/*"]', '1:12', /no branch can match/],
    ['branches: ["a..b/*"]', '1:12', /no branch can match/],
    ['branches: ["-x/*"]', '1:12', /no branch can match/],
    ['branches: ["refs/heads/spike/*"]', '1:12', /no branch can match/],
    ['branches: ["spike*"]', '1:12', /spike-evidence/],
    ['branches: ["spike-evidence/x*"]', '1:12', /spike-evidence/],
    ['branches: [ok/*, [x]]', '1:18', /a list/],
    ['carriers: ["release/*"]', '1:12', /no name/],
    ['carriers: [spike/x]', '1:12', /spike's own/],
    ['carriers: [spike-evidence/x]', '1:12', /spike's own/],
    ['protected: [""]', '1:13', /empty/],
    ['protected: [/etc]', '1:13', /absolute/],
    ['protected: [../x]', '1:13', /"\.\."/],
    ['protected: [":(icase)x"]', '1:13', /magic/],
    ['protected: [.]', '1:13', /whole repository/],
    ['bundle: .', '1:9', /no plain folder/],
    ['bundle: /spikes', '1:9', /absolute/],
    ['bundle: a/../b', '1:9', /"\.\."/],
    ['bundle: .git/x', '1:9', /\.git/],
    ['bundle: .github', '1:9', /no plain folder/],
    ['bundle: "a b"', '1:9', /no plain folder/],
    ['bundle: ""', '1:9', /empty/],
    ['bundle: "*"', '1:9', /no plain folder/],
    ['assurance: none', '1:12', /no assurance/],
    ['- a', '1:1', /a list/],
    ['spikes', '1:1', /a text/],
    ['budget: 3\n---\nbudget: 100', '2:1', /second document/],
    ['budget: !!js/function "x"', '1:9', /tag/],
    ['budget: !number 3', '1:9', /tag/],
    ['branches: &a ["x/*"]\ncarriers: *a', '2:11', /an alias/],
    ['branches: ["x/*"', '1:17', /flow/],
    ['budget: 3\n\tclock: 1m', '2:1', /expected one YAML document/],
  ])('%j', (text, at, message) => {
    const refusal = refusalOf(() => parseConfig(text, FILE));
    expect(refusal.code).toBe('config-invalid');
    expect(refusal.message).toMatch(message);
    expect(refusal.place).toMatchObject({ file: FILE });
    expect(`${refusal.place?.line}:${refusal.place?.column}`).toBe(at);
    expect(refusal.hint).not.toBe('');
  });

  test('an unknown key: the hint names the keys there are', () => {
    const { hint } = refusalOf(() => parseConfig('clok: 1m', FILE));
    expect(hint).toBe('the keys are branches, clock, budget, attempts, carriers, bundle, protected, assurance');
  });
});

test.each([
  ['an alias bomb', `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nbranches: [*c,*c,*c,*c]`],
  ['deep lists', `branches: ${'['.repeat(30_000)}`],
  ['deep closed lists', `branches: ${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['deep keys', 'a: {'.repeat(15_000)],
  ['a huge file', `# ${'x'.repeat(70_000)}`],
])('%s ends in our error', (_, text) => {
  expect(refusalOf(() => parseConfig(text, FILE)).code).toBe('config-invalid');
});

test('whatever the text, it is a configuration or our error with a place', () => {
  const piece = fc.constantFrom(
    ...[
      'branches',
      'clock',
      'budget',
      ': ',
      ':',
      '- ',
      '\n',
      '  ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '*',
      '&a',
      '!!x',
      '#',
      '|',
      '>',
    ],
    ...['---', '%', '@', '3', '90m', 'spike/*', '\t', '?', '~', '<<', '\r', '\u0000', '\u{feff}', ','],
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 20 }).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        try {
          expect(Object.keys(parseConfig(text, FILE))).toEqual(Object.keys(DEFAULT_CONFIG));
        } catch (error) {
          if (!(error instanceof SpikeError)) throw error;
          expect(error.code).toBe('config-invalid');
          expect(error.place?.line).toBeGreaterThan(0);
        }
      },
    ),
    { seed: 31, numRuns: 3000 },
  );
});
