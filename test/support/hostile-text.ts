/** Text as somebody writes it who wants out of the place it is put in. Seeded, so that what once broke out does so again. */

import { createRandom, type Random } from './random.ts';

const PLAIN = [
  'a',
  'B',
  '1',
  '12',
  'word',
  'x.y',
  'src/a_b.ts',
  '語',
  'é',
  '👍',
  ',',
  '.',
  '?',
  '"',
  "'",
  '(',
  ')',
  '/',
  '%',
  '%0A',
];

const BLANK = [' ', '  ', '    ', '\t', '\n', '\n\n', '\r\n', '\r', ' \n', '\\\n', '  \n'];

const MARKDOWN = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '```mermaid\n',
    '\\',
    '!',
    '^',
    '=',
    '+',
    '{',
    '}',
  ],
  ...[
    '#',
    '# ',
    '## ',
    '-',
    '- ',
    '+ ',
    '* ',
    '1. ',
    '12) ',
    '> ',
    '>',
    '>> ',
    '---',
    '***',
    '___',
    '===',
    '- - -',
    '-\n',
    '=\n',
  ],
  ...['|', '|---|', '| a | b |', ':--', ':-:', '-|-', ':-', '-:', '|\n|-|\n|'],
  ...[
    '[',
    ']',
    '(',
    '](',
    '![',
    '![x](y)',
    '[x](javascript:0)',
    '[x]',
    '[x]: y',
    '[x]: <y> "z"',
    '[][x]',
    '[^1]',
    '[^1]: z',
    '^[z]',
  ],
  ...[
    '[ ] ',
    '[x] ',
    '- [ ] ',
    '[!NOTE]',
    '[!NOTE]\n',
    '> [!WARNING]\n> ',
    '[!CAUTION]',
    '[[x]]',
    '<https://x.y>',
    '<a@b.com>',
  ],
];

const HTML = [
  ...[
    '<',
    '</',
    '<b>',
    '</b>',
    '<br>',
    '<a href="x">',
    '</a>',
    '<img src=x onerror=y>',
    '<script>',
    '</script>',
    '<style>',
    '<textarea>',
  ],
  ...[
    '<details>',
    '</details>',
    '<summary>',
    '</summary>',
    '<sub>',
    '</sub>',
    '</code>',
    '<code>',
    '<pre>',
    '</pre>',
    '</blockquote>',
  ],
  ...[
    '<hr id="next">',
    '</td></tr></table>',
    '<!--',
    '-->',
    '<!-->',
    '--!>',
    '<!-- x -->',
    '<?',
    '?>',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE x>',
  ],
  ...[
    '&',
    '&lt;',
    '&lt',
    '&#60;',
    '&#x3c;',
    '&#60',
    '&#64;',
    '&commat;',
    '&num;',
    '&colon;',
    '&NewLine;',
    '&nbsp;',
    '&amp;lt;',
    '&#0;',
    '&copy',
  ],
  ...['" onmouseover="x', "' x='", '=', 'on', 'style="x"'],
];

const OURS = [
  ...[
    '<!-- spike-gate:evidence v1 -->',
    '<!-- spike-gate:facts -->',
    '<!-- /spike-gate:facts -->',
    '## Why this decision',
    '# Evidence',
  ],
  ...[
    '- **Decision**: ship',
    '✅ May merge: `users-email`',
    '- ❌ **paths**: ',
    'Spike: a#1.2',
    'spike ship -m "',
    'git push <x>',
    'spike-run',
  ],
];

const REFERENCES = [
  ...[
    '@',
    '@user',
    '@org/team',
    '#',
    '#12',
    'GH-12',
    'gh-3',
    '_GH-4',
    'a/b#3',
    'a/b@deadbee',
    'user@',
    'ABC-12',
    'CVE-2020-1',
    'deadbee',
  ],
  ...[
    '0123456789abcdef0123456789abcdef01234567',
    'abcdef0...1234567',
    'https://x.y',
    'HTTP://X.Y',
    'ftp://x.y',
    '://',
    'http:',
    '//x.y',
  ],
  ...[
    'www.',
    'www.x.com',
    'WWW.x.com',
    'wWw.x.com',
    'a@b.com',
    'a_@b.com',
    'a.@b.com',
    'b.com',
    '_',
    'mailto:',
    'mailto:a@b.com',
    'xmpp:a@b.com/c',
  ],
  ...[':', '::', ':tada:', ':+1:', 'x:y:', '$', '$$', '$x$', '$`x`$', '\\(', '\\[', 'javascript:', 'data:text/html,'],
];

