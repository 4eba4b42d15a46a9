import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/core/fingerprint.ts';
import { dropFacts } from '../../src/ledger/facts-file.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import {
  endSpike,
  hookedRepository,
  liveSpike,
  type Outcome,
  type Program,
  programOf,
  run,
  writeFacts,
} from './hooked-repository.ts';
import { SHELLS, type Shell } from './shells.ts';

const REFUSES = 1;
const SEEN_BY_ROOT = process.getuid?.() === 0;
const BRANCH = 'spike/one';
const [SH = ['/bin/sh']] = SHELLS;

/** A live spike whose branch is checked out, with the program that refuses whatever it is asked. */
interface Live {
  readonly repository: TestRepository;
  readonly directory: string;
  readonly program: Program;
  readonly facts: string;
  readonly standing: string;
  readonly bookmark: string;
  readonly ledger: string;
}

function live(): Live {
  const repository = hookedRepository();
  repository.branch(BRANCH);
  const directory = liveSpike(repository, BRANCH);
  return {
    repository,
    directory,
    program: programOf(repository.path, REFUSES),
    facts: join(directory, 'cache/facts'),
    standing: join(directory, 'cache/standing'),
    bookmark: join(directory, 'cache/bookmark.json'),
    ledger: join(directory, 'command_log.jsonl'),
  };
}

interface Call {
  readonly shell?: Shell;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** A hook as git runs it, but by a shell of our choice. */
function ask({ repository }: Live, hook: string, { shell: [program, ...flags] = SH, ...call }: Call = {}): Outcome {
  const { args = [], env = {}, input = '' } = call;
  const file = join(repository.path, '.git/hooks', hook);
  return run(program, [...flags, file, ...args], {
    cwd: repository.path,
    env: { PATH: process.env['PATH'], ...env },
    input,
  });
}

const BUILTINS_ALONE = { PATH: '/nowhere' };
const PASSES = { status: 0, stdout: '', stderr: '' };
const REFUSED = { status: 1, stdout: '', stderr: '' };
const PREPARED = {
  ...PASSES,
  message: expect.stringMatching(/^subject\n\nSpike: users-email\/1 [0-9]+:[0-9a-f]{12}\n$/),
};
const NOT_PREPARED = { ...REFUSED, message: 'subject\n' };

/** One line of a reference-transaction that moves the branch to a commit of its own. */
function moveOf({ repository }: Live): string {
  const from = repository.git('rev-parse', BRANCH);
  return `${from} ${'a'.repeat(40)} refs/heads/${BRANCH}\n`;
}

/** What each hook says that a live spike passes by builtins. */
function askEach(here: Live, call: Call): Readonly<Record<string, Outcome>> {
  return {
    'pre-commit': ask(here, 'pre-commit', call),
    'pre-merge-commit': ask(here, 'pre-merge-commit', call),
    'pre-rebase': ask(here, 'pre-rebase', { ...call, args: ['main'] }),
    'pre-rebase, of a branch': ask(here, 'pre-rebase', { ...call, args: ['main', BRANCH] }),
    'reference-transaction': ask(here, 'reference-transaction', { ...call, args: ['prepared'], input: moveOf(here) }),
  };
}

/** Prepares the message of a commit of what is staged: of that git has to be asked. */
function prepare(here: Live, { shell = SH, env = {} }: Call = {}): Outcome & { readonly message: string } {
  const file = join(here.repository.path, '.git/COMMIT_EDITMSG');
  writeFileSync(file, 'subject\n');
  const outcome = ask(here, 'prepare-commit-msg', {
    shell,
    args: [file, 'message'],
    env: { ...env, GIT_EDITOR: ':' },
  });
  return { ...outcome, message: readFileSync(file, 'utf8') };
}

function every(outcome: Outcome): Readonly<Record<string, Outcome>> {
  const names = ['pre-commit', 'pre-merge-commit', 'pre-rebase', 'pre-rebase, of a branch', 'reference-transaction'];
  return Object.fromEntries(names.map((name) => [name, outcome]));
}

function inEachShell(ask: (shell: Shell) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SHELLS.map((shell) => [shell.join(' '), ask(shell)]));
}

