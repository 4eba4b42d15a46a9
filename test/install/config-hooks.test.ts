import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ARMED_HOOKS, CONFIGURED_HOOKS } from '../../src/core/hook-name.ts';
import { type GitVersion, isAtLeast, parseGitVersion } from '../../src/git/version.ts';
import { apply } from '../../src/install/apply.ts';
import {
  HEARS_CONFIG_HOOKS,
  planConfigArming,
  planConfigHooks,
  planConfigHooksAway,
  readHookSettings,
} from '../../src/install/config-hooks.ts';
import type { Plan, Step } from '../../src/install/plan.ts';
import { renderSteps } from '../../src/install/render-plan.ts';
import { createFolder, createRepository, repositoryAt, type TestRepository } from '../support/git-fixture.ts';

/** Of those that git is told by its configuration. */
const ARMED = ARMED_HOOKS.filter((hook) => CONFIGURED_HOOKS.some((configured) => configured === hook));

/** A folder with a git of 2.54 or later, for those who have an older one on PATH. Tests see no other names of the environment. */
const NEWER = process.env['VITEST_NEWER_GIT'];

const NEW: GitVersion = { major: 2, minor: 54 };
const OLD: GitVersion = { major: 2, minor: 53 };

describe('the version of git', () => {
  test.each<[text: string, version: GitVersion | undefined]>([
    ['git version 2.39.5\n', { major: 2, minor: 39 }],
    ['git version 2.54.0\n', { major: 2, minor: 54 }],
    ['git version 2.54.0-rc1\n', { major: 2, minor: 54 }],
    ['git version 2.54.0.rc1.12.g1a3e64c6c4\n', { major: 2, minor: 54 }],
    ['git version 2.39.5 (Apple Git-154)\n', { major: 2, minor: 39 }],
    ['git version 2.45.1.windows.1\n', { major: 2, minor: 45 }],
    ['git version 3.0\n', { major: 3, minor: 0 }],
    ['git version 2.540\n', { major: 2, minor: 540 }],
    ['git version 2.54x\n', undefined],
    ['git version 2\n', undefined],
    ['git version -2.54.0\n', undefined],
    ['hub version 2.54.0\n', undefined],
    ['git version 2.54.0\ngit version 2.0.0\n', undefined],
    ['', undefined],
  ])('%j', (text, version) => {
    expect(parseGitVersion(text)).toEqual(version);
  });

  test.each<[version: GitVersion, hears: boolean]>([
    [{ major: 2, minor: 9 }, false],
    [OLD, false],
    [NEW, true],
    [{ major: 2, minor: 100 }, true],
    [{ major: 3, minor: 0 }, true],
    [{ major: 1, minor: 99 }, false],
  ])('%o hears of hooks in the configuration: %s', (version, hears) => {
    expect(isAtLeast(version, HEARS_CONFIG_HOOKS)).toBe(hears);
  });
});

