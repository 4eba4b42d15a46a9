import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpikeError } from '../../src/core/error.ts';
import type { Hypothesis } from '../../src/core/hypothesis.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import { refusalOf } from '../support/refusal.ts';

const FILE = 'HYPOTHESIS.md';

const GOOD = `# Users' e-mail is required

Statement: Adding a NOT NULL migration makes the users.email integration
test pass without changing application query code.

Observable: \`pytest tests/test_users_email.py -q\` exits 0

Paths:
- db/migrations/
- tests/test_users_email.py

Kill: The same failing command fingerprint is recorded three times, or the
deadline passes, whichever comes first.

Ship: The observable holds and the retry budget is not used up.
`;

const MEANS: Hypothesis = {
  title: "Users' e-mail is required",
  statement:
    'Adding a NOT NULL migration makes the users.email integration\ntest pass without changing application query code.',
  observable: { argv: ['pytest', 'tests/test_users_email.py', '-q'], cwd: '.', exit: 0 },
  observableText: '`pytest tests/test_users_email.py -q` exits 0',
  paths: ['db/migrations/', 'tests/test_users_email.py'],
  kill: 'The same failing command fingerprint is recorded three times, or the\ndeadline passes, whichever comes first.',
  ship: 'The observable holds and the retry budget is not used up.',
};

function parse(text: string): Hypothesis {
  return parseHypothesis(Buffer.from(text), FILE);
}

function refusal(text: string | Buffer): SpikeError {
  return refusalOf(() => parseHypothesis(Buffer.from(text), FILE));
}

