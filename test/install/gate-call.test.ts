import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HookName } from '../../src/core/hook-name.ts';
import { gateCallKeepingInput, gateCommand } from '../../src/install/gate-call.ts';
import { createFolder } from '../support/git-fixture.ts';

const SHELLS = [['dash'], ['bash'], ['bash', '--posix'], ['busybox', 'sh']].filter(
  ([program = '']) => spawnSync(program, ['-c', ':']).error === undefined || program === 'bash',
);

const GATE = `printf '<%s>' "$@" >"\${1%/*}/args"
cat >"\${1%/*}/input"
exit "$(cat "\${1%/*}/status")"
`;

interface Asked {
  readonly status: number | null;
  readonly err: string;
  readonly args: string | undefined;
  readonly input: string | undefined;
  /** What a person's lines after ours found. */
  readonly after: string | undefined;
}

interface Call {
  readonly shell: readonly string[];
  readonly script: string;
  readonly input?: string;
  readonly status?: number;
  /** Makes the repository, and gives the folder to stand in and the git common directory. */
  readonly make?: () => { readonly cwd: string; readonly common: string };
  readonly isThere?: boolean;
}

function plain(): { readonly cwd: string; readonly common: string } {
  const cwd = createFolder();
  mkdirSync(join(cwd, '.git'));
  return { cwd, common: join(cwd, '.git') };
}

function ask({
  shell: [program = '', ...flags],
  script,
  input = '',
  status = 0,
  make = plain,
  isThere = true,
}: Call): Asked {
  const { cwd, common } = make();
  const folder = join(common, 'spike-gate');
  mkdirSync(folder);
  if (isThere) writeFileSync(join(folder, 'gate.sh'), GATE);
  writeFileSync(join(folder, 'status'), String(status));
  const file = join(cwd, 'hook');
  writeFileSync(file, `${script}\n{ printf '<%s>' "$@"; cat; } >after\n`);
  const { status: ended, stderr } = spawnSync(program, [...flags, '-eu', file, 'origin', 'a  b', '*'], {
    cwd,
    input,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  const read = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  return {
    status: ended,
    err: stderr,
    args: read(join(folder, 'args'))?.replaceAll(cwd, '.'),
    input: read(join(folder, 'input')),
    after: read(join(cwd, 'after')),
  };
}

const ZEROS = '0'.repeat(40);
const MANY = Array.from({ length: 3_000 }, (_, n) => `refs/heads/${n} ${ZEROS} refs/heads/${n} ${ZEROS}\n`).join('');

describe.each(SHELLS)('in %s %s', (...words) => {
  const shell = words.filter((word) => word !== undefined);

  const keeping = (hook: HookName): string => gateCallKeepingInput(hook).join('\n');

  test.each([
    ['nothing', ''],
    ['a line', `refs/heads/a ${ZEROS} refs/heads/a ${ZEROS}\n`],
    ['what a shell would expand', 'a $HOME `id` \\n "x" \'y\' *\n'],
    ['blanks and blank lines', '\n  a\tb  \n\nc\n'],
    ['the word that ends it', 'SPIKE_GATE\nx\n'],
    ['more than a pipe holds', MANY],
  ])('the gate and the lines after it are both given %s', (_, input) => {
    const { args, ...asked } = ask({ shell, script: keeping('pre-push'), input });

    expect(asked).toEqual({ status: 0, err: '', input, after: `<origin><a  b><*>${input}` });
    expect(args).toMatch(/^<.*spike-gate\/gate\.sh><pre-push><origin><a {2}b><\*>$/);
  });

  test('a last line without its end is given with one', () => {
    expect(ask({ shell, script: keeping('pre-push'), input: 'a\nb' })).toMatchObject({
      input: 'a\nb\n',
      after: '<origin><a  b><*>a\nb\n',
    });
  });

  test.each(['pre-commit', 'pre-push', 'reference-transaction'] as const)(
    'a refusal of %s is the end, with its status',
    (hook) => {
      for (const input of ['', 'a b c d\n']) {
        expect(ask({ shell, script: keeping(hook), input, status: 7 })).toMatchObject({ status: 7, after: undefined });
      }
      expect(ask({ shell, script: gateCommand(hook), status: 7 })).toMatchObject({ status: 7, after: undefined });
    },
  );

  test('in a clone without spike init nothing is touched', () => {
    for (const script of [keeping('pre-push'), gateCommand('pre-push')]) {
      const asked = ask({ shell, script, input: 'a\nb', isThere: false });
      expect(asked).toEqual({ status: 0, err: '', args: undefined, input: undefined, after: '<origin><a  b><*>a\nb' });
    }
  });

  test('the gate is found from a linked worktree and from a submodule, in folders of any name', () => {
    const linked = (): ReturnType<typeof plain> => {
      const folder = createFolder();
      const common = join(folder, "it's a  repository", '.git');
      mkdirSync(join(common, 'worktrees/w'), { recursive: true });
      writeFileSync(join(common, 'worktrees/w/commondir'), '../..\n');
      mkdirSync(join(folder, 'w'));
      writeFileSync(join(folder, 'w/.git'), `gitdir: ${common}/worktrees/w\n`);
      return { cwd: join(folder, 'w'), common };
    };
    const submodule = (): ReturnType<typeof plain> => {
      const folder = createFolder();
      const common = join(folder, '.git/modules/é $m');
      mkdirSync(common, { recursive: true });
      mkdirSync(join(folder, 'm'));
      writeFileSync(join(folder, 'm/.git'), 'gitdir: ../.git/modules/é $m\n');
      return { cwd: join(folder, 'm'), common };
    };

    for (const make of [linked, submodule]) {
      for (const script of [keeping('pre-push'), gateCommand('pre-commit')]) {
        expect(ask({ shell, script, make, status: 3 })).toMatchObject({ status: 3, err: '', after: undefined });
      }
    }
  });
});