describe('what is planned', () => {
  test('is one hook for each event, and nothing the second time', () => {
    const { install, settings } = place();

    install();

    const { values } = settings();
    for (const hook of CONFIGURED_HOOKS) {
      expect(values.get(`hook.spike-gate-${hook}.event`)).toEqual([hook]);
      expect(values.get(`hook.spike-gate-${hook}.command`)).toHaveLength(1);
    }
    expect(values.get('hook.spike-gate-reference-transaction.enabled')).toEqual(['false']);
    expect(planConfigHooks({ settings: settings(), version: NEW, armed: false })).toEqual(NOTHING);
  });

  test.each([[OLD], [undefined]])('is nothing for git %o', (version) => {
    const { settings } = place();

    expect(planConfigHooks({ settings: settings(), version, armed: true })).toEqual(NOTHING);
  });

  test('cut short anywhere, names no event whose command is missing, nor one that is not switched off yet', () => {
    const { settings, config, steps } = place();
    const before = config();

    for (const step of steps()) {
      apply([step]);
      expectNoLoneEvent(settings().values);
    }
    const away = planConfigHooksAway(settings()).steps;
    for (const step of away) {
      apply([step]);
      expectNoLoneEvent(settings().values);
    }

    expect(away.length).toBeGreaterThan(0);
    expect(config()).toBe(before);
  });

  test.each([[1], [2], [7]])('cut short after %d steps, is completed by planning again', (count) => {
    const { install, uninstall, settings, config, steps } = place();
    const before = config();

    apply(steps().slice(0, count));
    install();
    expect(planConfigHooks({ settings: settings(), version: NEW, armed: false })).toEqual(NOTHING);
    apply(planConfigHooksAway(settings()).steps.slice(0, count));
    uninstall();

    expect(config()).toBe(before);
  });

  test('brings an older command of ours up to date', () => {
    const { repository, install, settings } = place();
    install();
    repository.git(
      'config',
      'hook.spike-gate-pre-push.command',
      'sh "$(git rev-parse --git-common-dir)/spike-gate/gate.sh"',
    );

    const { steps } = planConfigHooks({ settings: settings(), version: NEW, armed: false });

    expect(keysOf(steps)).toEqual(['hook.spike-gate-pre-push.command']);
  });

  test('leaves alone a command that a person has edited, and says so', () => {
    const { repository, install, uninstall, settings } = place();
    install();
    repository.git('config', 'hook.spike-gate-pre-push.command', 'true');

    const again = planConfigHooks({ settings: settings(), version: NEW, armed: false });
    const away = planConfigHooksAway(settings());
    uninstall();

    expect(again.steps).toEqual([]);
    expect(again.obstacles.map(({ message }) => message)).toEqual([
      expect.stringContaining('hook.spike-gate-pre-push.command'),
    ]);
    expect(away.notices).toEqual([expect.stringContaining('hook.spike-gate-pre-push.command')]);
    expect([...settings().values.keys()].sort()).toEqual([
      'hook.spike-gate-pre-push.command',
      'hook.spike-gate-pre-push.event',
    ]);
  });

  test('says that a hook which is switched off by hand does not hold', () => {
    const { repository, install, settings } = place();
    install();
    repository.git('config', 'hook.spike-gate-prepare-commit-msg.enabled', 'false');

    const { obstacles } = planConfigHooks({ settings: settings(), version: NEW, armed: false });

    expect(obstacles).toEqual([
      {
        message: expect.stringContaining('hook.spike-gate-prepare-commit-msg.enabled'),
        hint: [expect.stringContaining('git config --unset-all hook.spike-gate-prepare-commit-msg.enabled')],
      },
    ]);
  });

  test('arms and disarms the two hooks that cost something, and adds nothing where none is', () => {
    const { install, settings } = place();
    expect(planConfigArming({ settings: settings(), armed: true })).toEqual(NOTHING);
    install();

    apply(planConfigArming({ settings: settings(), armed: true }).steps);
    const armed = enabledOf(settings().values);
    expect(planConfigArming({ settings: settings(), armed: true })).toEqual(NOTHING);
    apply(planConfigArming({ settings: settings(), armed: false }).steps);

    expect(armed).toEqual(ARMED.map(() => ['true']));
    expect(enabledOf(settings().values)).toEqual(ARMED.map(() => ['false']));
  });

  test('is shown key by key, with the file', () => {
    const { repository, steps, install, settings } = place();

    const shown = renderSteps(steps(), repository.path).join('\n');
    install();
    const away = renderSteps(planConfigHooksAway(settings()).steps, repository.path).join('\n');

    expect(shown).toContain('set    hook.spike-gate-prepare-commit-msg.event=prepare-commit-msg');
    expect(shown).toContain('set    hook.spike-gate-prepare-commit-msg.command\n');
    expect(shown).toContain('set    hook.spike-gate-reference-transaction.enabled=false');
    expect(shown).toContain('in .git/config: asks the gate');
    for (const key of settings().values.keys())
      expect(away).toMatch(new RegExp(`unset  ${key}\\s+in .git/config: written by spike init`));
  });
});

