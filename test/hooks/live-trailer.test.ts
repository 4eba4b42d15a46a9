import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderTrailer, trailerHead } from '../../src/core/trailer.ts';
import { addTrailer } from '../../src/git/message.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { hookedRepository, liveSpike, programOf, run } from './hooked-repository.ts';
import { SHELLS, type Shell } from './shells.ts';

const LEFT_TO_THE_PROGRAM = 'left to the program';

/** What the shell makes of a message, and what the program does, each in a file of its own. */
function desk() {
  const repository = hookedRepository();
  repository.branch('spike/one');
  const directory = liveSpike(repository, 'spike/one');
  programOf(repository.path, 1);
  const value = updateLedger(directory, thisMachine(), (ledger) => {
    const { open } = ledger.standing();
    return renderTrailer({ spike: open.spike, attempt: 1, seq: 0, head: trailerHead(ledger.chain().head) });
  });
  const file = join(repository.path, '.git/COMMIT_EDITMSG');
  const hook = join(repository.path, '.git/hooks/prepare-commit-msg');
  return {
    repository,
    value,
    byShell(message: string, [program, ...flags]: Shell, source = 'message'): string {
      writeFileSync(file, message, 'latin1');
      const env = { ...process.env, GIT_EDITOR: ':' };
      const { status, stderr } = run(program, [...flags, hook, file, source], { cwd: repository.path, env });
      const made = readFileSync(file, 'latin1');
      expect(stderr).toBe('');
      if (status === 0) return made;
      expect(made).toBe(message);
      return LEFT_TO_THE_PROGRAM;
    },
    byProgram(message: string): string {
      writeFileSync(file, message, 'latin1');
      addTrailer(repository.path, file, { value, keep: () => false });
      return readFileSync(file, 'latin1');
    },
  };
}

const PLAIN = [
  'subject\n',
  'subject\n\nA body.\n',
  'fix: a subject with a colon\n',
  'fix:a subject without a blank\n',
  'subject:  two\n\nbody\n\nRefs: 1\n',
  'subject\nin two lines\n',
  'subject\n\nbody\n\nSigned-off-by: A <a@b.invalid>\n',
  'subject\n\nSigned-off-by: A <a@b.invalid>\nCo-authored-by: B <b@b.invalid>\n',
  `${'paragraph\n\n'.repeat(11)}last\n`,
  `${'paragraph\n\n'.repeat(11)}Refs: 1\n`,
  `${'paragraph\n\n'.repeat(9)}Refs: 1\n`,
  'caf\xe9\n\nna\xefve \xff\xfe\n',
  'Se\xc3\xb1or\n',
];

const ODD = [
  '',
  '\n',
  'no line feed at its end',
  'subject\n\n\nbody\n',
  'subject\n\nbody\n\n',
  '\nsubject\n',
  'subject\r\n\r\nbody\r\n',
  'subject\n\nbody\n# a comment\n',
  '# a comment alone\n',
  'subject\n\n  indented\n',
  'subject\n\nRefs: 1\n continued\n',
  'subject\n\nA body: with\nSigned-off-by: A <a@b.invalid>\n',
  'subject\n\nhttps://example.invalid/x\n',
  'subject\n\nsee https://example.invalid/x\n',
  'subject\n\nBoth: pairs\nand a text\n',
  'subject\n\nRefs : 1\n',
  'subject\n\nRefs:1\n',
  'subject\n\nRefs:  1\n',
  'subject\n\nRefs: 1 \n',
  'subject\n\nRefs:\n',
  'subject\n\nRefs: 1\nBug:2\n',
  'subject\n\n: 1\n',
  'subject\n\nSpike: one/1 0:aaaaaaaaaaaa\n',
  'subject\n\nspike : one\n',
  'Spike: a subject\n',
  'spiked: a subject\n',
  'subject\n\nS: one\n\nbody\n',
  'subject\n\n---\nRefs: 1\n',
  'subject\n\n(cherry picked from commit aaaa)\n',
  'subject\n\n# ------------------------ >8 ------------------------\ndiff\n',
  'subject\n\nblank \t\n',
  'subject\n \nbody\n',
  'subject\n\n; perhaps a comment\n',
  'subject\n\nRefs: 1\n; perhaps a comment\n',
];

