import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeBlock,
  codeSpan,
  escapeHtml,
  escapeMarkdown,
  escapeTerminal,
  escapeWorkflowCommand,
} from '../../src/report/escape.ts';
import { readHtml, renderMarkdown } from '../support/markdown.ts';

const pieces = [
  ...['a', 'B', '1', 'word', ' ', ' ', '    ', '\n', '\r\n', '\r', '\t', '\\', '/', '.', ',', ';', '?', '"', "'"],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '```',
    '#',
    '# ',
    '-',
    '- ',
    '+ ',
    '=',
    '1. ',
    '1) ',
    '>',
    '> ',
    '---',
    '===',
  ],
  ...[
    '|',
    '|---|',
    ':--',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](x)',
    '[x]: y',
    '[^1]',
    '[ ] ',
    '<',
    '<b>',
    '</code>',
    '</details>',
  ],
  ...[
    '</summary>',
    '<!--',
    '-->',
    '<!-- spike-gate:evidence v1 -->',
    '<?',
    '&',
    '&lt;',
    '&#64;',
    '&commat;',
    '@',
    '@user',
  ],
  ...[
    '@org/team',
    '#12',
    'GH-12',
    'a/b#3',
    'a@b.com',
    'http://',
    'https://x.y',
    'www.',
    'www.x.com',
    'WWW.',
    'ftp://x.y',
  ],
  ...['mailto:', 'xmpp:', '://', ':', ':tada:', '$', '$$', 'deadbeef', 'UTF-8', '{', '}', '^', '!', '=', '%', '\u00e9'],
  ...[
    '\u001b[31m',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\ufeff',
    '\u00a0',
    '\u2028',
    '\u0000',
    '\ud800',
    '\u{1f600}',
    '\u00ad',
  ],
];
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