describe('read', () => {
  test('the example of the format', () => {
    expect(parse(GOOD)).toEqual(MEANS);
  });

  test.each([
    ['with CRLF', GOOD.replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\u{feff}${GOOD}`],
    ['without a final line feed', GOOD.trimEnd()],
    [
      'with comments between and inside',
      GOOD.replaceAll('\n\n', '\n\n<!-- a note\n\nKill: never\n\n``` -->\n\n').replace('makes', '<!-- x -->makes'),
    ],
    ['with headings between', GOOD.replaceAll('\n\n', '\n\n## Kill: not this\n\n')],
    [
      'with other words before a colon',
      GOOD.replace('without changing', 'without changing').replace('# Users', '# Users'),
    ],
    ['with prose before the first label', GOOD.replace('\nStatement', '\nSome prose about it.\n\nStatement')],
    ['with the labels in another order', GOOD.replace(/(Statement:[\s\S]*?)\n\n([\s\S]*)$/, '$2\n$1\n')],
    ['with a path twice', GOOD.replace('- db/migrations/', '- db/migrations/\n- db/migrations/')],
    [
      'with the paths in a fence',
      GOOD.replace(
        '- db/migrations/\n- tests/test_users_email.py',
        '```\ndb/migrations/\ntests/test_users_email.py\n```',
      ),
    ],
    ['with the first path beside its label', GOOD.replace('Paths:\n- db', 'Paths: db')],
  ])('%s', (_name, text) => {
    expect(parse(text)).toEqual(MEANS);
  });

  test('Ship and the title may be left out', () => {
    const { title, ship } = parse(GOOD.replace(/^#.*\n/, '').replace(/Ship:.*/, ''));
    expect({ title, ship }).toEqual({ title: undefined, ship: undefined });
  });

  test('a fence belongs to its value, and a label in it is no label', () => {
    const fenced = '```sh\nObservable: `false` exits 1\nKill: never\n```';
    expect(parse(GOOD.replace('query code.', `query code:\n\n${fenced}`)).statement).toContain(fenced);
    expect(parse(GOOD.replace('exits 0', `exits 0, as in\n\n~~~~\n\`x\` exits 1\n~~~\n~~~~`)).observable).toEqual(
      MEANS.observable,
    );
  });

  test('a label counts only at the start of a line', () => {
    const { kill } = parse(GOOD.replace('deadline passes', '  Ship: no label, Statement: none, Note: prose'));
    expect(kill).toContain('Ship: no label, Statement: none, Note: prose');
  });

  test('a comment mark in a code span is text', () => {
    const text = GOOD.replace('`pytest tests/test_users_email.py -q`', "`grep -q '<!--' README.md`");
    expect(parse(text).observable.argv).toEqual(['grep', '-q', '<!--', 'README.md']);
  });
});

describe('refused, with the line and the fix', () => {
  test.each<[string, string, number, RegExp, RegExp]>([
    ['no statement', GOOD.replace('Statement:', 'Idea:'), 15, /"Statement:"/, /write Statement:/],
    ['a label in a heading', GOOD.replace('Kill: The', '## Kill\n\nThe'), 12, /"Kill:"/, /at the start of line 12/],
    ['a label in bold', GOOD.replace('Kill:', '**Kill:**'), 12, /"Kill:"/, /line 12/],
    ['a label in lower case', GOOD.replace('Paths:', 'paths:'), 8, /"Paths:"/, /line 8/],
    ['a label after a comment', GOOD.replace('Kill:', '<!-- x -->Kill:'), 12, /"Kill:"/, /line 12/],
    ['a label twice', `${GOOD}\nKill: again\n`, 17, /"Kill:" once, .* after line 12/, /one paragraph/],
    [
      'an empty statement',
      GOOD.replace(/Statement:[\s\S]*?\n\n/, 'Statement: <!-- x -->\n\n'),
      3,
      /text after "Statement:"/,
      /write/,
    ],
    ['an empty observable', GOOD.replace(/Observable:.*/, 'Observable:'), 6, /text after "Observable:"/, /pytest/],
    ['an empty ship', GOOD.replace(/Ship:.*/, 'Ship:'), 15, /text after "Ship:"/, /write/],
    ['no path', GOOD.replace(/- .*\n/g, ''), 8, /a path after "Paths:"/, /- path/],
    ['a path too wide', GOOD.replace('- db/migrations/', '- **/*.sql'), 9, /too wide: "- \*\*/, /begin it with/],
    ['a protected path', GOOD.replace('- tests/test', '- .github/test'), 10, /no spike may change/, /leave it out/],
    ['no exit status', GOOD.replace('exits 0', 'passes'), 6, /exit status, found no/, /exits 0/],
    ['a command in a fence alone', GOOD.replace(/`pytest.*/, '\n```\nnpm test exits 0\n```'), 6, /found no/, /exits 0/],
    ['a comment without end', GOOD.replace('Kill:', '<!-- x\nKill:'), 12, /comment to end/, /-->/],
    ['a fence without end', GOOD.replace('Kill:', '```\nKill:'), 12, /fence to end/, /```/],
    ['a control character', GOOD.replace('deadline', 'dead\u001bline'), 13, /control character/, /take it out/],
    ['a lone carriage return', GOOD.replace('deadline', 'dead\rKill: line'), 13, /control character/, /take it out/],
    ['an empty file', '', 1, /"Statement:"/, /write/],
  ])('%s', (...[_name, text, line, message, hint]) => {
    const { code, place, message: said, hint: fix } = refusal(text);
    expect(code).toBe('hypothesis-refused');
    expect(said).toMatch(message);
    expect(fix).toMatch(hint);
    expect(place).toEqual({ file: FILE, line });
  });

  test('what is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('a\nb\n'), Buffer.from([0x61, 0xff]), Buffer.from('\nc')]);
    const { message, place } = refusal(bytes);
    expect(message).toContain('UTF-8');
    expect(place).toEqual({ file: FILE, line: 3 });
  });

  test('what is longer than 64 KiB', () => {
    const most = GOOD + 'x'.repeat(65_536 - GOOD.length);
    expect(parse(most).kill).toBe(MEANS.kill);
    expect(refusal(`${most}x`).message).toContain('found 65537');
  });
});

test('hostile texts of any length are read or refused', () => {
  const pieces = [
    '`',
    '``a`',
    '{,',
    '{',
    ',',
    ' in ',
    '\u00a0',
    '# ',
    '#',
    '>#',
    '<!--',
    '<!-- -->',
    '(fill in: ',
    '- ',
    '"',
    '\\',
    '$',
    'exits 0 ',
  ];
  const texts = [...pieces, ' '].map((piece) => piece.repeat(Math.floor(60_000 / Buffer.byteLength(piece))));
  for (const text of texts) {
    for (const label of ['Statement:', 'Observable:', 'Paths:', '# ']) {
      const hostile = GOOD.replace(label, `${label} ${text}`).slice(0, 65_000);
      expect(outcome(hostile)).toMatch(/read|refused/);
    }
  }
});

test('whatever the text, it is a hypothesis or our error with a line', () => {
  const lines = GOOD.split('\n');
  const mixed = fc.array(
    fc.oneof(
      fc.constantFrom(...lines),
      fc.constantFrom('```', '~~~', '<!--', '-->', '- `', '## Kill', '\r', '\t'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(mixed, (parts) => {
      expect(outcome(parts.join('\n'))).toMatch(/read|refused/);
    }),
    { seed: 42, numRuns: 2000 },
  );
});

function outcome(text: string): string {
  try {
    const { paths, observable } = parse(text);
    return paths.length > 0 && observable.argv.length > 0 ? 'read' : 'empty';
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    return error.code === 'hypothesis-refused' && (error.place?.line ?? 0) > 0 ? 'refused' : error.code;
  }
}
