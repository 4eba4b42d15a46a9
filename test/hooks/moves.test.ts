import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, type TestRepository } from '../support/git-fixture.ts';
import { attempt, endSpike, hookedRepository, liveSpike, type Program, programOf } from './hooked-repository.ts';

interface Scene {
  readonly repository: TestRepository;
  readonly program: Program;
}

/** A newer git has the hook from its configuration too. */
const WITHOUT_HOOKS = ['-c', 'core.hooksPath=/dev/null', '-c', 'hook.spike-gate-reference-transaction.enabled=false'];

/** A spike of two commits on a branch that is checked out, beside a target that has gone on, and a program that refuses. */
function scene({ ended }: { readonly ended: boolean }): Scene {
  const repository = hookedRepository();
  repository.commit('What init has put there');
  repository.branch('feature');
  repository.commit('To be taken', { 'feature.txt': 'f\n' });
  repository.branch('work', 'main');
  for (const name of ['one', 'two']) repository.commit(name, { 'a.txt': `${name}\n` });
  repository.git('switch', '--quiet', 'main');
  repository.commit('The target goes on', { 'a.txt': 'of main\n' });
  repository.branch('spike/one', 'work');
  repository.git('branch', '--quiet', '-D', 'work');
  const directory = liveSpike(repository, 'spike/one');
  if (ended) endSpike(directory);
  return { repository, program: programOf(repository.path, 1) };
}

function asked({ program }: Scene): readonly string[] {
  return program.asked().map(({ argv }) => argv[1] ?? '');
}

/** Each by itself; the exit statuses of the commands do not matter, but for the last one. */
const HARMLESS: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ['gc', [['gc', '--quiet', '--prune=now']]],
  ['pack-refs', [['pack-refs', '--all', '--prune']]],
  ['a branch beside it', [['branch', 'other']]],
  ['a tag on it', [['tag', 'v1']]],
  ['reset to where it is', [['reset', '--quiet', '--hard', 'HEAD']]],
  [
    'switch there and back',
    [
      ['switch', '--quiet', 'main'],
      ['switch', '--quiet', 'spike/one'],
    ],
  ],
  [
    'bisect',
    [
      ['bisect', 'start', 'HEAD', 'HEAD~2'],
      ['bisect', 'reset'],
    ],
  ],
  [
    'a worktree',
    [
      ['worktree', 'add', '--quiet', '--detach', '../linked'],
      ['worktree', 'remove', '../linked'],
    ],
  ],
  [
    'deletion',
    [
      ['switch', '--quiet', 'main'],
      ['branch', '-D', 'spike/one'],
    ],
  ],
  [
    'deletion by plumbing',
    [
      ['switch', '--quiet', '--detach'],
      ['update-ref', '-d', 'refs/heads/spike/one'],
    ],
  ],
  ['a clone', [['clone', '--quiet', '.', '../clone']]],
  ['notes', [['notes', 'add', '-m', 'seen']]],
  ['reflog', [['reflog', 'expire', '--expire=now', '--all']]],
  ['the update to what it is', [['update-ref', 'refs/heads/spike/one', 'spike/one']]],
  ['a fetch', [['fetch', '--quiet', '.', 'main:refs/remotes/origin/main', 'spike/one:refs/remotes/origin/spike/one']]],
];

describe.each([
  ['live', false],
  ['over', true],
])('while the spike is %s nobody is asked about', (_, ended) => {
  test.each(HARMLESS)('%s', (_name, commands) => {
    const here = scene({ ended });

    for (const args of commands) expect(attempt(here.repository.path, args)).toMatchObject({ status: 0 });
    expect(asked(here)).toEqual([]);
  });

  test('a stash and its return', () => {
    const here = scene({ ended });
    here.repository.write('a.txt', 'not yet\n');

    for (const args of [
      ['stash', '--quiet'],
      ['stash', 'pop', '--quiet'],
    ])
      expect(attempt(here.repository.path, args)).toMatchObject({ status: 0 });
    expect(readFileSync(join(here.repository.path, 'a.txt'), 'utf8')).toBe('not yet\n');
    expect(asked(here)).toEqual([]);
  });

  test('the end of a merge that is given up', () => {
    const here = scene({ ended });

    expect(attempt(here.repository.path, ['merge', 'main']).status).toBe(1);
    expect(attempt(here.repository.path, ['merge', '--abort'])).toMatchObject({ status: 0 });
    expect(asked(here)).toEqual([]);
  });
});