const COMMANDS = [
  ...[
    '::error::x',
    '::set-env name=A::b',
    '::set-output name=verdict::passed',
    '::add-mask::a',
    '::stop-commands::t',
    '::t::',
    '::group::',
  ],
  ...[
    '##[',
    '##[command]x',
    '##[group]',
    '##[add-matcher]x',
    '##[error]x',
    '#',
    '##',
    ']',
    '%3A',
    '%0D',
    'file=x,line=1',
    ',',
    ';',
  ],
  ...['ghadelimiter_x', 'verdict<<x', '>> $GITHUB_ENV'],
];

const HIDDEN = [
  ...[
    '\u0000',
    '\u0007',
    '\b',
    '\u000b',
    '\u000c',
    '\u001b',
    '\u001b[31m',
    '\u001b]8;;x\u0007',
    '\u007f',
    '\u0085',
    '\u009b',
  ],
  ...[
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u1680',
    '\u180e',
    '\u2003',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u2028',
    '\u2029',
  ],
  ...[
    '\u202a',
    '\u202e',
    '\u202c',
    '\u2060',
    '\u2066',
    '\u2069',
    '\u2800',
    '\u3000',
    '\u3164',
    '\ue000',
    '\ufe0f',
    '\ufeff',
    '\ufff9',
    '\uffff',
  ],
  ...[
    '\ud800',
    '\udc00',
    '\u{1d173}',
    '\u{e0001}',
    '\u{e0041}',
    '\u{e007f}',
    '\u{e0101}',
    '\u{100000}',
    '\u{1f3f4}\u{e0067}\u{e007f}',
  ],
  ...['\u0301', '\u0301'.repeat(9), '\u20dd', '\u05d0', '\u0600', '\u{1f468}\u200d\u{1f469}'],
];

const KINDS = [PLAIN, BLANK, MARKDOWN, HTML, OURS, REFERENCES, COMMANDS, HIDDEN];
/** Where most breaks begin. */
const WEIGHTED = [...KINDS, MARKDOWN, MARKDOWN, REFERENCES, BLANK];

/** Each of them is more than blanks. */
export function hostileTexts(count: number, seed: number): readonly string[] {
  const random = createRandom(seed);
  const texts: string[] = [];
  while (texts.length < count) {
    const text = hostileText(random);
    if (!/^[ \r\n]*$/.test(text)) texts.push(text);
  }
  return texts;
}

function hostileText(random: Random): string {
  const kind = random.index(20);
  if (kind < 11) return join(1 + random.index(5), () => fragment(random));
  if (kind < 14) return `${' '.repeat(random.index(6))}${fragment(random)}${random.chance(0.5) ? ' word' : ''}`;
  if (kind < 16) return join(2 + random.index(3), () => `${fragment(random)}${random.pick(BLANK)}`);
  if (kind < 18) return join(1 + random.index(8), () => codePoint(random));
  if (kind < 19) return fragment(random).repeat(2 + random.index(6));
  return split(fragment(random), random);
}

function fragment(random: Random): string {
  return random.pick(random.pick(WEIGHTED));
}

/** Of any plane, and mostly of those that programs treat apart. */
function codePoint(random: Random): string {
  const [from, to] = random.pick(PLANES);
  return String.fromCodePoint(from + random.index(to - from + 1));
}

const PLANES: readonly (readonly [from: number, to: number])[] = [
  [0, 0x7f],
  [0, 0x7f],
  [0x80, 0x2ff],
  [0x300, 0x1fff],
  [0x2000, 0x2fff],
  [0x3000, 0xffff],
  [0xd800, 0xdfff],
  [0xf900, 0xffff],
  [0x10000, 0x1ffff],
  [0xe0000, 0x10ffff],
];

/** Something that nobody sees in the middle of something that is looked for. */
function split(text: string, random: Random): string {
  const at = random.index(text.length + 1);
  return `${text.slice(0, at)}${random.pick(HIDDEN)}${text.slice(at)}`;
}

function join(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join('');
}