test('a live branch passes by builtins alone, in every shell', () => {
  const here = live();

  expect(inEachShell((shell) => askEach(here, { shell, env: BUILTINS_ALONE }))).toEqual(
    inEachShell(() => every(PASSES)),
  );
  expect(here.program.asked()).toEqual([]);
});

test('the message of a commit is prepared without a question, in every shell', () => {
  const here = live();

  expect(inEachShell((shell) => prepare(here, { shell }))).toEqual(inEachShell(() => PREPARED));
  expect(here.program.asked()).toEqual([]);
});

test('no more than the line and the ledger makes a branch live', () => {
  const here = live();
  for (const name of readdirSync(join(here.directory, 'cache')))
    if (name !== 'standing') rmSync(join(here.directory, 'cache', name), { recursive: true });
  writeFileSync(here.ledger, '');

  expect(inEachShell((shell) => askEach(here, { shell, env: BUILTINS_ALONE }))).toEqual(
    inEachShell(() => every(PASSES)),
  );
});

test('a run on a live branch leaves it live', () => {
  const here = live();
  updateLedger(here.directory, thisMachine(), (ledger) => {
    ledger.append({ kind: 'session', event: 'began', sandbox: 'bubblewrap', hidden: [] });
  });

  expect(askEach(here, { env: BUILTINS_ALONE })).toEqual(every(PASSES));
});

/** Replaces one of the words of the line that says where a ledger stands, from 0. */
function setWord(file: string, at: number, text: string): void {
  const words = readFileSync(file, 'utf8').trimEnd().split(' ');
  if (words.length !== 9) throw new Error(`expected nine words, found ${words.join(' ')}`);
  writeFileSync(file, `${words.toSpliced(at, 1, ...(text === '' ? [] : [text])).join(' ')}\n`);
}

/** Replaces one of the lines of the facts, from 0. */
function setLine(file: string, at: number, text: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.toSpliced(at, 1, text).join('\n'));
}

function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`expected ${String(from)} in ${text}`);
  writeFileSync(file, edited);
}

function inPlaceOf(file: string, put: (file: string) => void): void {
  rmSync(file);
  put(file);
}

const fifo = (file: string): void => void spawnSync('mkfifo', [file]);

/** The same command fails as often as the budget allows. */
function spend({ directory }: Live): void {
  const world = thisMachine();
  const argv = ['false'];
  for (let time = 0; time < 3; time += 1) {
    updateLedger(directory, world, (ledger) => {
      const of = ledger.append({ kind: 'start', cwd: '/', argv, ...world.self, ...ledger.reading() }).record.seq;
      const fp = fingerprint({ cwd: '/', argv, exit: 1 });
      ledger.append({ kind: 'run', of, cwd: '/', argv, exit: 1, fp, ms: 1 });
    });
  }
}

const OVER = 'spike-gate 1 over\n';

/** The words of the line. */
const [PRODUCT, FORMAT, BOOT, UNTIL, OPENING, RECORDS, HEAD, ATTEMPT, NAME] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const WORDS = [PRODUCT, FORMAT, BOOT, UNTIL, OPENING, RECORDS, HEAD, ATTEMPT, NAME];

