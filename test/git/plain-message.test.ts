import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTrailer } from '../../src/git/message.ts';
import { readPlainMessage } from '../../src/git/plain-message.ts';
import { createRepository } from '../support/git-fixture.ts';

const VALUE = 'users-email/1 7:0123456789ab';
const OLD = 'users-email/1 3:ba9876543210';

const line = fc.constantFrom(
  'Subject',
  'fix: a thing',
  'Spikes: many',
  'Conflicts:',
  'http://example.invalid',
  'Signed-off-by: A <a@b.invalid>',
  '(cherry picked from commit 0123456789)',
  '3 things',
  'Gr\u00fc\u00dfe',
  '  indented',
  '---',
  '# comment',
  '; odd',
  '',
);
const message = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

test('what is written without git is what git writes', () => {
  const repository = createRepository();
  const file = repository.write('.git/COMMIT_EDITMSG', '');
  let plain = 0;

  fc.assert(
    fc.property(message, (text) => {
      if (readPlainMessage(Buffer.from(text).toString('latin1')) === undefined) return;
      plain += 1;
      repository.write('.git/COMMIT_EDITMSG', text);
      addTrailer(repository.path, file, { value: VALUE, keep: () => false });
      const byGit = repository.gitWith(
        { input: text.endsWith('\n') ? text : `${text}\n` },
        ...[
          'interpret-trailers',
          '--no-divider',
          '--where',
          'end',
          '--if-exists',
          'add',
          '--trailer',
          `Spike: ${VALUE}`,
        ],
      );
      expect(readFileSync(file, 'utf8')).toBe(byGit.toString());
      const added = readFileSync(file);
      addTrailer(repository.path, file, { value: OLD, keep: (value) => value === VALUE });
      expect(readFileSync(file)).toEqual(added);
    }),
    { numRuns: 300 },
  );
  expect(plain).toBeGreaterThan(20);
});

describe('git is asked about a message', () => {
  test.each([
    ['without a word', ''],
    ['of blank lines', '\n\n'],
    ['with a comment', 'Subject\n\n# Please enter\n'],
    ['of comments alone', '; none\n'],
    ['with other trailers', 'Subject\n\nA: b\n'],
    ['with two of ours', `Subject\n\nSpike: ${OLD}\nSpike: ${OLD}\n`],
    ['with one of ours above', `Subject\n\nSpike: prose\n\nSpike: ${OLD}\n`],
    ['with a name that git takes for ours', 'Subject\n\nmore\nsp: x\n\nprose\n'],
    ['with carriage returns', 'Subject\r\n'],
    ['with blank lines at its end', 'Subject\n\n\n'],
    ['that is one of ours', `Spike: ${OLD}\n`],
    ['with a continued line', `Subject\n\nSpike: ${OLD}\n more\n`],
  ])('%s', (_name, text) => {
    expect(readPlainMessage(text)).toBeUndefined();
  });
});
