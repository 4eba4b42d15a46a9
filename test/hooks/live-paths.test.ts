import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommitId, Slug } from '../../src/core/brand.ts';
import { measureChange } from '../../src/git/change.ts';
import type { OpenDraft } from '../../src/ledger/store.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { attempt, hookedRepository, liveSpike, type Program, programOf, run } from './hooked-repository.ts';
import { SHELLS, type Shell } from './shells.ts';

const [SH = ['/bin/sh']] = SHELLS;

const BASE = {
  'app/a': 'a\n',
  'app/below/b': 'b\n',
  'application/c': 'c\n',
  'docs/d.md': 'd\n',
  'docs/below/e.md': 'e\n',
  'lib/[x]/f': 'f\n',
  'lib/x/g': 'g\n',
  'README.md': 'h\n',
  '.github/workflows/w.yml': 'w\n',
};

interface Desk {
  readonly repository: TestRepository;
  readonly program: Program;
  readonly directory: string;
  readonly base: CommitId;
  /** Whether the shell lets a commit of the index through, without a question. */
  readonly isFine: (shell?: Shell) => boolean;
  readonly measure: () => ReturnType<typeof measureChange>;
}

type Policy = OpenDraft['policy'];

function desk(paths: readonly string[], policy: Policy = {}): Desk {
  const repository = hookedRepository();
  repository.commit('Begin', BASE);
  repository.branch('spike/one');
  const settings = Object.entries({ budget: 3, clock: 5400, ...policy }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const directory = liveSpike(repository, 'spike/one', { paths, policy: Object.fromEntries(settings) });
  const program = programOf(repository.path, 1);
  const base = repository.git('rev-parse', 'main') as CommitId;
  const guarded = policy['protected'];
  return {
    repository,
    program,
    directory,
    base,
    isFine([command, ...flags] = SH) {
      const file = join(repository.path, '.git/COMMIT_EDITMSG');
      writeFileSync(file, 'subject\n');
      const hook = join(repository.path, '.git/hooks/prepare-commit-msg');
      const env = { ...process.env, GIT_EDITOR: ':' };
      const { status, stderr } = run(command, [...flags, hook, file, 'message'], { cwd: repository.path, env });
      expect(stderr).toBe('');
      expect(status === 0).toBe(readFileSync(file, 'utf8').includes('Spike: '));
      return status === 0;
    },
    measure: () =>
      measureChange({
        cwd: repository.path,
        base,
        to: 'index',
        paths,
        protectedPaths: Array.isArray(guarded) ? guarded : [],
        bundle: typeof policy['bundle'] === 'string' ? policy['bundle'] : 'spikes',
        slug: 'users-email' as Slug,
      }),
  };
}

/** Beside paths of `BASE`, those that only look like a declared one. */
const NAMES = [
  ...Object.keys(BASE),
  ...[
    'app/new',
    'app/.github/x',
    'application',
    'app.md',
    'appx/y',
    'App/a',
    'docs/new.md',
    'docs/new.txt',
    'docs.md/x',
  ],
  ...[
    'lib/[x]/new',
    'lib/y/new',
    'ünï/c',
    'app/ünï',
    'app/sp ace',
    '.spike.yml',
    '.Spike.yml',
    'spikes/users-email/EVIDENCE.md',
  ],
  ...['spikes/other/EVIDENCE.md', 'apP/b', ' app/a', 'app/ x', '*', 'app/*'],
  ...['new.txt', 'docs/.github/x.txt', '.github/x', '.GitHub/X', '.github', '.spike/new.txt', '.spike.yml.txt'],
  ...[
    'SPIKES/x',
    'Spikes/x.txt',
    'spikes',
    'SPIKES',
    'spikes.txt',
    'lib/secret',
    'app/Secret',
    'secret/x.md',
    'secrets',
  ],
];
const MODES = ['100644', '100755', '120000', '160000'] as const;

type Operation =
  | { readonly kind: 'put'; readonly path: string; readonly mode: (typeof MODES)[number]; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'intend'; readonly path: string };

/** Most of what is staged lies where it may be fine, or nearly. */
function operations(near: RegExp): fc.Arbitrary<readonly Operation[]> {
  const anywhere = fc.constantFrom(...NAMES);
  const nearby = fc.constantFrom(...NAMES.filter((name) => near.test(name)));
  const path = fc.oneof({ weight: 3, arbitrary: nearby }, { weight: 1, arbitrary: anywhere });
  const operation: fc.Arbitrary<Operation> = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      path,
      mode: fc.constantFrom(...MODES),
      text: fc.constantFrom('a\n', 'b\n', 'other\n'),
    }),
    fc.record({ kind: fc.constant('remove' as const), path }),
    fc.record({ kind: fc.constant('move' as const), path, to: path }),
    fc.record({ kind: fc.constant('intend' as const), path: anywhere }),
  );
  return fc.array(operation, { minLength: 1, maxLength: 3 });
}