const NOT_PLAINLY_FINE: readonly (readonly [string, (here: Live) => void])[] = [
  ['no standing', ({ standing }) => rmSync(standing)],
  ['no ledger', ({ ledger }) => rmSync(ledger)],
  ['no control directory', ({ directory }) => rmSync(directory, { recursive: true })],
  ['a spike that was decided', ({ directory }) => endSpike(directory)],
  ['a spike that is spent', spend],
  ['an empty standing', ({ standing }) => truncateSync(standing)],
  ['a standing of an empty line', ({ standing }) => edit(standing, /^/, '\n')],
  ['a standing of blanks', ({ standing }) => writeFileSync(standing, `${' '.repeat(500)}\n`)],
  ['a standing without an end', ({ standing }) => edit(standing, /\n$/, '')],
  ['a standing of another product', ({ standing }) => setWord(standing, PRODUCT, 'spike-gates')],
  ['a standing of another format', ({ standing }) => setWord(standing, FORMAT, '2')],
  ['a standing of a longer format', ({ standing }) => setWord(standing, FORMAT, '10')],
  ['a standing of another boot', ({ standing }) => setWord(standing, BOOT, '00000000-0000-0000-0000-000000000000')],
  ['a standing of every boot', ({ standing }) => setWord(standing, BOOT, '*')],
  ['a standing whose time has passed', ({ standing }) => setWord(standing, UNTIL, '1')],
  ['a standing of no number', ({ standing }) => setWord(standing, UNTIL, '-1')],
  ['a standing of a number of another kind', ({ standing }) => setWord(standing, UNTIL, '0x7fffffff')],
  ['a standing of too long a number', ({ standing }) => setWord(standing, UNTIL, '9'.repeat(40))],
  ['a standing of an expression', ({ standing }) => setWord(standing, UNTIL, '999999999 -o 1')],
  ['a standing of a variable', ({ standing }) => setWord(standing, UNTIL, 'RANDOM')],
  ['a standing of another branch', ({ standing }) => setWord(standing, NAME, 'spike/two')],
  ['a standing of a branch that only begins so', ({ standing }) => setWord(standing, NAME, 'spike/one-and-a-half')],
  ['a standing of the beginning of the branch', ({ standing }) => setWord(standing, NAME, 'spike/on')],
  ['a standing of every branch', ({ standing }) => setWord(standing, NAME, '*')],
  ['a standing with a word more', ({ standing }) => setWord(standing, NAME, 'spike/one more')],
  ['a standing with a word more before it', ({ standing }) => setWord(standing, ATTEMPT, 'more users-email/1')],
  ['a standing of another kind of line', ({ standing }) => setWord(standing, NAME, 'spike/one\r')],
  ['a standing that says over', ({ standing }) => writeFileSync(standing, OVER)],
  ['a standing that says over, before what was there', ({ standing }) => edit(standing, /^/, OVER)],
  ['a standing that says over, in the place of what was there', ({ standing }) => edit(standing, /^.{17}/, OVER)],
  ['a standing that says over, and the rest', ({ standing }) => edit(standing, 'spike-gate 1', 'spike-gate 1 over')],
  ...WORDS.map((at) => [`a standing without its word ${at}`, (here: Live) => setWord(here.standing, at, '')] as const),
  ['a standing that is a folder', ({ standing }) => inPlaceOf(standing, mkdirSync)],
  ['a ledger that is a folder', ({ ledger }) => inPlaceOf(ledger, mkdirSync)],
  ['a standing that is a pipe', ({ standing }) => inPlaceOf(standing, fifo)],
  ['a ledger that is a pipe', ({ ledger }) => inPlaceOf(ledger, fifo)],
  ['a standing that leads nowhere', ({ standing }) => inPlaceOf(standing, (file) => symlinkSync('/nowhere', file))],
  ['a note that is a pipe', (here) => inPlaceOf(noteOf(here), fifo)],
  ['a note that is a folder', (here) => inPlaceOf(noteOf(here), mkdirSync)],
  ['a note of nothing', (here) => writeFileSync(noteOf(here), '')],
  ['a note of another place', (here) => writeFileSync(noteOf(here), '/nowhere\n')],
];

