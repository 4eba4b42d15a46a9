import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addTrailer, trailersOf } from '../../src/git/message.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';

const VALUE = 'users-email/1 7:0123456789ab';
const OLD = 'users-email/1 3:ba9876543210';

const SCISSORS = `# ------------------------ >8 ------------------------
# Do not modify or remove the line above.
diff --git a/a b/a

Spike: not/1 0:000000000000
`;

function add(
  repository: TestRepository,
  message: string | Uint8Array,
  keep: (value: string) => boolean = () => false,
): string {
  const file = repository.write('.git/COMMIT_EDITMSG', message);
  addTrailer(repository.path, file, { value: VALUE, keep });
  return readFileSync(file, 'latin1');
}

test.each([
  ['a subject', 'Subject\n', `Subject\n\nSpike: ${VALUE}\n`],
  ['a subject without its line feed', 'Subject', `Subject\n\nSpike: ${VALUE}\n`],
  ['a body', 'Subject\n\nBody: of text\nmore\n', `Subject\n\nBody: of text\nmore\n\nSpike: ${VALUE}\n`],
  ['other trailers', 'Subject\n\nSigned-off-by: A <a@b>\n', `Subject\n\nSigned-off-by: A <a@b>\nSpike: ${VALUE}\n`],
  ['comments', 'Subject\n\n# Please enter\n#\n', `Subject\n\nSpike: ${VALUE}\n\n# Please enter\n#\n`],
  ['a diff below scissors', `Subject\n${SCISSORS}`, `Subject\n\nSpike: ${VALUE}\n${SCISSORS}`],
  ['a line of dashes', 'Subject\n\nBody\n---\nmore\n', `Subject\n\nBody\n---\nmore\n\nSpike: ${VALUE}\n`],
  ['nothing', '', ''],
  ['nothing yet, for the editor', '\n# Please enter\n', '\n# Please enter\n'],
  ['only comments', '# Why?\n\n# Please enter\n', '# Why?\n\n# Please enter\n'],
  ['a trailer of ours to replace', `Subject\n\nSpike: ${OLD}\n`, `Subject\n\nSpike: ${VALUE}\n`],
  ['several of ours', `Subject\n\nSpike: ${OLD}\nA: b\nspike: x\n folded\n`, `Subject\n\nA: b\nSpike: ${VALUE}\n`],
  [
    'one of ours as prose above',
    `Subject\n\nSpike: we tried\n\nMore\n\nSpike: ${OLD}\n`,
    `Subject\n\nSpike: we tried\n\nMore\n\nSpike: ${VALUE}\n`,
  ],
  ['one of ours as the subject', `Spike: the first\n`, `Spike: the first\n\nSpike: ${VALUE}\n`],
])('a message with %s', (_name, message, expected) => {
  const repository = createRepository();

  expect(add(repository, message)).toBe(expected);
});

test('a valid trailer stays, and the file with it, byte for byte', () => {
  const repository = createRepository();
  const message = `Subject\r\n\nSpike: ${OLD}\n# c\n`;

  expect(add(repository, message, (value) => value === OLD)).toBe(message);
});

test('of several valid trailers the last stays alone', () => {
  const repository = createRepository();
  const message = `Subject\n\nSpike: a/1 0:000000000000\nSpike: ${OLD}\nSpike: bad\n`;

  expect(add(repository, message, (value) => value !== 'bad')).toBe(`Subject\n\nSpike: ${OLD}\n`);
});

test('bytes that are not UTF-8 stay what they are', () => {
  const repository = createRepository();

  expect(add(repository, Buffer.from('Gr\xf6\xdfe\n', 'latin1'))).toBe(`Gr\xf6\xdfe\n\nSpike: ${VALUE}\n`);
});

test('the trailers of a message are those that git sees', () => {
  const repository = createRepository();
  const message = `Subject\n\nSpike: prose\n\nSpike: ${OLD}\nspike: folded\n more\n\n# Spike: comment\n${SCISSORS}`;

  expect(trailersOf(repository.path, repository.write('.git/MESSAGE', message))).toEqual([OLD, 'folded more']);
});

test('adding twice is adding once', () => {
  const repository = createRepository();
  const once = add(repository, 'Subject\n');

  expect(add(repository, once)).toBe(once);
});

test('settings for trailers and another comment character', () => {
  const repository = createRepository();
  repository.git('config', 'core.commentChar', ';');
  repository.git('config', 'trailer.separators', '=');
  repository.git('config', 'trailer.spike.key', 'Other: ');
  repository.git('config', 'trailer.ifexists', 'doNothing');
  repository.git('config', 'trailer.where', 'start');

  expect(add(repository, `Subject\n\nA: b\nSpike: ${OLD}\n\n; Please enter\n`)).toBe(
    `Subject\n\nA: b\nSpike: ${VALUE}\n\n; Please enter\n`,
  );
});

describe('committed by git, whatever it cleans up', () => {
  const CLEANUPS = ['strip', 'whitespace', 'verbatim', 'scissors', 'default'];

  test.each(CLEANUPS)('commit.cleanup=%s', (cleanup) => {
    const repository = createRepository();
    repository.git('config', 'commit.cleanup', cleanup);
    const file = repository.write('.git/message', 'Subject\n\nBody\n\n# not a comment for all\n');
    addTrailer(repository.path, file, { value: VALUE, keep: () => false });

    repository.git('commit', '--quiet', '--allow-empty', '--file', file);

    expect(repository.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)')).toBe(`${VALUE}\n`);
  });
});