/** By plumbing alone, since a working tree could not hold all of these. */
function stage(here: Desk, steps: readonly Operation[]): void {
  here.repository.git('read-tree', here.base);
  for (const step of steps) stageOne(here, step);
}

function stageOne({ repository, base }: Desk, step: Operation): void {
  const { git, gitWith } = repository;
  const add = (mode: string, object: string, name: string) =>
    git('update-index', '--add', '--replace', '--cacheinfo', `${mode},${object},${name}`);
  switch (step.kind) {
    case 'put': {
      const object = gitWith({ input: step.text }, 'hash-object', '-w', '--stdin').toString().trim();
      add(step.mode, step.mode === '160000' ? base : object, step.path);
      break;
    }
    case 'remove':
      git('update-index', '--force-remove', '--', step.path);
      break;
    case 'move': {
      const entries = git('ls-files', '--stage', '-z').split('\0');
      const [mode, object] = entries.find((entry) => entry.endsWith(`\t${step.path}`))?.split(' ') ?? [];
      if (mode === undefined || object === undefined) break;
      git('update-index', '--force-remove', '--', step.path);
      add(mode, object, step.to);
      break;
    }
    case 'intend':
      // A path that a file of the index is in the way of cannot be added.
      attempt(repository.path, ['add', '--intent-to-add', '--', `:(literal)${step.path}`]);
      break;
  }
}

describe('the shell lets through only what lies inside by the program too', () => {
  const plain = /^(?:app|docs|lib)\//;
  const odd = /^\.?(?:spike|github)|txt$|md$/i;

  /** With a path of each kind: one that the shell lets through, and one that it leaves to the program. */
  test.each<
    readonly [readonly string[], Policy, { readonly near: RegExp; readonly fine?: string; readonly not: string }]
  >([
    [['app/'], {}, { near: plain, fine: 'app/new', not: 'appx/y' }],
    [['app'], {}, { near: plain, fine: 'app', not: 'app.md' }],
    [['app/**', 'docs/*.md'], {}, { near: plain, fine: 'docs/new.md', not: 'docs/below/e.md' }],
    [['lib/[[]x]/', 'app/new'], {}, { near: plain, fine: 'lib/[x]/new', not: 'lib/x/new' }],
    [['app/', 'lib/'], { protected: ['docs/', 'lib/x'] }, { near: plain, fine: 'lib/y/new', not: 'lib/x' }],
    [['app/'], { protected: ['app/a'] }, { near: plain, fine: 'app/new', not: 'app/a' }],
    [['app/'], { protected: ['APP/A'] }, { near: plain, fine: 'app/new', not: 'app/a' }],
    [['docs/'], { protected: ['**/e.md'] }, { near: plain, fine: 'docs/new.md', not: 'docs/below/e.md' }],
    [
      ['**/secret', 'app/'],
      { protected: ['**/[sS]ecret'] },
      { near: /secret|^app/i, fine: 'app/new', not: 'app/Secret' },
    ],
    [['lib'], { protected: ['lib/'] }, { near: plain, not: 'lib' }],
    [['*.md'], {}, { near: odd, fine: 'README.md', not: 'docs/d.md' }],
    [['*.txt'], {}, { near: odd, fine: 'new.txt', not: 'docs/new.txt' }],
    [['**/*.txt'], {}, { near: odd, fine: 'docs/.github/x.txt', not: 'Spikes/x.txt' }],
    [['**'], {}, { near: odd, fine: 'spikes.txt', not: '.spike/new.txt' }],
    [['**'], { bundle: 'docs' }, { near: /^(?:spikes|docs)/i, fine: 'spikes/other/EVIDENCE.md', not: 'docs/new.md' }],
    [['.github/x'], {}, { near: odd, not: '.github/x' }],
    [['.github/', 'app/'], {}, { near: odd, fine: 'app/.github/x', not: '.github/workflows/w.yml' }],
    [['.GitHub/'], {}, { near: odd, not: '.GitHub/X' }],
    [['SPIKES/'], {}, { near: odd, not: 'SPIKES/x' }],
    [['[s]pikes/', 'SPIKES'], {}, { near: odd, not: 'spikes' }],
    [['spikes/users-email/'], {}, { near: odd, not: 'spikes/users-email/EVIDENCE.md' }],
    [['s\\pikes/', 'spikes.*'], {}, { near: odd, fine: 'spikes.txt', not: 'spikes/other/EVIDENCE.md' }],
    [['.spike.yml', 'app/'], {}, { near: /spike|^app/i, fine: 'app/new', not: '.Spike.yml' }],
    [['.spike.*'], {}, { near: odd, fine: '.spike.yml.txt', not: '.spike.yml' }],
    [['ünï/', 'app/sp ace', 'application/'], {}, { near: /n[ïi]|^app/, fine: 'ünï/c', not: 'app/ünï' }],
  ])('where %j is declared, and %j', (paths, policy, { near, fine, not }) => {
    const here = desk(paths, policy);
    let passed = 0;

    fc.assert(
      fc.property(operations(near), fc.constantFrom(...SHELLS), (steps, shell) => {
        stage(here, steps);
        if (!here.isFine(shell)) return;
        passed += 1;
        const { outside, protected: guarded } = here.measure();
        expect({ outside, guarded }).toEqual({ outside: [], guarded: [] });
      }),
      { numRuns: 20 },
    );
    const put = (path: string) => stage(here, [{ kind: 'put', path, mode: '100644', text: 'new\n' }]);
    stage(here, []);
    expect(SHELLS.map((shell) => here.isFine(shell))).toEqual(SHELLS.map(() => true));
    put(not);
    expect(SHELLS.map((shell) => here.isFine(shell))).toEqual(SHELLS.map(() => false));
    if (fine === undefined) return;
    put(fine);
    expect(SHELLS.map((shell) => here.isFine(shell))).toEqual(SHELLS.map(() => true));
    expect(passed).toBeGreaterThan(0);
  });
});