describe('the configuration after --uninstall is byte for byte as before', () => {
  test.each<[name: string, text: string]>([
    ['as git made it', ''],
    ['with hooks of a person', '[hook "mine"]\n\tcommand = true\n\tevent = prepare-commit-msg\n'],
    ['with a comment at its end', '# the end\n'],
    ['with a blank line at its end', '\n\n'],
    ['with the line ends of Windows', '[a]\r\n\tb = c\r\n'],
    ['without a line feed at its end', '[a]\n\tb = c'],
    ['without a line feed after a comment', '[a]\n\tb = c # d'],
    ['without a line feed after a section', '[a]'],
    ['with a section of our name', '[spike-gate]\n\tb = c'],
    ['with nothing but white space in its last line', '[a]\n\tb = c\n\t'],
    ['with a comment and no line feed at its end', '\n\n# the end'],
  ])('%s', (_name, text) => {
    const { repository, install, uninstall, config } = place();
    writeFileSync(join(repository.path, '.git/config'), `${config()}${text}`);
    const before = config();

    install();
    const between = config();
    uninstall();

    expect(between).not.toBe(before);
    expect(config()).toBe(before);
  });

  test('a link to it stays one, and its permissions are kept', () => {
    const { repository, install, uninstall, config } = place();
    const path = join(repository.path, '.git/config');
    const real = join(createFolder(), 'config');
    renameSync(path, real);
    writeFileSync(real, `${readFileSync(real, 'utf8')}[a]\n\tb = c`);
    chmodSync(real, 0o640);
    symlinkSync(real, path);
    const before = config();

    install();
    uninstall();

    expect(config()).toBe(before);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(lstatSync(real).mode & 0o777).toBe(0o640);
  });

  test('but for what a person has written there meanwhile', () => {
    const { repository, install, uninstall, config } = place();
    writeFileSync(join(repository.path, '.git/config'), `${config()}[a]\n\tb = c`);
    const before = config();

    install();
    repository.git('config', 'their.key', 'value');
    uninstall();

    expect(config()).toBe(`${before}\n[their]\n\tkey = value\n`);
    expect(existsSync(join(repository.path, '.git/config.lock'))).toBe(false);
  });
});

test.each<[name: string, edit: (text: string) => string, left: string]>([
  [
    'a key of a person in a section of ours',
    (text) => text.replace('\tevent = prepare-commit-msg\n', '$&\tparallel = true\n'),
    '[hook "spike-gate-prepare-commit-msg"]\n\tparallel = true\n',
  ],
  [
    'a comment of a person in a section of ours',
    (text) => text.replace('\tevent = prepare-commit-msg\n', '\t# mine\n$&'),
    '\t# mine\n',
  ],
  [
    'a key of ours that somebody spelt otherwise',
    (text) => text.replace('\tevent = prepare-commit-msg\n', '  Event=prepare-commit-msg\n'),
    '',
  ],
])('--uninstall gets along with %s', (_name, edit, left) => {
  const { repository, install, uninstall, config, settings } = place();
  const before = config();
  install();
  writeFileSync(join(repository.path, '.git/config'), edit(config()));

  uninstall();

  expect(config()).toBe(`${before}${left}`);
  expect(settings().values.has('hook.spike-gate-prepare-commit-msg.event')).toBe(false);
});

describe('writing', () => {
  test('waits for another git that holds the lock', () => {
    const { repository, install, settings } = place();
    const lock = join(repository.path, '.git/config.lock');
    writeFileSync(lock, '');
    spawn('sh', ['-c', 'sleep 0.3; rm "$1"', 'sh', lock], { stdio: 'ignore' });

    install();

    expect(settings().values.get('hook.spike-gate-prepare-commit-msg.event')).toEqual(['prepare-commit-msg']);
  });

  test('gives up on a lock that stays, and says which', () => {
    const { repository, steps, config } = place();
    const before = config();
    writeFileSync(join(repository.path, '.git/config.lock'), '');

    expect(() => apply(steps())).toThrow(
      expect.objectContaining({ code: 'refused', hint: expect.stringContaining('config.lock') }),
    );
    expect(config()).toBe(before);
  });

  test('goes to the configuration that all worktrees share', () => {
    const { repository, install, settings } = place();
    repository.commit('first', { a: 'a\n' });
    repository.git('config', 'extensions.worktreeConfig', 'true');
    repository.git('worktree', 'add', '--quiet', join(createFolder(), 'linked'));

    install();

    expect(settings().path).toBe(join(repository.path, '.git/config'));
    expect(settings().values.size).toBeGreaterThan(0);
    expect(existsSync(join(repository.path, '.git/config.worktree'))).toBe(false);
  });

  test('leaves every git at work where the gate is gone', () => {
    const { repository, install } = place();

    install();

    expect(repository.commit('first', { a: 'a\n' })).toMatch(/^[0-9a-f]{40}$/);
  });
});

const newer = newerGit();