/** The shell knows that the spike is live, and not what it may change. */
const PATHS_NOT_KNOWN: readonly (readonly [string, (here: Live) => void])[] = [
  ['no facts', ({ directory }) => dropFacts(directory)],
  ['empty facts', ({ facts }) => truncateSync(facts)],
  ['facts of another format', ({ facts }) => setLine(facts, 0, 'spike-gate facts 2')],
  ['facts of another attempt', ({ facts }) => setLine(facts, 1, 'f'.repeat(12))],
  ['facts of an attempt that only begins so', ({ facts }) => edit(facts, /^(.*\n.*)\n/, '$10\n')],
  ['facts of nothing', ({ facts }) => setLine(facts, 1, '*')],
  ['facts of no commit', ({ facts }) => setLine(facts, 2, '')],
  ['facts of a commit that is not there', ({ facts }) => setLine(facts, 2, 'f'.repeat(40))],
  ['facts of an option', ({ facts }) => setLine(facts, 2, '--help')],
  ['facts without an end', ({ facts }) => edit(facts, /end\n$/, '')],
  ['facts whose end is not whole', ({ facts }) => edit(facts, /end\n$/, 'end')],
  ['facts with a line that is not known', ({ facts }) => edit(facts, /end\n$/, 'newer packed-refs\nend\n')],
  ['facts with a line after the end', ({ facts }) => edit(facts, /$/, 'more\n')],
  ['facts with an empty line', ({ facts }) => edit(facts, /end\n$/, '\nend\n')],
  ['facts without what is declared', ({ facts }) => edit(facts, /^:.*\n/m, '')],
  ['facts with what git does not take for a pathspec', ({ facts }) => edit(facts, /^:.*$/m, ':(nonsense)src/**')],
  ['facts with such a thing protected', ({ facts }) => edit(facts, /^:/m, 'guard :(nonsense)src/**\n:')],
  ['facts that are a folder', ({ facts }) => inPlaceOf(facts, mkdirSync)],
  ['facts that are a pipe', ({ facts }) => inPlaceOf(facts, fifo)],
  ['facts that lead nowhere', ({ facts }) => inPlaceOf(facts, (file) => symlinkSync('/nowhere', file))],
];

function noteOf({ repository }: Live): string {
  return join(repository.path, '.git/spike-gate/branches/spike%2Fone');
}