test('the end of a rebase that is given up asks about nothing while the spike is live', () => {
  const here = scene({ ended: false });
  const before = here.repository.git('rev-parse', 'spike/one');

  expect(attempt(here.repository.path, ['rebase', 'main']).status).toBe(1);
  expect(attempt(here.repository.path, ['rebase', '--abort'])).toMatchObject({ status: 0 });
  expect(asked(here)).toEqual([]);
  expect(here.repository.git('rev-parse', 'HEAD')).toBe(before);
});

test('a rebase that began when the spike was live may be given up after its end', () => {
  const here = scene({ ended: false });
  const before = here.repository.git('rev-parse', 'spike/one');
  expect(attempt(here.repository.path, ['rebase', 'main']).status).toBe(1);
  endSpike(readFileSync(join(here.repository.path, '.git/spike-gate/branches/spike%2Fone'), 'utf8').trim());

  expect(attempt(here.repository.path, ['rebase', '--abort'])).toMatchObject({ status: 0 });
  expect(here.repository.git('rev-parse', 'HEAD')).toBe(before);
});

/** Ways that no other hook than that of the transaction sees, or none that `--no-verify` leaves. */
const MOVES: readonly (readonly [string, readonly string[]])[] = [
  ['update-ref', ['update-ref', 'refs/heads/spike/one', 'feature']],
  ['branch -f, from elsewhere', ['branch', '-f', 'spike/one', 'feature']],
  ['a merge that is a fast-forward', ['merge', '--ff-only', 'ahead']],
  ['reset forward', ['reset', '--hard', 'ahead']],
  ['reset to the target', ['reset', '--hard', 'main']],
  ['am', ['am', '../patch']],
  ['cherry-pick', ['cherry-pick', 'feature']],
  ['a commit without hooks of the commit', ['commit', '--allow-empty', '--no-verify', '-m', 'more']],
  ['fetch src:dst', ['fetch', '.', 'ahead:spike/one']],
];

describe('once the spike is over the program is asked, and its refusal leaves all branches as they were, about', () => {
  test.each(MOVES)('%s', (name, args) => {
    const here = scene({ ended: true });
    const { repository } = here;
    const ahead = repository.git('commit-tree', '-p', 'spike/one', '-m', 'ahead', 'spike/one^{tree}');
    repository.git('branch', 'ahead', ahead);
    const patch = repository.gitWith({}, 'format-patch', '--stdout', 'feature~1..feature');
    repository.write('../patch', patch);
    if (/elsewhere|fetch/.test(name)) repository.git('switch', '--quiet', 'main');
    const before = repository.git('for-each-ref');

    expect(attempt(repository.path, args).status).not.toBe(0);
    expect(repository.git('for-each-ref')).toBe(before);
    expect(asked(here).length).toBeGreaterThan(0);
  });

  test('and nobody is asked without hooks, so that the test above shows them', () => {
    const here = scene({ ended: true });

    expect(attempt(here.repository.path, [...WITHOUT_HOOKS, 'reset', '--hard', 'main']).status).toBe(0);
    expect(asked(here)).toEqual([]);
  });
});

test('a hook of a person for transactions sees every line of every state, whatever becomes of them', () => {
  const repository = hookedRepository();
  const seen = join(createFolder(), 'seen');
  repository.write('.git/hooks/reference-transaction', `#!/bin/sh\necho "$1" >>'${seen}'\ncat >>'${seen}'\n`, 0o755);
  liveSpike(repository, 'spike/one');
  const head = repository.git('rev-parse', 'HEAD');

  expect(attempt(repository.path, ['update-ref', 'refs/tags/v1', head])).toMatchObject({ status: 0, stderr: '' });
  const line = `${'0'.repeat(40)} ${head} refs/tags/v1\n`;
  expect(readFileSync(seen, 'utf8')).toContain(`prepared\n${line}committed\n${line}`);
});