describe.skipIf(typeof newer === 'string')(
  `git 2.54 or later${typeof newer === 'string' ? ` (skipped: ${newer})` : ''}`,
  () => {
    test.each<[name: string, make: () => TestRepository]>([
      ['a worktree', () => withCommit(createRepository())],
      ['a linked worktree', () => linked(withCommit(createRepository()))],
      ['a worktree of a bare repository', () => linked(withCommit(createRepository(), true))],
      ['a path with spaces and quotes', () => linked(withCommit(createRepository()), `it's "a" $HOME b`)],
      ['a repository with sha256', () => withCommit(createRepository({ objectFormat: 'sha256' }))],
    ])('asks the gate for every event, in %s', (_name, make) => {
      useNewerGit();
      const { repository, asked, install } = gated(make());
      install({ armed: true });

      repository.git('commit', '--quiet', '--allow-empty', '-m', 'second');
      repository.git('branch', 'other', 'HEAD~1');
      repository.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
      repository.git('rebase', '--quiet', '--force-rebase', 'other');
      repository.git('push', '--quiet', commonDirOf(repository), 'HEAD:refs/heads/pushed');

      const calls = asked();
      for (const hook of CONFIGURED_HOOKS) expect(calls.map(({ name }) => name)).toContain(hook);
      expect(calls.find(({ name }) => name === 'prepare-commit-msg')?.args).toMatch(/COMMIT_EDITMSG message$/);
      expect(calls.find(({ name }) => name === 'pre-push')?.input).toContain('refs/heads/pushed');
      expect(calls.find(({ args }) => args === 'prepared')?.input).toContain('refs/heads/');
      // Not a shell: what is said once per git command is told by this process.
      for (const { parent } of calls) expect(parent).toMatch(/^git(-receive-pac.*)?$/);
    });

    test('asks even where core.hooksPath leads nowhere and nothing is to be verified', () => {
      useNewerGit();
      const { repository, asked, install, refuse } = gated(withCommit(createRepository()));
      install({ armed: false });
      refuse('prepare-commit-msg');
      const before = repository.git('rev-parse', 'HEAD');

      expect(() =>
        repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '--no-verify', '--allow-empty', '-m', 'second'),
      ).toThrow('refused by prepare-commit-msg');

      expect(repository.git('rev-parse', 'HEAD')).toBe(before);
      expect(asked().map(({ name }) => name)).toEqual(['prepare-commit-msg']);
    });

    test('asks about refs only while it is armed', () => {
      useNewerGit();
      const { repository, asked, install, arm, refuse } = gated(withCommit(createRepository()));
      install({ armed: false });

      repository.git('branch', 'one');
      expect(asked()).toEqual([]);
      arm(true);
      refuse('reference-transaction');
      expect(() => repository.git('branch', 'two')).toThrow('refused by reference-transaction');
      arm(false);
      repository.git('branch', 'three');

      expect(repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe(
        ['main', 'one', 'side', 'three'].join('\n'),
      );
    });

    test('runs the hook of the folder after ours, also when ours refuses', () => {
      useNewerGit();
      const { repository, install, refuse } = gated(withCommit(createRepository()));
      install({ armed: false });
      refuse('prepare-commit-msg');
      repository.write('.git/hooks/prepare-commit-msg', '#!/bin/sh\necho the one of the folder >&2\n', 0o755);

      expect(() => repository.git('commit', '--quiet', '--allow-empty', '-m', 'second')).toThrow(
        /refused by prepare-commit-msg\nthe one of the folder\n/,
      );
    });

    test('commits at every point at which an install or an uninstall is cut short', () => {
      useNewerGit();
      const { repository, settings, steps } = place();
      const commit = () => repository.git('commit', '--quiet', '--allow-empty', '-m', 'between');

      const all = steps();
      for (const step of all) {
        apply([step]);
        commit();
      }
      for (const step of planConfigHooksAway(settings()).steps) {
        apply([step]);
        commit();
      }

      expect(repository.git('rev-list', '--count', 'HEAD')).toBe(String(2 * all.length));
    });
  },
);

const NOTHING: Plan = { steps: [], obstacles: [], notices: [] };

/** A new repository without hooks of ours, and what `init` does to its configuration. */
function place(repository = createRepository(), version = NEW) {
  const commonDir = commonDirOf(repository);
  const settings = () => readHookSettings(commonDir);
  const steps = (armed = false) => planConfigHooks({ settings: settings(), version, armed }).steps;
  return {
    repository,
    settings,
    steps,
    config: () => readFileSync(join(commonDir, 'config'), 'utf8'),
    install: ({ armed } = { armed: false }) => apply(steps(armed)),
    uninstall: () => apply(planConfigHooksAway(settings()).steps),
    arm: (armed: boolean) => apply(planConfigArming({ settings: settings(), armed }).steps),
  };
}