describe('the program is asked, in every shell, where there is', () => {
  test.each(NOT_PLAINLY_FINE)('%s', (_, spoil) => {
    const here = live();
    spoil(here);

    expect(inEachShell((shell) => askEach(here, { shell }))).toEqual(inEachShell(() => every(REFUSED)));
    expect(here.program.asked()).toHaveLength(SHELLS.length * 5);
    expect(inEachShell((shell) => prepare(here, { shell }))).toEqual(inEachShell(() => NOT_PREPARED));
    expect(here.program.asked()).toHaveLength(SHELLS.length);
  });

  test.skipIf(SEEN_BY_ROOT).each(['standing', 'ledger'] as const)('a %s that may not be read', (name) => {
    const here = live();
    const [, , boot, until, , , , , branch] = readFileSync(here.standing, 'utf8').trimEnd().split(' ');
    const env = { product: 'spike-gate', format: '1', known_boot: boot, until, known_branch: branch };
    chmodSync(here[name], 0);

    expect(inEachShell((shell) => askEach(here, { shell, env }))).toEqual(inEachShell(() => every(REFUSED)));
    expect(inEachShell((shell) => prepare(here, { shell, env }))).toEqual(inEachShell(() => NOT_PREPARED));
  });

  test('a reboot that the kernel tells of, whatever the wall clock says', () => {
    const here = live();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    edit(
      here.standing,
      boot,
      boot.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    for (const file of [here.standing, here.facts]) utimesSync(file, new Date('2100-01-01'), new Date('2100-01-01'));

    expect(askEach(here, {})).toEqual(every(REFUSED));
    expect(prepare(here)).toEqual(NOT_PREPARED);
  });

  test('a branch that another spike was noted for', () => {
    const here = live();
    const branches = join(here.repository.path, '.git/spike-gate/branches');
    writeFileSync(join(branches, 'spike%2Ftwo'), readFileSync(noteOf(here)));
    writeFileSync(join(here.repository.path, '.git/HEAD'), 'ref: refs/heads/spike/two\n');

    expect(ask(here, 'pre-commit')).toEqual(REFUSED);
  });
});

describe('the program is asked about the paths alone, in every shell, where there are', () => {
  test.each(PATHS_NOT_KNOWN)('%s', (_, spoil) => {
    const here = live();
    spoil(here);

    expect(inEachShell((shell) => prepare(here, { shell }))).toEqual(inEachShell(() => NOT_PREPARED));
    expect(here.program.asked()).toHaveLength(SHELLS.length);
    expect(inEachShell((shell) => askEach(here, { shell, env: BUILTINS_ALONE }))).toEqual(
      inEachShell(() => every(PASSES)),
    );
  });

  test.skipIf(SEEN_BY_ROOT)('facts that may not be read', () => {
    const here = live();
    const env = { undeclared: ':(top,glob,exclude)**', whole: 'yes', known_opening: 'x', opening: 'x', tip: 'HEAD' };
    chmodSync(here.facts, 0);

    expect(inEachShell((shell) => prepare(here, { shell, env }))).toEqual(inEachShell(() => NOT_PREPARED));
  });
});

describe('the trailer is left to the program, in every shell, where the line has', () => {
  test.each([
    ['no number of records', RECORDS, 'many'],
    ['no record', RECORDS, '0'],
    ['a number that another shell reads otherwise', RECORDS, '010'],
    ['too long a number of records', RECORDS, '9'.repeat(40)],
    ['an expression', RECORDS, 'a[$(exit)]'],
    ['a head of other digits', HEAD, 'ABCDEFABCDEF'],
    ['too short a head', HEAD, 'a'.repeat(11)],
    ['too long a head', HEAD, 'a'.repeat(13)],
    ['a head of anything', HEAD, '*'],
  ] as const)('%s', (_, at, text) => {
    const here = live();
    setWord(here.standing, at, text);

    expect(inEachShell((shell) => prepare(here, { shell }))).toEqual(inEachShell(() => NOT_PREPARED));
    expect(here.program.asked()).toHaveLength(SHELLS.length);
  });
});

describe('cut short at any byte, nothing is let through by', () => {
  test('the line', () => {
    const here = live();
    const whole = readFileSync(here.standing, 'latin1');
    for (let bytes = 0; bytes <= whole.length; bytes += 1) {
      writeFileSync(here.standing, whole.slice(0, bytes), 'latin1');
      const { status } = ask(here, 'pre-commit', { shell: SHELLS[bytes % SHELLS.length] ?? SH, env: BUILTINS_ALONE });
      // Nothing is found on that PATH, so that whoever asks is refused.
      expect({ bytes, status }).toEqual({ bytes, status: bytes === whole.length ? 0 : 1 });
    }
  });

  test('the facts', () => {
    const here = live();
    const whole = readFileSync(here.facts, 'latin1');
    for (let bytes = 0; bytes <= whole.length; bytes += 1) {
      writeFileSync(here.facts, whole.slice(0, bytes), 'latin1');
      const { status } = prepare(here, {
        shell: SHELLS[bytes % SHELLS.length] ?? SH,
        env: { PATH: process.env['PATH'] },
      });
      expect({ bytes, status }).toEqual({ bytes, status: bytes === whole.length ? 0 : 1 });
    }
  });

  test('the word that a spike is over, in the place of the line', () => {
    const here = live();
    const whole = readFileSync(here.standing, 'latin1');
    const same = 'spike-gate 1 '.length;
    for (let bytes = same + 1; bytes <= OVER.length; bytes += 1) {
      writeFileSync(here.standing, OVER.slice(0, bytes) + whole.slice(bytes), 'latin1');
      const { status } = ask(here, 'pre-commit', { env: BUILTINS_ALONE });
      expect({ bytes, status }).toEqual({ bytes, status: 1 });
    }
  });
});

describe('what only looks like an end does not ask', () => {
  test('in the words of a command that runs now', () => {
    const here = live();
    const world = thisMachine();
    updateLedger(here.directory, world, (ledger) => {
      const identity = { ...world.self, ...world.reading() };
      const argv = ['echo', '"spent":', '"sealed":true,', '"clocks":', '"},"sealed":true,'];
      // The bookmark may lag by one record.
      for (const cwd of ['/', '/tmp']) ledger.append({ kind: 'start', cwd, argv, ...identity });
    });

    expect(readFileSync(here.bookmark, 'utf8')).toContain('spent');
    expect(inEachShell((shell) => askEach(here, { shell, env: BUILTINS_ALONE }))).toEqual(
      inEachShell(() => every(PASSES)),
    );
  });
});

/** Names that the shell uses, and names that it obeys. */
const VARIABLES = [
  ...['IFS', 'PS4', 'ENV', 'BASH_ENV', 'CDPATH', 'GIT_EDITOR', 'HOME', 'LC_NAME', 'PPID', 'RANDOM'],
  ...[
    'folder',
    'judge',
    'branch',
    'patterns',
    'before',
    'input',
    'hook',
    'line',
    'head',
    'name',
    'encoded',
    'now',
    'ref',
  ],
  ...['directory', 'boot', 'product', 'format', 'known_boot', 'until', 'opening', 'records', 'attempt', 'known_branch'],
  ...['rest', 'facts', 'known_opening', 'tip', 'undeclared', 'guarded', 'whole'],
  ...['up', 'program', 'mend', 'status', 'newline', 'file', 'git_dir', 'source', 'target', 'new'],
  ...['trailer', 'paragraphs', 'last', 'kind', 'key', 'pattern', 'first', 'odd'],
];

const anyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '/',
    '-',
    'a',
    '0',
    '=',
    '*',
    ':(top,glob,exclude)**',
    'yes',
    'end',
    'spike/one',
    'refs/heads/main',
    '.',
    '/tmp',
  ),
  fc.stringMatching(/^[ -~\n]{0,20}$/),
);
const hostile = fc.dictionary(fc.constantFrom(...VARIABLES), anyText, { maxKeys: 8 });