describe('the shell does not judge the paths', () => {
  const inside = [{ kind: 'put', path: 'app/a', mode: '100644', text: 'new\n' }] as const;

  test.each<readonly [string, (here: Desk) => void]>([
    ['of facts that are cut short', ({ directory }) => cut(join(directory, 'cache/facts'))],
    ['while the target has moved', ({ repository }) => void repository.git('branch', '--force', 'main', 'main~1')],
    [
      'while what was fetched of it has moved',
      ({ repository, base }) => void repository.git('update-ref', 'refs/remotes/origin/main', base),
    ],
    ['while refs were packed since', ({ repository }) => void repository.git('pack-refs', '--all')],
    ['in a merge', ({ repository, base }) => void repository.write('.git/MERGE_HEAD', `${base}\n`)],
    ['in a rebase', ({ repository }) => void repository.write('.git/rebase-merge/head-name', 'refs/heads/spike/one\n')],
    [
      'in a rebase by patches',
      ({ repository }) => void repository.write('.git/rebase-apply/head-name', 'refs/heads/spike/one\n'),
    ],
    ['in a repository of reftables', ({ repository }) => void repository.write('.git/reftable/tables.list', '')],
    [
      'where the facts were written at the same moment',
      ({ repository, directory }) => {
        const now = new Date('2030-01-01');
        for (const file of [join(directory, 'cache/facts'), join(repository.path, '.git/refs/heads/main')])
          utimesSync(file, now, now);
      },
    ],
  ])('%s', (_, change) => {
    const here = desk(['app/']);
    stage(here, inside);
    expect(here.isFine()).toBe(true);
    change(here);

    expect(SHELLS.map((shell) => here.isFine(shell))).toEqual(SHELLS.map(() => false));
  });

  test.each(['GIT_LITERAL_PATHSPECS', 'GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS'])(
    'under %s',
    (name) => {
      const here = desk(['app/']);
      stage(here, inside);
      process.env[name] = '1';
      try {
        expect(SHELLS.map((shell) => here.isFine(shell))).toEqual(SHELLS.map(() => false));
      } finally {
        delete process.env[name];
      }
    },
  );
});

function cut(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/end\n$/, ''));
}

test('what a merge of the target has brought, and is then taken back, is outside', () => {
  const repository = hookedRepository();
  const first = repository.commit('What init has put there');
  repository.commit('Outside', { 'outside.txt': 'of main\n' });
  repository.branch('spike/one', first);
  liveSpike(repository, 'spike/one', { paths: ['app/'], base: first as CommitId });
  const passing = programOf(repository.path);
  expect(attempt(repository.path, ['merge', '--no-edit', 'main', '--no-ff']).status).toBe(0);
  passing.asked();
  const refusing = programOf(repository.path, 1);
  repository.git('rm', '--quiet', 'outside.txt');

  expect(attempt(repository.path, ['commit', '-m', 'Take it back']).status).not.toBe(0);
  expect(refusing.asked().map(({ argv }) => argv[1])).toEqual(['prepare-commit-msg']);
});
