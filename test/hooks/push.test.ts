import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';
import { attempt, hookedRepository, type Program, programOf, userHook } from './hooked-repository.ts';

const REFUSES = 1;

/** Two spikes, a feature and a tag beside main; `origin` is an empty repository. */
function withRemote(): { readonly repository: TestRepository; readonly remote: TestRepository } {
  const repository = hookedRepository();
  const remote = createRepository({ bare: true });
  repository.git('remote', 'add', 'origin', remote.path);
  for (const name of ['feature', 'spike/one', 'spike/two']) repository.git('branch', name);
  repository.git('tag', 'v1');
  return { repository, remote };
}

function sources(program: Program): readonly string[] {
  return program.asked().flatMap(({ stdin }) =>
    stdin
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? ''),
  );
}

describe('a push that is plainly no spike asks nobody', () => {
  test.each([
    ['the current branch', ['origin', 'main']],
    ['HEAD of the current branch, by any name', ['origin', 'HEAD:refs/heads/elsewhere']],
    ['several branches and a tag', ['origin', 'main', 'feature', 'v1']],
    ['nothing new', ['origin', 'main']],
  ])('%s', (_, args) => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['push', '--quiet', ...args]).stderr).toBe('');
    expect(attempt(repository.path, ['push', '--quiet', ...args]).status).toBe(0);
    expect(program.asked()).toEqual([]);
    expect(remote.git('for-each-ref')).not.toBe('');
  });

  test('the removal of another branch', () => {
    const { repository, remote } = withRemote();
    repository.git('push', '--quiet', 'origin', 'feature');
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['push', '--quiet', 'origin', ':feature']).status).toBe(0);
    expect(program.asked()).toEqual([]);
    expect(remote.git('for-each-ref')).toBe('');
  });
});

describe('a push that may be of a spike is judged, all of it', () => {
  test.each([
    ['a spike branch, from another', ['origin', 'spike/one']],
    ['a spike under another name', ['origin', 'spike/one:other']],
    ['another branch under the name of a spike', ['origin', 'feature:refs/heads/spike/new']],
    ['an expression', ['origin', 'spike/one~0:refs/heads/other']],
    ['an expression of another branch, since only git can tell', ['origin', 'main^{/fir}:refs/heads/other']],
    ['a ref that is neither branch nor tag', ['origin', 'main:refs/for/main']],
  ])('%s', (_, args) => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['push', ...args]).status).not.toBe(0);
    expect(program.asked().map(({ argv }) => argv)).toEqual([['hook', 'pre-push', 'origin', remote.path]]);
    expect(remote.git('for-each-ref')).toBe('');
  });

  test('an id', () => {
    const { repository } = withRemote();
    const program = programOf(repository.path, REFUSES);
    const commit = repository.git('rev-parse', 'spike/one');

    expect(attempt(repository.path, ['push', 'origin', `${commit}:refs/heads/other`]).status).not.toBe(0);
    expect(sources(program)).toEqual([commit]);
  });

  test('a detached HEAD', () => {
    const { repository } = withRemote();
    const program = programOf(repository.path, REFUSES);
    repository.git('switch', '--quiet', '--detach', 'spike/one');

    expect(attempt(repository.path, ['push', 'origin', 'HEAD:refs/heads/other']).status).not.toBe(0);
    expect(sources(program)).toEqual(['HEAD']);
  });

  test('anything, while a spike branch is checked out', () => {
    const { repository } = withRemote();
    const program = programOf(repository.path);
    repository.git('switch', '--quiet', 'spike/one');

    expect(attempt(repository.path, ['push', 'origin', 'main']).status).toBe(0);
    expect(sources(program)).toEqual(['refs/heads/main']);
    expect(attempt(repository.path, ['push', 'origin', 'main']).status).toBe(0);
    expect(program.asked()).toMatchObject([{ stdin: '' }]);
  });

  test('every ref, when the spike is the last of several', () => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path, REFUSES);

    expect(attempt(repository.path, ['push', 'origin', 'main', 'feature', 'v1', 'spike/two']).status).not.toBe(0);
    expect(sources(program).toSorted()).toEqual([
      'refs/heads/feature',
      'refs/heads/main',
      'refs/heads/spike/two',
      'refs/tags/v1',
    ]);
    expect(remote.git('for-each-ref')).toBe('');
  });

  test('the removal of a spike on the remote', () => {
    const { repository } = withRemote();
    repository.git('push', '--quiet', '--no-verify', 'origin', 'spike/one');
    const program = programOf(repository.path);

    expect(attempt(repository.path, ['push', 'origin', '--delete', 'spike/one']).status).toBe(0);
    expect(sources(program)).toEqual(['(delete)']);
  });
});

