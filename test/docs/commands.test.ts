import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { blocksOf, keysAfter, PAGES, readPage, spansOf, tableAfter } from './documents.ts';

/** Those that `commands.ts` leaves to others: the wrapper, the hooks and the library. */
const OTHERS: Readonly<Record<string, readonly string[]>> = { run: [], hook: [], completion: [], help: [] };

const WRAPPER_OPTIONS = ['--if-open', '--help', '--version'];

function flagsOf(syntax: string): readonly string[] {
  return syntax.split(/[ ,]+/).filter((word) => word.startsWith('-'));
}

const options = new Map<string, readonly string[]>([
  ...Object.entries(OTHERS),
  ...COMMANDS.map(({ name, options: own = [] }) => [name, own.flatMap(([syntax]) => flagsOf(syntax))] as const),
]);

interface Mention {
  readonly program: string;
  readonly command: string;
  readonly options: readonly string[];
}

/** Every call of a program in a line of shell, what is quoted left out. */
function mentionsIn(line: string): readonly Mention[] {
  const bare = line.replace(/"[^"]*"|'[^']*'/g, '_').replace(/(^| )#.*/, '');
  return bare.split(/&&|\|\||[;|()]/).flatMap((call) => {
    const words = call.split(' ').filter((word) => word !== '');
    const at = words.findIndex((word) => /^spike(?:-gate|-run)?$/.test(word));
    const [program = '', command, ...rest] = at === -1 ? [] : words.slice(at);
    if (command === undefined) return [];
    return [{ program, command, options: [command, ...rest].filter((word) => word.startsWith('-')) }];
  });
}

/** What a person types: a line of a console after its prompt, other shell as it is, and spans in the prose. */
function codeOf(page: string): readonly string[] {
  const blocks = blocksOf(page);
  const typed = blocks
    .filter(({ language }) => language === 'console')
    .flatMap(({ lines }) => lines.filter((line) => line.startsWith('$ ')));
  const shell = blocks.filter(({ language }) => language === 'sh' || language === 'make').flatMap(({ lines }) => lines);
  return [...spansOf(page), ...typed, ...shell.map((line) => line.replace(/^PS1=.*?(\$\(.*\)).*/, '$1'))];
}

function isUnknown({ program, command, options: given }: Mention): boolean {
  if (program === 'spike-run') return command.startsWith('-') && !WRAPPER_OPTIONS.includes(command);
  if (command === '<command>') return given.some((option) => option !== '--help');
  const known = options.get(command);
  return (
    known === undefined ||
    (command !== 'fingerprint' && given.some((option) => option !== '--help' && !known.includes(option)))
  );
}

describe.each(PAGES)('%s', (name) => {
  test('names commands and options that there are', () => {
    const mentions = codeOf(readPage(name)).flatMap(mentionsIn);
    expect(mentions.filter(isUnknown)).toEqual([]);
  });
});

describe('the table of commands in README.md', () => {
  const readme = readPage('README.md');
  const rows = tableAfter(readme, '## Commands');

  test('has every command, in the words that the help uses', () => {
    const typed = COMMANDS.map(({ name, arguments: own = [] }) =>
      ['spike', name, ...own.map(([syntax]) => syntax)].join(' '),
    );
    const others = ['spike-run <command>', 'spike completion <shell>'];
    expect([...keysAfter(readme, '## Commands')].sort()).toEqual([...typed, ...others].sort());
  });

  test.each(COMMANDS.map(({ name }) => name))('has every option of %s', (name) => {
    const [, does = ''] = rows.find(([typed = '']) => typed.split(' ')[1] === name) ?? [];
    const named = [...does.matchAll(/`([^`]+)`/g)]
      .flatMap(([, code = '']) => code.split('/'))
      .filter((word) => word.startsWith('-'));
    expect(named.sort()).toEqual([...(options.get(name) ?? [])].sort());
  });
});

test('a call is found wherever it stands in a line', () => {
  expect(mentionsIn('npx --no -- spike-gate status --json && spike kill -m "spike nope" # spike nope')).toEqual([
    { program: 'spike-gate', command: 'status', options: ['--json'] },
    { program: 'spike', command: 'kill', options: ['-m'] },
  ]);
  expect(mentionsIn('PS1=$(spike status --short)')).toEqual([
    { program: 'spike', command: 'status', options: ['--short'] },
  ]);
  expect(mentionsIn('spike nope --x').filter(isUnknown)).toHaveLength(1);
  expect(mentionsIn('spike gate --short').filter(isUnknown)).toHaveLength(1);
});
