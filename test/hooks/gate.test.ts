import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { hookedRepository, type Program, programIn, run } from './hooked-repository.ts';
import { SHELLS, type Shell } from './shells.ts';

const ID = '1'.repeat(40);
const ZEROS = '0'.repeat(40);

test.each(['hook.sh', 'gate.sh', 'live.sh'])('%s is plain sh, with line feeds', (name) => {
  const text = readFileSync(join(import.meta.dirname, '../../hooks', name), 'utf8');
  expect(text).toMatch(/^#!\/bin\/sh\n/);
  expect(text).not.toContain('\r');
});

/** The hooks beside a HEAD of one's own making; the program is on PATH, alone with what the stand-in needs. */
interface Scene {
  readonly program: Program;
  readonly gitDir: string;
  readonly ask: (hook: string, input?: string) => { readonly status: number | null; readonly stderr: string };
}

function scene(head: string | undefined, [shell, ...flags]: Shell = ['/bin/sh']): Scene {
  const hooks = join(hookedRepository().path, '.git/hooks');
  const worktree = createFolder();
  const gitDir = join(worktree, '.git');
  mkdirSync(gitDir);
  if (head !== undefined) writeFileSync(join(gitDir, 'HEAD'), head);
  const program = programIn(join(worktree, 'node_modules/.bin'), 1);
  return {
    program,
    gitDir,
    ask: (hook, input = '') =>
      run(shell, [...flags, join(hooks, hook), 'a', 'b'], { cwd: worktree, env: process.env, input }),
  };
}

describe.each(SHELLS.map((shell) => ({ shell, name: shell.join(' ') })))('$name', ({ shell }) => {
  test('needs nothing but itself off a spike', () => {
    const { ask, gitDir, program } = scene('ref: refs/heads/main\n', shell);
    symlinkSync('/nowhere', join(gitDir, 'unrelated'));
    vi.stubEnv('PATH', '/nowhere');

    expect(ask('pre-commit')).toMatchObject({ status: 0, stderr: '' });
    expect(ask('prepare-commit-msg')).toMatchObject({ status: 0, stderr: '' });
    const line = `refs/heads/main ${ID} refs/heads/main ${ZEROS}\n`;
    expect(ask('pre-push', line)).toMatchObject({ status: 0, stderr: '' });
    expect(program.asked()).toEqual([]);
  });

  test('hands arguments and standard input on', () => {
    const { ask, program } = scene('ref: refs/heads/spike/one\n', shell);
    const lines = `refs/heads/a\\b ${ID} refs/heads/$(exit) ${ZEROS}\nrefs/heads/\`c\` ${ID} refs/heads/é ${ZEROS}\n`;

    expect(ask('pre-push', lines)).toMatchObject({ status: 1, stderr: '' });
    expect(ask('prepare-commit-msg').status).toBe(1);
    expect(program.asked()).toMatchObject([
      { argv: ['hook', 'pre-push', 'a', 'b'], stdin: lines },
      { argv: ['hook', 'prepare-commit-msg', 'a', 'b'], stdin: '' },
    ]);
  });
});

describe('a HEAD', () => {
  test.each([
    ['names a spike', 'ref: refs/heads/spike/one\n', true],
    ['names a spike, without a line feed', 'ref: refs/heads/spike/one', true],
    ['names another branch', 'ref: refs/heads/main', false],
    ['names a branch that only begins like one', 'ref: refs/heads/spikes\n', false],
    ['is a commit', `${ID}\n`, false],
    ['is a commit of a SHA-256 repository', `${ID}${ID.slice(16)}\n`, false],
    ['is the one that reftable leaves', 'ref: refs/heads/.invalid\n', true],
    ['is spelt in an unusual way', 'ref:  refs/heads/spike/one\n', true],
    ['names no branch', 'ref: refs/remotes/origin/main\n', true],
    ['is empty', '', true],
    ['is not there', undefined, true],
  ])('that %s', (_, head, asked) => {
    const { ask, program } = scene(head);

    expect(ask('pre-commit').status).toBe(asked ? 1 : 0);
    expect(program.asked()).toHaveLength(asked ? 1 : 0);
  });

  test('that is a symbolic link', () => {
    const { ask, gitDir, program } = scene(undefined);
    symlinkSync('refs/heads/main', join(gitDir, 'HEAD'));

    expect(ask('pre-commit').status).toBe(1);
    expect(program.asked()).toHaveLength(1);
  });
});

describe('a line of pre-push', () => {
  test.each([
    [
      `refs/heads/main^{/a ${ID} refs/heads/b ${ID}} ${ID} refs/heads/spike/one ${ID}`,
      'an expression that holds spaces, made to look like two refs',
    ],
    [`refs/heads/main ${ID} refs/heads/main`, 'a line cut short'],
    [`refs/heads/main ${ID} ${ID} refs/heads/main ${ID}`, 'a field too many'],
    [`refs/heads/main^2 ${ID} refs/heads/main ${ID}`, 'the other parent of a merge, which a spike may be'],
    ['', 'an empty line'],
    [`:/fix it ${ID} refs/heads/main ${ID}`, 'a search in messages'],
    [`@ ${ID} refs/heads/main ${ID}`, 'another name of HEAD'],
    [`refs/heads/main@{1} ${ID} refs/heads/main ${ID}`, 'an entry of the reflog'],
    [`refs/remotes/origin/spike/one ${ID} refs/heads/main ${ID}`, 'what was fetched'],
    [`(delete) ${ZEROS} refs/heads/spike/one ${ID}`, 'a removal'],
    [`refs/heads/main ${ID} refs/heads/spike/one ${ID}\0`, 'a NUL'],
  ])('%j is judged: %s', (line) => {
    const { ask, program } = scene('ref: refs/heads/main\n');

    expect(ask('pre-push', `refs/heads/main ${ID} refs/heads/main ${ID}\n${line}\n`).status).toBe(1);
    expect(program.asked()).toHaveLength(1);
  });

  test('without its line feed is read too', () => {
    const { ask, program } = scene('ref: refs/heads/main\n');

    expect(ask('pre-push', `refs/heads/spike/one ${ID} refs/heads/spike/one ${ID}`).status).toBe(1);
    expect(program.asked()).toHaveLength(1);
  });

  test('is judged behind a thousand others, and where nobody can read that far', () => {
    const { ask, program } = scene('ref: refs/heads/main\n');
    const plain = Array.from({ length: 1000 }, (_, at) => `refs/tags/v${at} ${ID} refs/tags/v${at} ${ZEROS}\n`).join(
      '',
    );
    const spike = `refs/heads/spike/one ${ID} refs/heads/spike/one ${ZEROS}\n`;

    expect(ask('pre-push', plain)).toMatchObject({ status: 0, stderr: '' });
    expect(program.asked()).toEqual([]);
    expect(ask('pre-push', plain + spike).status).toBe(1);
    expect(program.asked()).toMatchObject([{ stdin: plain + spike }]);
    vi.stubEnv('PATH', '/nowhere');
    expect(ask('pre-push', plain).status).toBe(1);
  });

  test('with a spike in it is judged, whatever stands around it', () => {
    const { ask } = scene('ref: refs/heads/main\n');
    const noise = fc.stringMatching(/^[ -~\n\t]{0,60}$/);

    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const spike = `refs/heads/spike/one ${ID} refs/heads/spike/one ${ID}`;
        const { status, stderr } = ask('pre-push', `${before}\n${spike}\n${after}`);
        return status === 1 && stderr === '';
      }),
      { numRuns: 60 },
    );
    expect(ask('pre-push', `refs/heads/main ${ID} refs/heads/main ${ID}\n`).status).toBe(0);
  });
});