describe('an existing pre-push hook', () => {
  function keep(repository: TestRepository, status = 0): string {
    const seen = join(repository.path, '.git/seen');
    userHook(repository, 'pre-push.before-spike-gate', `{ echo "$1 $2"; cat; } >.git/seen; exit ${status}`);
    return seen;
  }

  test.each([
    ['off a spike', ['main', 'feature']],
    ['with a spike', ['main', 'spike/one']],
  ])('gets the arguments and every line that git gave, %s', (_, branches) => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path);
    keep(repository);

    expect(attempt(repository.path, ['push', 'origin', ...branches]).status).toBe(0);
    const lines = branches.map((name) => {
      const commit = repository.git('rev-parse', name);
      return `refs/heads/${name} ${commit} refs/heads/${name} ${'0'.repeat(40)}\n`;
    });
    const seen = attempt(repository.path, ['-c', 'alias.show-seen=!cat .git/seen', 'show-seen']).stdout;
    expect(seen).toBe(`origin ${remote.path}\n${lines.join('')}`);
    expect(program.asked().map(({ stdin }) => stdin)).toEqual(branches.includes('spike/one') ? [lines.join('')] : []);
  });

  test('gets an empty standard input when there is nothing to push', () => {
    const { repository, remote } = withRemote();
    keep(repository);
    repository.git('push', '--quiet', 'origin', 'main');

    expect(attempt(repository.path, ['push', 'origin', 'main']).status).toBe(0);
    const seen = attempt(repository.path, ['-c', 'alias.show-seen=!cat .git/seen', 'show-seen']).stdout;
    expect(seen).toBe(`origin ${remote.path}\n`);
  });

  test('refuses before the program is asked', () => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path);
    keep(repository, 5);

    expect(attempt(repository.path, ['push', 'origin', 'spike/one']).status).not.toBe(0);
    expect(program.asked()).toEqual([]);
    expect(remote.git('for-each-ref')).toBe('');
  });

  test('may leave its standard input unread, however long that is', () => {
    const { repository, remote } = withRemote();
    const program = programOf(repository.path);
    userHook(repository, 'pre-push.before-spike-gate', 'exit 0');
    const tags = Array.from({ length: 1500 }, (_, index) => `tag-${index}`);
    const head = repository.git('rev-parse', 'HEAD');
    const updates = tags.map((name) => `create refs/tags/${name} ${head}\n`).join('');
    repository.gitWith({ input: updates }, 'update-ref', '--stdin');

    const { status, stderr } = attempt(repository.path, ['push', '--quiet', '--tags', 'origin', 'spike/one']);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(sources(program)).toHaveLength(1502);
    expect(remote.git('for-each-ref').split('\n')).toHaveLength(1502);
  });
});

test('a push from a bare repository finds its HEAD', () => {
  const { repository } = withRemote();
  repository.git('config', 'core.bare', 'true');
  const program = programOf(join(repository.path, '.git'), REFUSES);
  const inside = join(repository.path, '.git');

  expect(attempt(inside, ['push', 'origin', 'main']).status).toBe(0);
  expect(program.asked()).toEqual([]);
  expect(attempt(inside, ['push', 'origin', 'spike/one']).status).not.toBe(0);
  expect(program.asked()).toHaveLength(1);
});