test.each(PLAIN)('%j is finished by every shell as the program would', (message) => {
  const { byShell, byProgram, value } = desk();
  const made = byProgram(message);

  expect(made).toContain(`\nSpike: ${value}\n`);
  expect(SHELLS.map((shell) => byShell(message, shell))).toEqual(SHELLS.map(() => made));
});

test.each([...ODD, ...ODD.map((message) => `subject\n\n${message}`)])(
  '%j is left to the program, or comes out as by it',
  (message) => {
    const { byShell, byProgram } = desk();
    const made = byProgram(message);

    for (const shell of SHELLS) expect([made, LEFT_TO_THE_PROGRAM]).toContain(byShell(message, shell));
  },
);

const line = fc.oneof(
  fc.constantFrom(
    ...['', '', '', 'a word', 'word', 'Signed-off-by: A <a@b.invalid>', 'Co-authored-by: B <b@b.invalid>', 'Refs: 1'],
    ...['Refs:1', 'Refs:  1', 'Refs: 1 ', 'Refs:'],
    ...['https://example.invalid/a', '# comment', '; comment', ' continued', '\tcontinued', 'key : value', 'a: b: c'],
    ...[
      'S: x',
      'Spike: one/1 0:aaaaaaaaaaaa',
      'SPIKE:',
      'trailing \t',
      '\r',
      'word\r',
      '--',
      '---',
      '- item',
      '* item',
    ],
    ...[
      '\xff',
      '\xc3\xa9: \xe9',
      'Bug-Id:',
      'x',
      '"quoted"',
      '$HOME `x` \\n',
      '%s',
      '-n',
      '(cherry picked from commit a)',
    ],
    '# ------------------------ >8 ------------------------',
  ),
  fc.stringMatching(/^[ -~]{0,12}$/),
  fc.stringMatching(/^[A-Za-z-]{1,6}: [ -~]{0,6}$/),
);
const messages = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\n', '\n', ''))
  .map(([lines, end]) => lines.join('\n') + end);

describe('any message is left to the program, or comes out as by it', () => {
  test.each(['#', ';', '*', 'auto'])('where %s begins a comment', (comment) => {
    const { repository, byShell, byProgram } = desk();
    repository.git('config', 'core.commentChar', comment);

    fc.assert(
      fc.property(messages, fc.constantFrom(...SHELLS), (message, shell) => {
        const made = byShell(message, shell);
        if (made !== LEFT_TO_THE_PROGRAM) expect(made).toBe(byProgram(message));
      }),
      { numRuns: 100 },
    );
  });

  test('where the configuration has trailers of its own, no line of a person is changed', () => {
    const { repository, byShell, value } = desk();
    repository.git('config', 'trailer.separators', '=#');
    repository.git('config', 'trailer.where', 'start');
    repository.git('config', 'trailer.refs.key', 'word');

    const valuesIn = (input: string) =>
      repository
        .gitWith({ input: Buffer.from(input, 'latin1') }, '-c', 'trailer.separators=:', 'interpret-trailers', '--parse')
        .toString()
        .split('\n')
        .filter((found) => found.startsWith('Spike:'));

    fc.assert(
      fc.property(messages, (message) => {
        const made = byShell(message, ['/bin/sh']);
        if (made === LEFT_TO_THE_PROGRAM) return;
        expect(made.startsWith(message)).toBe(true);
        expect(valuesIn(made)).toEqual([`Spike: ${value}`]);
      }),
      { numRuns: 60 },
    );
  });
});

test.each(['commit', 'merge', 'squash', 'template', ''])(
  'a message whose source is %j is left to the program',
  (source) => {
    const { byShell } = desk();

    expect(SHELLS.map((shell) => byShell('subject\n', shell, source))).toEqual(SHELLS.map(() => LEFT_TO_THE_PROGRAM));
  },
);