/** Whatever a terminal or a reader cannot see; wider than what is escaped by the letter, so that a gap shows. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

function sample(count: number, seed: number): readonly string[] {
  return fc.sample(hostile, { numRuns: count, seed });
}

describe('for a terminal', () => {
  test.each([
    ['plain ünï 日本 👍', 'plain ünï 日本 👍'],
    ['a\nb\r\nc\td', 'a\\nb\\r\\nc\\td'],
    ['\u001b[2J\u0007\u009b', '\\x1b[2J\\x07\\x9b'],
    ['\u202eabc\u2066', '\\u{202e}abc\\u{2066}'],
    ['a\u200bb\u00adc\ufeff', 'a\\u{200b}b\\xadc\\u{feff}'],
    ['\u{e0041}\u{fe0f}\u{e0101}', '\\u{e0041}\\u{fe0f}\\u{e0101}'],
    ['\ud800x', '\\u{d800}x'],
    ['a\u00a0b\u3000c\u2800', 'a\\xa0b\\u{3000}c\\u{2800}'],
    ['\u{1d159}x\u{1d173}', '\\u{1d159}x\\u{1d173}'],
    ['e\u0301\u0323\u0301\u0323', 'e\u0301\u0323\u0301\u0323'],
    ['e\u0301\u0323\u0301\u0323\u20dd.', 'e\\u{301}\\u{323}\\u{301}\\u{323}\\u{20dd}.'],
    ['\u05e9\u05c1\u05b8\u0591', '\u05e9\u05c1\u05b8\u0591'],
    ['C:\\new', 'C:\\new'],
    ['a ##[group]x', 'a #\\x23[group]x'],
  ])('%j', (text, shown) => {
    expect(escapeTerminal(text)).toBe(shown);
  });

  test('nothing unseen is left, and nothing seen is lost', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        const shown = escapeTerminal(text);
        expect(shown).not.toMatch(UNSEEN);
        expect(escapeTerminal(shown)).toBe(shown);
        const seen = text.replace(new RegExp(`${UNSEEN.source}|\\p{Cn}`, 'gu'), '');
        expect(isWithin(seen, shown)).toBe(true);
      }),
      { seed: 50, numRuns: 3000 },
    );
  });
});

test('no more marks stand on one character than a script needs, whatever shows it', () => {
  const marks = '\u0301'.repeat(40);
  for (const dress of [escapeTerminal, escapeMarkdown, codeSpan, escapeHtml, codeBlock]) {
    const shown = dress(`a${marks}`);
    expect(shown).not.toMatch(/\p{M}/u);
    expect(shown).toContain('a\\u{301}\\u{301}');
  }
});

describe('for a log that a runner reads', () => {
  test.each([
    ['::error::x', '\\x3a:error::x'],
    ['  ::set-output name=a::b', '  \\x3a:set-output name=a::b'],
    ['\t::error::x', '\\t::error::x'],
    ['a\n::error::x', 'a\\n::error::x'],
    ['a\r::error::x', 'a\\r::error::x'],
    ['a ##[command]x', 'a #\\x23[command]x'],
    ['###[error]', '##\\x23[error]'],
    ['tests/a.py::test_b', 'tests/a.py::test_b'],
  ])('%j', (text, shown) => {
    expect(escapeWorkflowCommand(text)).toBe(shown);
  });

  test('no line of it is a command', () => {
    const near = fc.array(
      fc.constantFrom(':', '::', '#', '##', '[', ' ', '\t', '\n', '\r', '\u2028', 'error', ']', '\u00a0'),
    );
    fc.assert(
      fc.property(
        near.map((parts) => parts.join('')),
        (text) => {
          const shown = escapeWorkflowCommand(text);
          expect(shown.split(/[\r\n]/)).toHaveLength(1);
          expect(shown.trimStart().startsWith('::')).toBe(false);
          expect(shown.includes('##[')).toBe(false);
        },
      ),
      { seed: 51, numRuns: 3000 },
    );
  });
});

test('for HTML, text and the value of an attribute hold no mark-up', () => {
  expect(escapeHtml(`<a href="x" b='y'>&\n`)).toBe('&lt;a href=&#34;x&#34; b=&#39;y&#39;&gt;&amp;\\n');
  for (const text of sample(1000, 52)) {
    expect(escapeHtml(text)).not.toMatch(/[<>"'\n]/);
    expect(readHtml(escapeHtml(text), ['none'])).toBe(escapeTerminal(text));
  }
});

describe('in Markdown', () => {
  test.each([
    ['snake_case and a-b, x.y!', 'snake_case and a-b, x.y!'],
    ['*a* _b_ ~c~ `d`', '&#42;a&#42; &#95;b&#95; &#126;c&#126; &#96;d&#96;'],
    ['thanks @user', 'thanks <code>@user</code>'],
    ['fixes #12', 'fixes <code>#12</code>'],
    ['see https://x.y/z', 'see <code>https&#58;//x.y/z</code>'],
    ['a\nb\r\nc', 'a<br>b<br>c'],
    ['- a', '&#45; a'],
    ['<!-- x -->', '&lt;!-- x --&gt;'],
    ['a | b', 'a &#124; b'],
    ['\u202e', '\\u{202e}'],
    ['[!NOTE] a', '&#91;<wbr>!NOTE&#93; a'],
    ['[x] done', '&#91;<wbr>x&#93; done'],
    ['see [x] and [0]', 'see &#91;x&#93; and &#91;0&#93;'],
    ['  \na', '  &#32;<br>a'],
  ])('text: %j', (text, markdown) => {
    expect(escapeMarkdown(text)).toBe(markdown);
  });

  test.each([
    ['pytest tests/test_a.py -q', '<code>pytest tests/test_a.py -q</code>'],
    ['a\nb', '<code>a\\nb</code>'],
    ['a | `b`', '<code>a &#124; &#96;b&#96;</code>'],
    ['git@host.com:x', '<code>git@<wbr>host.com:x</code>'],
    ['</code>', '<code>&lt;/code&gt;</code>'],
    ['a_@b.com a.@b.com', '<code>a&#95;@<wbr>b.com a.@<wbr>b.com</code>'],
    ['www.@b.com', '<code>www&#46;@<wbr>b.com</code>'],
    ['$' + '{a[@]}', '<code>&#36;{a&#91;@&#93;}</code>'],
  ])('code: %j', (text, markdown) => {
    expect(codeSpan(text)).toBe(markdown);
  });

  test('names, references and links stand in code, where nobody is notified', () => {
    const words = [
      '@user',
      '@org/team',
      '#12',
      'GH-12',
      'gh-3',
      'a/b#3',
      'ABC-12',
      'https://x.y',
      'www.x.com',
      'a@b.com',
    ];
    const more = ['deadbeef', 'a'.repeat(40), ':tada:', '$x$', '(@user)', '"#12"', 'mailto:a@b.com', 'a/b@deadbeef'];
    const html = renderMarkdown([...words, ...more].map(escapeMarkdown).join('\n\n'));
    expect(html).not.toContain('<a');
    expect(html.replace(/<code>.*?<\/code>/g, '').match(/[a-z0-9@#$]{2,}/gi)).toBeNull();
  });

  test('no mark of ours can be forged, not even in the text as it is written', () => {
    for (const text of [...sample(3000, 54), '<!-- spike-gate:evidence v1 -->', '<!--', '`<!--`', '```\n<!--']) {
      for (const write of [escapeMarkdown, codeSpan, codeBlock, escapeHtml]) {
        expect(write(text)).not.toContain('<!--');
      }
    }
  });
});

/** Whether the characters of one text appear in the other in the same order. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of part) {
    at = whole.indexOf(character, at);
    if (at === -1) return false;
    at += character.length;
  }
  return true;
}
