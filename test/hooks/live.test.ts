import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
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
import { dropFacts } from '../../src/ledger/facts-file.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import {
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

test('a run on a live branch leaves it live', () => {
  const here = live();
  updateLedger(here.directory, thisMachine(), (ledger) => {
    ledger.append({ kind: 'session', event: 'began', sandbox: 'bubblewrap', hidden: [] });
  });

  expect(askEach(here, { env: BUILTINS_ALONE })).toEqual(every(PASSES));
});

/** Replaces one of the lines that the shell reads, from 0. */
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

/** Text of a person's, in a command that runs: the ledger's own lines are in the bookmark. */
const HOSTILE = '"clocks":[],"sealed":false,"spent":';

const NOT_PLAINLY_FINE: readonly (readonly [string, (here: Live) => void])[] = [
  ['no facts', ({ directory }) => dropFacts(directory)],
  ['no bookmark', ({ bookmark }) => rmSync(bookmark)],
  ['no ledger', ({ ledger }) => rmSync(ledger)],
  ['no control directory', ({ directory }) => rmSync(directory, { recursive: true })],
  ['empty facts', ({ facts }) => truncateSync(facts)],
  ['an empty bookmark', ({ bookmark }) => truncateSync(bookmark)],
  ['facts of another format', ({ facts }) => setLine(facts, 0, 'spike-gate facts 2')],
  ['facts of another boot', ({ facts }) => setLine(facts, 1, '00000000-0000-0000-0000-000000000000')],
  ['facts whose time has passed', ({ facts }) => setLine(facts, 2, '1')],
  ['facts without a time', ({ facts }) => setLine(facts, 2, '')],
  ['facts of no number', ({ facts }) => setLine(facts, 2, '-1')],
  ['facts of too long a number', ({ facts }) => setLine(facts, 2, '9'.repeat(40))],
  ['facts of an expression', ({ facts }) => setLine(facts, 2, '999999999 -o 1')],
  ['facts of another branch', ({ facts }) => setLine(facts, 3, 'spike/two')],
  ['facts of a branch that only begins so', ({ facts }) => setLine(facts, 3, 'spike/one ')],
  ['facts of another attempt', ({ facts }) => setLine(facts, 4, 'f'.repeat(64))],
  ['facts of nothing', ({ facts }) => setLine(facts, 4, '*')],
  ['a bookmark of another boot', ({ bookmark }) => edit(bookmark, /"boot":"[^"]*"/, '"boot":"other"')],
  ['a bookmark of another format', ({ bookmark }) => edit(bookmark, '"format":2', '"format":3')],
  ['a bookmark that is sealed', ({ bookmark }) => edit(bookmark, '"sealed":false', '"sealed":true')],
  [
    'a bookmark that is sealed, and a command that says otherwise',
    ({ bookmark }) => {
      edit(bookmark, '"sealed":false', '"sealed":true');
      edit(bookmark, '"pending":[', `"pending":[${JSON.stringify(HOSTILE)},"\\"sealed\\":false,`);
    },
  ],
  [
    'a bookmark that is spent',
    ({ bookmark }) =>
      edit(bookmark, '"sealed":false,', '"sealed":false,"spent":{"fp":"0000000000000000","ts":1,"seq":2},'),
  ],
  ['a bookmark without what follows the seal', ({ bookmark }) => edit(bookmark, /"clocks":.*$/s, '')],
  ['a bookmark of another attempt', ({ bookmark }) => edit(bookmark, /("opening":\{[^}]*"hash":")./, '$1g')],
  ['a bookmark of blanks', ({ bookmark }) => writeFileSync(bookmark, ' '.repeat(500))],
  ['facts that are a folder', ({ facts }) => inPlaceOf(facts, mkdirSync)],
  ['a bookmark that is a folder', ({ bookmark }) => inPlaceOf(bookmark, mkdirSync)],
  ['a ledger that is a folder', ({ ledger }) => inPlaceOf(ledger, mkdirSync)],
  ['facts that are a pipe', ({ facts }) => inPlaceOf(facts, fifo)],
  ['a bookmark that is a pipe', ({ bookmark }) => inPlaceOf(bookmark, fifo)],
  ['facts that lead nowhere', ({ facts }) => inPlaceOf(facts, (file) => symlinkSync('/nowhere', file))],
  ['a note that is a pipe', (here) => inPlaceOf(noteOf(here), fifo)],
  ['a note that is a folder', (here) => inPlaceOf(noteOf(here), mkdirSync)],
  ['a note of nothing', (here) => writeFileSync(noteOf(here), '')],
  ['a note of another place', (here) => writeFileSync(noteOf(here), '/nowhere\n')],
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
  });

  test.skipIf(SEEN_BY_ROOT).each(['facts', 'bookmark', 'ledger'] as const)('%s that may not be read', (name) => {
    const here = live();
    const env = { bookmark: readFileSync(here.bookmark, 'utf8') };
    chmodSync(here[name], 0);

    expect(inEachShell((shell) => askEach(here, { shell, env }))).toEqual(inEachShell(() => every(REFUSED)));
  });

  test('a reboot that the kernel tells of, whatever the wall clock says', () => {
    const here = live();
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    edit(
      here.facts,
      boot,
      boot.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    utimesSync(here.facts, new Date('2100-01-01'), new Date('2100-01-01'));

    expect(askEach(here, {})).toEqual(every(REFUSED));
  });

  test('a branch that another spike was noted for', () => {
    const here = live();
    const branches = join(here.repository.path, '.git/spike-gate/branches');
    writeFileSync(join(branches, 'spike%2Ftwo'), readFileSync(noteOf(here)));
    writeFileSync(join(here.repository.path, '.git/HEAD'), 'ref: refs/heads/spike/two\n');

    expect(ask(here, 'pre-commit')).toEqual(REFUSED);
  });
});

test('facts or bookmark cut short at any byte never let through what they do not wholly say', () => {
  const here = live();
  for (const file of [here.facts, here.bookmark]) {
    const whole = readFileSync(file, 'latin1');
    const enough =
      file === here.facts
        ? whole.split('\n').slice(0, 7).join('\n').length
        : whole.indexOf('"clocks":') + '"clocks"'.length;
    for (let bytes = 0; bytes < whole.length; bytes += 1) {
      writeFileSync(file, whole.slice(0, bytes), 'latin1');
      const outcome = ask(here, 'pre-commit', { env: BUILTINS_ALONE });
      // Nothing is found on that PATH, so that whoever asks is refused.
      expect({ bytes, status: outcome.status }).toEqual({ bytes, status: bytes > enough ? 0 : 1 });
    }
    writeFileSync(file, whole, 'latin1');
  }
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
  ...['directory', 'bookmark', 'boot', 'known_boot', 'until', 'known_branch', 'opening', 'attempt', 'base', 'format'],
  ...['up', 'specs', 'whole', 'program', 'mend', 'status', 'newline', 'file', 'git_dir', 'source', 'target', 'new'],
  ...['trailer', 'records', 'paragraphs', 'last', 'kind', 'key', 'pattern'],
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
    '"sealed":false,',
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
    const facts = readFileSync(here.facts);
    const shells = fc.constantFrom(...SHELLS);

    fc.assert(
      fc.property(hostile, shells, fc.boolean(), (env, shell, ended) => {
        if (ended) dropFacts(here.directory);
        else writeFileSync(here.facts, facts);
        const path = ended ? process.env['PATH'] : '/nowhere';
        expect(askEach(here, { shell, env: { ...env, PATH: path } })).toEqual(every(ended ? REFUSED : PASSES));
      }),
      { numRuns: 60 },
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

  test.each(['facts', 'bookmark'] as const)('as %s, or within them, let nothing through, and say nothing', (name) => {
    const here = live();
    const whole = readFileSync(here[name]);
    const used = name === 'facts' ? whole.toString('latin1').split('\n').slice(0, 5).join('\n').length : 200;
    const inside = fc.tuple(bytes, fc.nat(used)).map(([noise, at]) => {
      const spoilt = Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at + noise.length)]);
      return { spoilt, noise, at };
    });

    fc.assert(
      fc.property(inside, fc.constantFrom(...SHELLS), fc.boolean(), ({ spoilt, noise }, shell, alone) => {
        writeFileSync(here[name], alone ? noise : spoilt);
        const { status, stderr, stdout } = ask(here, 'pre-commit', { shell });
        expect({ stderr, stdout }).toEqual({ stderr: '', stdout: '' });
        // A later time, or the same bytes again, change nothing that the shell could know of.
        if (alone) expect(status).toBe(noise.equals(whole) ? 0 : 1);
      }),
      { numRuns: 150 },
    );
  });

  test('as lines of a reference-transaction: whatever stands around it, an ended branch that moves is judged', () => {
    const here = live();
    dropFacts(here.directory);
    const line = moveOf(here);
    const noise = fc.stringMatching(/^[ -~\n\t]{0,60}$/);

    fc.assert(
      fc.property(noise, noise, fc.constantFrom(...SHELLS), (before, after, shell) => {
        const input = `${before}\n${line}${after}`;
        expect(ask(here, 'reference-transaction', { shell, args: ['prepared'], input })).toEqual(REFUSED);
      }),
      { numRuns: 100 },
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
      { numRuns: 100 },
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

      expect(readFileSync(join(directory, 'cache/facts'), 'utf8')).toContain(`\n${branch}\n`);
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

test('what a hook from before writes into the facts is too late for nobody', () => {
  const here = live();
  dropFacts(here.directory);
  expect(ask(here, 'pre-commit')).toEqual(REFUSED);
  writeFacts(here.repository, here.directory);
  appendFileSync(here.facts, 'more\n');
  expect(ask(here, 'pre-commit', { env: BUILTINS_ALONE })).toEqual(PASSES);
});