interface Asked {
  readonly name: string;
  readonly args: string;
  readonly input: string;
  /** Name of the program that is the gate's parent. */
  readonly parent: string;
}

/** With a gate that writes down what it is asked, and refuses as it is told. */
function gated(repository: TestRepository) {
  const folder = join(commonDirOf(repository), 'spike-gate');
  const record = join(folder, 'asked');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'gate.sh'),
    `folder=\${1%/*}; hook=$2; shift 2; input=
case $hook in pre-push | reference-transaction) input=$(cat) ;; esac
printf '%s\\n%s\\n%s\\n%s\\0' "$hook" "$*" "$(ps -o comm= -p "$PPID")" "$input" >>"$folder/asked"
[ ! -e "$folder/refuses-$hook" ] || { echo "refused by $hook" >&2; exit 1; }
`,
  );
  return {
    ...place(repository),
    refuse: (hook: string) => writeFileSync(join(folder, `refuses-${hook}`), ''),
    asked: (): readonly Asked[] =>
      existsSync(record) ? readFileSync(record, 'utf8').split('\0').slice(0, -1).map(parseAsked) : [],
  };
}

function parseAsked(text: string): Asked {
  const [name = '', args = '', parent = '', ...input] = text.split('\n');
  return { name, args, parent: parent.replace(/^.*\//, ''), input: input.join('\n') };
}

/** On `main`, beside a branch `side` that is one commit ahead; as the worktree, or with all of it in a bare repository. */
function withCommit(repository: TestRepository, bare = false): TestRepository {
  repository.commit('first', { 'a.txt': 'a\n' });
  repository.branch('side');
  repository.commit('aside', { 'b.txt': 'b\n' });
  repository.git('switch', '--quiet', 'main');
  if (!bare) return repository;
  const path = join(createFolder(), 'bare.git');
  repository.git('clone', '--quiet', '--bare', repository.path, path);
  const clone = repositoryAt(path);
  clone.git('config', 'user.name', 'Test Person');
  clone.git('config', 'user.email', 'person@test.invalid');
  return clone;
}

function linked(repository: TestRepository, name = 'linked'): TestRepository {
  const path = join(createFolder(), name);
  repository.git('worktree', 'add', '--quiet', '-b', 'work', path, 'main');
  return repositoryAt(path);
}

function commonDirOf(repository: TestRepository): string {
  return repository.git('rev-parse', '--path-format=absolute', '--git-common-dir');
}

function keysOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => (step.kind === 'configure' ? [step.key] : []));
}

function enabledOf(values: ReadonlyMap<string, readonly string[]>): readonly (readonly string[] | undefined)[] {
  return ARMED.map((hook) => values.get(`hook.spike-gate-${hook}.enabled`));
}

function expectNoLoneEvent(values: ReadonlyMap<string, readonly string[]>): void {
  for (const hook of CONFIGURED_HOOKS) {
    const hasEvent = values.has(`hook.spike-gate-${hook}.event`);
    expect(hasEvent && !values.has(`hook.spike-gate-${hook}.command`)).toBe(false);
    const isSwitchedOff = values.get(`hook.spike-gate-${hook}.enabled`)?.[0] === 'false';
    expect(hasEvent && ARMED.some((armed) => armed === hook) && !isSwitchedOff).toBe(false);
  }
}

/** The folder of a git that hears of hooks in the configuration; empty for the one on PATH. In words, why there is none. */
function newerGit(): { readonly folder: string } | string {
  const program = NEWER === undefined ? 'git' : join(NEWER, 'git');
  const text = execFileSync(program, ['version'], { encoding: 'utf8' });
  const version = parseGitVersion(text);
  if (version !== undefined && isAtLeast(version, HEARS_CONFIG_HOOKS)) return { folder: NEWER ?? '' };
  return `${program} is ${text.trim()}; VITEST_NEWER_GIT may name the folder of a newer one`;
}

function useNewerGit(): void {
  if (typeof newer === 'string' || newer.folder === '') return;
  vi.stubEnv('PATH', `${newer.folder}${delimiter}${process.env['PATH']}`);
}