describe('whatever the environment holds', () => {
  /** ENV and BASH_ENV name files that a shell runs: none of these names one. */
  test('an ended branch is never let through, and a live one is, without a word', () => {
    const here = live();
    const standing = readFileSync(here.standing);
    const shells = fc.constantFrom(...SHELLS);

    fc.assert(
      fc.property(hostile, shells, fc.constantFrom('live', 'over', 'gone'), (env, shell, state) => {
        if (state === 'gone') rmSync(here.standing, { force: true });
        else writeFileSync(here.standing, state === 'over' ? OVER : standing);
        const path = state === 'live' ? '/nowhere' : process.env['PATH'];
        const outcome = state === 'live' ? PASSES : REFUSED;
        expect(askEach(here, { shell, env: { ...env, PATH: path } })).toEqual(every(outcome));
      }),
      { numRuns: 40 },
    );
  });

  test('a commit is prepared where nothing outside is staged, and is the program to judge where there is', () => {
    const here = live();
    const { git } = here.repository;
    const facts = readFileSync(here.facts);
    const blob = git('hash-object', '-w', here.ledger);
    const states = fc.constantFrom('inside', 'outside', 'not known');

    fc.assert(
      fc.property(hostile, fc.constantFrom(...SHELLS), states, (env, shell, state) => {
        const name = state === 'outside' ? 'b.txt' : 'src/b.txt';
        git('read-tree', 'HEAD');
        git('update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
        if (state === 'not known') rmSync(here.facts, { force: true });
        else writeFileSync(here.facts, facts);
        const outcome = prepare(here, { shell, env: { ...env, PATH: process.env['PATH'] } });
        expect(outcome).toEqual(state === 'inside' ? PREPARED : NOT_PREPARED);
      }),
      { numRuns: 40 },
    );
  });

  test('the canary refuses', () => {
    const here = live();
    const env = { SPIKE_GATE_CANARY: 'yes' };

    expect(inEachShell((shell) => askEach(here, { shell, env }))).toEqual(inEachShell(() => every(REFUSED)));
  });
});

describe('random bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc.stringMatching(/^[ -~\n]{0,200}$/).map((text) => Buffer.from(text)),
  );

  test.each(['facts', 'standing'] as const)('as %s, or within, let nothing through, and say nothing', (name) => {
    const here = live();
    const whole = readFileSync(here[name]);
    const spoilt = fc
      .tuple(bytes, fc.nat(whole.length - 1))
      .map(([noise, at]) => Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at + noise.length)]));

    fc.assert(
      fc.property(fc.oneof(spoilt, bytes), fc.constantFrom(...SHELLS), (text, shell) => {
        writeFileSync(here[name], text);
        const { status, stderr, stdout } =
          name === 'facts' ? prepare(here, { shell }) : ask(here, 'pre-commit', { shell });
        expect({ stderr, stdout }).toEqual({ stderr: '', stdout: '' });
        // Within, a later time or another commit change nothing that the shell could know of.
        if (!text.includes(whole.subarray(0, 20))) expect(status).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  test('as lines of a reference-transaction: whatever stands around it, an ended branch that moves is judged', () => {
    const here = live();
    endSpike(here.directory);
    const line = moveOf(here);
    const noise = fc.stringMatching(/^[ -~\n\t]{0,60}$/);

    fc.assert(
      fc.property(noise, noise, fc.constantFrom(...SHELLS), (before, after, shell) => {
        const input = `${before}\n${line}${after}`;
        expect(ask(here, 'reference-transaction', { shell, args: ['prepared'], input })).toEqual(REFUSED);
      }),
      { numRuns: 50 },
    );
    expect(ask(here, 'reference-transaction', { args: ['committed'], input: line })).toEqual(PASSES);
    expect(ask(here, 'reference-transaction', { args: ['preparing'], input: line })).toEqual(PASSES);
    expect(ask(here, 'reference-transaction', { args: [], input: line })).toEqual(PASSES);
  });

  test('as lines beside a live branch: no error of a shell is said', () => {
    const here = live();
    const noise = fc.oneof(
      fc.stringMatching(/^[ -~\n\t]{0,60}$/),
      fc.stringMatching(/^[0a]{0,4} [0a]{0,4} refs\/heads\/spike\/[!-~]{0,20}$/),
    );

    fc.assert(
      fc.property(noise, fc.constantFrom(...SHELLS), (input, shell) => {
        const { stderr } = ask(here, 'reference-transaction', { shell, args: ['prepared'], input });
        expect(stderr).toBe('');
      }),
      { numRuns: 50 },
    );
  });
});

describe('the name of a branch', () => {
  test.each(["spike/it's", 'spike/a b', 'spike/ü', 'spike/a%2Fb', 'spike/$(exit)', 'spike/~', 'spike/a!', 'spike/(a)'])(
    '%s that the note spells otherwise is left to the program, live or not',
    (branch) => {
      const here = live();
      const directory = liveSpike(here.repository, branch);
      const line = `${'1'.repeat(40)} ${'a'.repeat(40)} refs/heads/${branch}\n`;
      writeFileSync(join(here.repository.path, '.git/HEAD'), `ref: refs/heads/${branch}\n`);

      const known = branch.includes(' ') ? OVER : `users-email/1 ${branch}\n`;
      expect(readFileSync(join(directory, 'cache/standing'), 'utf8').endsWith(known)).toBe(true);
      expect(
        inEachShell((shell) => [
          ask(here, 'reference-transaction', { shell, args: ['prepared'], input: line }),
          ask(here, 'pre-commit', { shell }),
        ]),
      ).toEqual(inEachShell(() => [REFUSED, REFUSED]));
    },
  );

  test('with a slash more than one is found', () => {
    const here = live();
    const branch = 'spike/a/b.c_d-e';
    liveSpike(here.repository, branch);
    const input = `${'1'.repeat(40)} ${'a'.repeat(40)} refs/heads/${branch}\n`;

    expect(
      inEachShell((shell) =>
        ask(here, 'reference-transaction', { shell, args: ['prepared'], input, env: BUILTINS_ALONE }),
      ),
    ).toEqual(inEachShell(() => PASSES));
  });

  test('of a spike that was not started here is free to move', () => {
    const here = live();
    const input = `${'1'.repeat(40)} ${'a'.repeat(40)} refs/heads/spike/foreign\n`;

    expect(
      inEachShell((shell) =>
        ask(here, 'reference-transaction', { shell, args: ['prepared'], input, env: BUILTINS_ALONE }),
      ),
    ).toEqual(inEachShell(() => PASSES));
  });
});

test('a gate whose other half is gone asks', () => {
  const here = live();
  renameSync(join(here.repository.path, '.git/spike-gate/live.sh'), join(here.repository.path, '.git/live.sh'));

  expect(inEachShell((shell) => askEach(here, { shell }))).toEqual(inEachShell(() => every(REFUSED)));
});

test('what is left behind the line is no part of it', () => {
  const here = live();
  rmSync(here.standing);
  expect(ask(here, 'pre-commit')).toEqual(REFUSED);
  writeFacts(here.repository, here.directory);
  appendFileSync(here.standing, `${OVER}more`);
  expect(inEachShell((shell) => askEach(here, { shell, env: BUILTINS_ALONE }))).toEqual(
    inEachShell(() => every(PASSES)),
  );
});
