import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { apply } from '../../src/install/apply.ts';
import { PASTED_CALL } from '../../src/install/gate-call.ts';
import { readHookFiles } from '../../src/install/hook-files.ts';
import { initialise, surveyOf } from '../../src/install/init.ts';
import { digestOf } from '../../src/install/installed.ts';
import { RETIRED } from '../../src/install/our-hook.ts';
import { planInit } from '../../src/install/plan-init.ts';
import { readRepository } from '../../src/install/repository.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';
import { emptyScene, everythingIn, type Scene, scene, sceneOf } from './scene.ts';

const HOOKS = ['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'pre-rebase', 'pre-push'] as const;
/** Those that are in place only while a spike is open. */
const WATCHING = ['commit-msg', 'reference-transaction'] as const;
/** A git that hears of no hooks in its configuration. */
const OLD = { major: 2, minor: 39 };
const IN_TREE = ['.spike.yml', 'spikes/.gitattributes', '.github/workflows/spike-gate.yml'];

/** The lines to paste, which are the last. */
function adviceOf(out: readonly string[]): string {
  return out.slice(titleOf(out) + 1).join('\n');
}

function titleOf(out: readonly string[]): number {
  return out.findLastIndex((line) => line.endsWith(':'));
}

/** Pastes what follows, as a person would. */
function type({ repository }: Scene, out: readonly string[]): string {
  const { status, stderr } = spawnSync('sh', ['-c', adviceOf(out) || 'false'], {
    cwd: repository.path,
    env: { ...process.env, GIT_EDITOR: ':' },
    encoding: 'utf8',
  });
  return status === 0 ? repository.git('log', '-1', '--format=%s', '--name-only') : stderr;
}

describe('init', () => {
  test('puts everything in place, and the commit that it names puts it on main', () => {
    const here = scene();
    const { exitCode, out, err } = here.init();

    expect({ exitCode, err }).toEqual({ exitCode: 0, err: [] });
    for (const hook of HOOKS) {
      expect(statSync(join(here.repository.path, '.git/hooks', hook)).mode & 0o100).toBe(0o100);
    }
    for (const hook of WATCHING) expect(existsSync(join(here.repository.path, '.git/hooks', hook))).toBe(false);
    expect(readFileSync(join(here.repository.path, 'spikes/.gitattributes'), 'utf8')).toContain('\n* -text -filter\n');
    expect(readFileSync(join(here.repository.path, '.git/spike-gate/patterns'), 'utf8')).toBe('spike/*\n');
    expect(out[titleOf(out)]).toBe('A spike can ship once these are on main. Make this commit:');
    expect(type(here, out).split('\n')).toEqual(['Set up spike-gate', '', ...IN_TREE.toSorted()]);
    expect(here.repository.git('status', '--porcelain')).toBe('');
  });

  test('run twice changes nothing and says so', () => {
    const here = scene();
    type(here, here.init('agents').out);
    const before = here.everything();

    expect(here.init('agents')).toEqual({ exitCode: 0, out: ['everything is in place, nothing was changed'], err: [] });
    expect(here.everything()).toEqual(before);
  });

  test('--dry-run shows every file and changes nothing', () => {
    const here = scene();
    here.repository.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755);
    const before = here.everything();
    const { exitCode, out } = here.init('dryRun', 'agents');

    expect(exitCode).toBe(0);
    expect(here.everything()).toEqual(before);
    const written = new Set(Object.keys(here.everything()));
    here.init('agents');
    const added = Object.entries(here.everything()).filter(
      ([path, text]) => !written.has(path) && !text.startsWith('folder'),
    );
    for (const [path] of added) expect(out.some((line) => `${line} `.includes(` ${path} `))).toBe(true);
    expect(added).toHaveLength(14);
  });

  test('works before the first commit', () => {
    const here = emptyScene();
    const { exitCode, out } = here.init();

    expect(exitCode).toBe(0);
    expect(type(here, out)).toContain('Set up spike-gate');
    expect(here.init().out).toEqual(['everything is in place, nothing was changed']);
  });

  test('elsewhere than on the target says so, and the line leads there', () => {
    const here = scene();
    here.repository.branch('feature');
    const { out } = here.init();

    expect(out.slice(titleOf(out) - 1, titleOf(out) + 1)).toEqual([
      'A spike can ship once these are on main, and this is feature.',
      'Make this commit there:',
    ]);
    expect(type(here, out)).toContain('Set up spike-gate');
    expect(here.repository.git('branch', '--show-current')).toBe('main');
  });

  test('leaves other staged work out of that commit', () => {
    const here = scene();
    here.repository.write('a.txt', 'changed\n');
    here.repository.git('add', 'a.txt');

    expect(type(here, here.init().out)).not.toContain('a.txt');
    expect(here.repository.git('diff', '--cached', '--name-only')).toBe('a.txt');
  });

  test('from a folder below gives paths to type there', () => {
    const { repository } = scene();
    const below = join(repository.path, "be'low");
    mkdirSync(below);
    const { out } = initialise({
      cwd: below,
      env: {},
      world: thisMachine(),
      dryRun: false,
      uninstall: false,
      agents: false,
    });

    expect(adviceOf(out)).toContain('git add -- ../.spike.yml ');
    expect(existsSync(join(repository.path, '.spike.yml'))).toBe(true);
  });

  test('names no target where git knows none', () => {
    const here = scene();
    here.repository.git('branch', '--move', 'trunk');

    expect(here.init().out).toContain(
      'A spike can ship once these are on the branch it merges into. Make this commit:',
    );
  });

  test('leaves the files of a team alone, and takes the settings from its .spike.yml', () => {
    const here = scene();
    here.repository.commit('ours', {
      '.spike.yml': 'branches: ["try-*"]\nbundle: docs/spikes\n',
      '.github/workflows/spike-gate.yml': 'name: ours\n',
    });
    const { exitCode } = here.init('agents');

    expect(exitCode).toBe(0);
    expect(readFileSync(join(here.repository.path, '.spike.yml'), 'utf8')).toContain('try-*');
    expect(readFileSync(join(here.repository.path, '.github/workflows/spike-gate.yml'), 'utf8')).toBe('name: ours\n');
    expect(existsSync(join(here.repository.path, 'docs/spikes/.gitattributes'))).toBe(true);
    expect(existsSync(join(here.repository.path, 'spikes'))).toBe(false);
    expect(readFileSync(join(here.repository.path, '.git/spike-gate/patterns'), 'utf8')).toBe('try-*\n');
    expect(readFileSync(join(here.repository.path, 'AGENTS.md'), 'utf8')).toContain('On a branch `try-*` a clock');
    here.init('uninstall');
    expect(here.repository.git('status', '--porcelain')).toBe('');
  });

  test('refuses broken settings before anything is changed', () => {
    const here = scene();
    here.repository.write('.spike.yml', 'clock: soon\n');
    const before = here.everything();

    expect(refusalOf(() => here.init())).toMatchObject({
      code: 'config-invalid',
      place: { file: '.spike.yml', line: 1 },
    });
    expect(here.everything()).toEqual(before);
  });

  test('outside a repository is refused', () => {
    const cwd = createFolder();
    const refusal = refusalOf(() =>
      initialise({ cwd, env: {}, world: thisMachine(), dryRun: false, uninstall: false, agents: false }),
    );

    expect(refusal).toMatchObject({ code: 'not-a-repository', hint: 'cd into the repository, or git init' });
    expect(everythingIn(cwd)).toEqual({});
  });

  test('says which file could not be written, and goes on from there when it can', () => {
    const here = scene();
    here.repository.write('spikes', 'a file where a folder is needed\n');

    expect(refusalOf(() => here.init())).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('spikes/.gitattributes'),
      hint: 'mend that, then type the same command again: it goes on where it stopped',
    });
    here.repository.remove('spikes');
    expect(here.init().exitCode).toBe(0);
    expect(existsSync(join(here.repository.path, 'spikes/.gitattributes'))).toBe(true);
  });

  test('in one worktree holds for all of them', () => {
    const here = scene();
    const linked = join(createFolder(), 'linked');
    here.repository.git('worktree', 'add', '--quiet', '-b', 'other', linked);
    const { exitCode } = sceneOf(repositoryAt(linked)).init();

    expect(exitCode).toBe(0);
    expect(existsSync(join(linked, '.spike.yml'))).toBe(true);
    for (const hook of HOOKS) expect(existsSync(join(here.repository.path, '.git/hooks', hook))).toBe(true);
    expect(existsSync(join(here.repository.path, '.git/spike-gate/id'))).toBe(true);
  });
});

/** Hooks and files of every kind that a repository may hold before. */
function lived(): Scene {
  const here = scene();
  const hooks = join(here.repository.path, '.git/hooks');
  here.repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho \xff\r\n', 0o750);
  writeFileSync(join(hooks, 'pre-push'), Buffer.from([0x23, 0x21, 0xff, 0x00, 0x0a]));
  chmodSync(join(hooks, 'pre-push'), 0o640);
  symlinkSync('../../tools/hook', join(hooks, 'prepare-commit-msg'));
  here.repository.write('AGENTS.md', '# Agents\n\nBe kind', 0o664);
  mkdirSync(join(here.repository.path, '.github'));
  here.repository.write('.github/dependabot.yml', 'version: 2\n');
  return here;
}

function withEmptyFolders(): Scene {
  const here = scene();
  for (const folder of ['.github/workflows', 'spikes'])
    mkdirSync(join(here.repository.path, folder), { recursive: true });
  return here;
}

function withoutHooks(): Scene {
  const here = scene();
  rmSync(join(here.repository.path, '.git/hooks'), { recursive: true });
  return here;
}

function withHalfParagraph(): Scene {
  const here = scene();
  here.repository.write('AGENTS.md', 'a\n<!-- spike-gate: begin -->\nx');
  return here;
}

describe('--uninstall', () => {
  test.each([
    ['a plain repository', scene],
    ['an empty repository', emptyScene],
    ['a repository with hooks and files of its own', lived],
    ['empty folders', withEmptyFolders],
    ['a repository without a folder for hooks', withoutHooks],
    ['a paragraph for agents that lost its end', withHalfParagraph],
  ])('restores %s byte for byte, with modes and links', (_, make) => {
    const here = make();
    const before = here.everything();

    here.init('agents');
    expect(here.everything()).not.toEqual(before);
    const { exitCode, err } = here.init('uninstall');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: [] });
    expect(here.everything()).toEqual(before);
    expect(here.init('uninstall')).toEqual({
      exitCode: 0,
      out: ['nothing of spike init is left here, nothing was changed'],
      err: [],
    });
    expect(here.everything()).toEqual(before);
  });

  test('with --dry-run changes nothing', () => {
    const here = lived();
    here.init('agents');
    const before = here.everything();

    expect(here.init('uninstall', 'dryRun').out[0]).toBe('a dry run: this would be done, and nothing was changed');
    expect(here.everything()).toEqual(before);
  });

  test('keeps and names what was edited since', () => {
    const here = scene();
    here.init('agents');
    const edited = join(here.repository.path, '.spike.yml');
    writeFileSync(edited, 'budget: 2\n');
    writeFileSync(
      join(here.repository.path, 'AGENTS.md'),
      `# Ours\n\n${readFileSync(join(here.repository.path, 'AGENTS.md'), 'utf8')}\nMore.\n`,
    );
    const { exitCode, out } = here.init('uninstall');

    expect(exitCode).toBe(0);
    expect(out).toContain(`${edited} was edited since spike init wrote it: left as it is`);
    expect(readFileSync(edited, 'utf8')).toBe('budget: 2\n');
    expect(readFileSync(join(here.repository.path, 'AGENTS.md'), 'utf8')).toBe('# Ours\n\nMore.\n');
    expect(existsSync(join(here.repository.path, '.github'))).toBe(false);
  });

  test('keeps a hook that was edited since beside what it restores', () => {
    const here = scene();
    here.repository.write('.git/hooks/pre-push', '#!/bin/sh\nexit 0\n', 0o755);
    here.init();
    const hook = join(here.repository.path, '.git/hooks/pre-push');
    const edited = `${readFileSync(hook, 'utf8')}another tool pre-push "$@"\n`;
    writeFileSync(hook, edited);

    expect(here.init('uninstall').out.join('\n')).toContain(`kept as ${hook}.edited-spike-gate`);
    expect(readFileSync(hook, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
    expect(readFileSync(`${hook}.edited-spike-gate`, 'utf8')).toBe(edited);
  });

  test('leaves a hook that another tool has put in place of ours', () => {
    const here = scene();
    here.init();
    here.repository.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n', 0o755);

    expect(here.init('uninstall').exitCode).toBe(0);
    expect(readFileSync(join(here.repository.path, '.git/hooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });

  test('names the commit that takes committed files away', () => {
    const here = scene();
    type(here, here.init('agents').out);
    const { out } = here.init('uninstall');

    expect(out[titleOf(out)]).toBe('These had been committed. To take them away there too:');
    expect(type(here, out)).toContain('Remove spike-gate');
    expect(here.repository.git('ls-files')).toBe('a.txt');
  });

  test('leaves what was committed before init came to this clone', () => {
    const here = scene();
    type(here, here.init('agents').out);
    const clone = join(createFolder(), 'clone');
    here.repository.git('clone', '--quiet', '.', clone);
    const there = sceneOf(repositoryAt(clone));

    expect(there.init('agents').exitCode).toBe(0);
    expect(existsSync(join(clone, '.git/hooks/pre-commit'))).toBe(true);
    there.init('uninstall');
    expect(there.repository.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(clone, '.git/hooks/pre-commit'))).toBe(false);
    expect(existsSync(join(clone, '.git/spike-gate'))).toBe(false);
  });

  test('names what it leaves because it was there before, why, and how to take it away', () => {
    const here = scene();
    type(here, here.init('agents').out);
    here.init('uninstall');
    here.repository.git('checkout', '--quiet', '--', '.');
    here.init();
    const { exitCode, out } = here.init('uninstall');

    expect(exitCode).toBe(0);
    expect(out.slice(out.indexOf('These were here before this spike init, so they stay:'))).toEqual([
      'These were here before this spike init, so they stay:',
      '  .spike.yml',
      '  spikes/.gitattributes',
      '  .github/workflows/spike-gate.yml',
      '  AGENTS.md: what spike init has put into it; take it out by hand',
      'If nobody needs them any more, take them away:',
      '  git rm -- .spike.yml spikes/.gitattributes \\',
      '    .github/workflows/spike-gate.yml &&',
      "  git commit -m 'Remove spike-gate' -- .spike.yml spikes/.gitattributes \\",
      '    .github/workflows/spike-gate.yml',
    ]);
    expect(out.filter((line) => line.length > 80)).toEqual([]);
    expect(here.init('uninstall').out[0]).toBe('nothing was changed');
    expect(type(here, out)).toContain('Remove spike-gate');
    expect(here.repository.git('ls-files').split('\n')).toEqual(['AGENTS.md', 'a.txt']);
  });

  test('names what it leaves that is in no commit as something to delete', () => {
    const here = scene();
    here.repository.write('.spike.yml', 'budget: 2\n');
    here.init();

    expect(here.init('uninstall').out.slice(-4)).toEqual([
      'These were here before this spike init, so they stay:',
      '  .spike.yml',
      'If nobody needs them any more, take them away:',
      '  rm -- .spike.yml',
    ]);
  });

  test('keeps the id by which spikes are found', () => {
    const here = scene();
    here.init();
    here.repository.write('.git/spike-gate/branches/spike%2Fone', '/somewhere\n');
    const { out } = here.init('uninstall');

    expect(out.at(-1)).toContain('spike-gate keeps its notes: the spikes of this repository are found by them');
    expect(Object.keys(everythingIn(join(here.repository.path, '.git/spike-gate')))).toEqual([
      'branches',
      'branches/spike%2Fone',
      'id',
    ]);
  });

  test('removes no file that a damaged list of its own names outside the worktree', () => {
    const here = scene();
    here.init();
    const outside = join(createFolder(), 'precious');
    writeFileSync(outside, 'precious\n');
    const list = join(here.repository.path, '.git/spike-gate/installed');
    const digest = digestOf(Buffer.from('precious\n'));
    writeFileSync(
      list,
      `${digest}  ${outside}\n${digest}  ../../..${outside}\n${digest}  a/../../../..${outside}\nnonsense\n`,
    );

    expect(here.init('uninstall').exitCode).toBe(0);
    expect(existsSync(outside)).toBe(true);
  });
});

describe('cut short at any step', () => {
  function stepsOf({ repository }: Scene) {
    const { seen: _, ...survey } = surveyOf(readRepository(repository.path, {}));
    return planInit({ ...survey, config: DEFAULT_CONFIG, target: 'main', agents: true, armed: true, version: OLD })
      .steps;
  }

  test('init run again completes it, and --uninstall still restores everything', () => {
    const count = stepsOf(lived()).length;
    expect(count).toBeGreaterThan(10);
    for (let done = 0; done <= count; done += 1) {
      const here = lived();
      const before = here.everything();
      apply(stepsOf(here).slice(0, done));
      if (done % 2 === 0) expect(here.init('agents').exitCode).toBe(0);
      here.init('uninstall');
      expect(here.everything(), `after ${done} steps`).toEqual(before);
    }
  });

  test('no temporary file is left where a write fails', () => {
    const folder = createFolder();
    const path = join(folder, 'taken');
    mkdirSync(join(path, 'inside'), { recursive: true });

    expect(
      refusalOf(() => apply([{ kind: 'write', path, content: Buffer.from('x'), mode: 0o666, why: '' }])).code,
    ).toBe('refused');
    expect(Object.keys(everythingIn(folder))).toEqual(['taken', 'taken/inside']);
  });
});

test('what init says fits a terminal of 80 columns', () => {
  const here = lived();
  here.repository.branch('feature');
  const said = ['dryRun', 'agents', 'uninstall'] as const;
  const lines = said.flatMap((flag) => here.init(flag).out);

  expect(lines.length).toBeGreaterThan(30);
  expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
});

describe('a hook that is in the way', () => {
  test('is kept, and told about, when there is one from before already', () => {
    const here = scene();
    here.repository.write('.git/hooks/pre-push', 'one\n', 0o755);
    here.repository.write('.git/hooks/pre-push.before-spike-gate', 'two\n', 0o755);
    const { exitCode, err } = here.init();

    expect(exitCode).toBe(1);
    expect(err).toHaveLength(2);
    expect(err[0]).toMatch(/^spike: error: expected one pre-push hook beside spike-gate's, found two: /);
    expect(err[1]).toMatch(/^spike: hint: join them in /);
    expect(readFileSync(join(here.repository.path, '.git/hooks/pre-push'), 'utf8')).toBe('one\n');
    expect(existsSync(join(here.repository.path, '.git/hooks/pre-commit'))).toBe(true);
  });

  test('stays what it is when it only has the name of one from before', () => {
    const here = scene();
    here.repository.write('.git/hooks/pre-push.before-spike-gate', '#!/bin/sh\nexit 1\n', 0o755);
    const hooks = join(here.repository.path, '.git/hooks');
    const before = everythingIn(hooks);
    const { exitCode, err } = here.init();

    expect(exitCode).toBe(1);
    expect(err).toEqual([
      `spike: error: expected no ${hooks}/pre-push.before-spike-gate, found one that spike init did not make; no pre-push hook was installed`,
      `spike: hint: move it to ${hooks}/pre-push if git is to run it, else delete it, and type spike init again`,
    ]);
    expect(existsSync(join(hooks, 'pre-push'))).toBe(false);
    expect(here.init('uninstall').exitCode).toBe(0);
    expect(everythingIn(hooks)).toEqual(before);
  });

  test('is left alone, and told about, when it is a folder', () => {
    const here = scene();
    const hooks = join(here.repository.path, '.git/hooks');
    mkdirSync(join(hooks, 'pre-commit'));
    const before = here.everything();
    const { exitCode, err } = here.init();

    expect(exitCode).toBe(1);
    expect(err).toEqual([
      `spike: error: expected a file at ${hooks}/pre-commit, found a folder; no pre-commit hook was installed`,
      'spike: hint: move it away, which changes nothing for git, and type spike init again',
    ]);
    expect(existsSync(join(hooks, 'pre-push'))).toBe(true);
    expect(here.init('uninstall')).toMatchObject({ exitCode: 0, err: [] });
    expect(here.everything()).toEqual(before);
  });

  test('is taken away when it is ours in the place of one from before', () => {
    const here = scene();
    const before = here.everything();
    here.init();
    const hook = join(here.repository.path, '.git/hooks/pre-commit');
    for (const command of ['init', 'uninstall'] as const) {
      writeFileSync(`${hook}.before-spike-gate`, readFileSync(hook), { mode: 0o755 });
      expect(command === 'init' ? here.init() : here.init('uninstall')).toMatchObject({ exitCode: 0, err: [] });
      expect(existsSync(`${hook}.before-spike-gate`)).toBe(false);
    }
    expect(here.everything()).toEqual(before);
  });

  test('is kept, and told about, when it is ours with lines of another tool', () => {
    const here = scene();
    here.init();
    const hook = join(here.repository.path, '.git/hooks/pre-push');
    writeFileSync(hook, `${readFileSync(hook, 'utf8')}another tool\n`);
    const before = here.everything();

    const { exitCode, err } = here.init();
    expect(exitCode).toBe(1);
    expect(err[0]).toContain('expected the pre-push hook that spike init wrote, found it edited');
    expect(here.everything()).toEqual(before);
  });

  test('is brought up to date when it is an older one of ours, as it was written', () => {
    const here = scene();
    const before = here.everything();
    here.init();
    const hook = join(here.repository.path, '.git/hooks/pre-push');
    const older = '#!/bin/sh\n# spike-gate: as it was once\nexit 0\n';
    const list = join(here.repository.path, '.git/spike-gate/installed');
    writeFileSync(list, readFileSync(list, 'utf8').replace(digestOf(readFileSync(hook)), digestOf(Buffer.from(older))));
    writeFileSync(hook, older);

    expect(here.init().exitCode).toBe(0);
    expect(readFileSync(hook)).toEqual(readHookFiles().hook('pre-push'));
    here.init('uninstall');
    expect(here.everything()).toEqual(before);
  });

  test('that was about to be removed when its remover was killed is ours, and lets git through until then', () => {
    const here = scene();
    const before = here.everything();
    here.init();
    const hook = join(here.repository.path, '.git/hooks/prepare-commit-msg');
    writeFileSync(hook, RETIRED);
    here.repository.branch('spike/one');
    expect(spawnSync(hook, ['message'], { cwd: here.repository.path })).toMatchObject({ status: 0 });

    expect(here.init().exitCode).toBe(0);
    expect(readFileSync(hook)).toEqual(readHookFiles().hook('prepare-commit-msg'));
    writeFileSync(hook, RETIRED);
    here.repository.git('switch', '--quiet', 'main');
    here.repository.git('branch', '--quiet', '--delete', 'spike/one');
    here.init('uninstall');
    expect(Object.keys(here.everything()).filter((name) => name.includes('hooks/'))).toEqual(
      Object.keys(before).filter((name) => name.includes('hooks/')),
    );
  });

  test('is made executable again when it is ours', () => {
    const here = scene();
    here.init();
    const hook = join(here.repository.path, '.git/hooks/pre-commit');
    chmodSync(hook, 0o644);

    here.init();
    expect(statSync(hook).mode & 0o100).toBe(0o100);
  });
});

const EVERY = [...HOOKS, ...WATCHING];

/** A hook of a person that begins with the lines. */
function asking(more = ''): string {
  return `#!/bin/sh\n${PASTED_CALL.join('\n')}\n${more}`;
}

/** A PATH on which no spike-gate is found. */
function withoutPrograms(path: string): string {
  return path
    .split(':')
    .filter((folder) => !existsSync(join(folder, 'spike-gate')))
    .join(':');
}

describe('where git looks for hooks elsewhere', () => {
  test.each([
    ['.kept/_', '.kept'],
    ['tools/hooks', 'tools/hooks'],
  ])('core.hooksPath=%s: no hook is installed, everything else is, and what to add is said', (value, folder) => {
    const here = scene();
    here.repository.git('config', 'core.hooksPath', value);
    const config = here.repository.git('config', '--list', '--local');
    const { exitCode, err } = here.init();
    const edit = (name: string) => join(here.repository.path, folder, name);

    expect(exitCode).toBe(1);
    expect(err).toEqual([
      `spike: error: expected git to run the hooks of ${here.repository.path}/.git/hooks, found core.hooksPath=${value} in the local configuration; no hook was installed`,
      'spike: hint: begin each of these files with the two lines below them (after its #! line; a new file needs #!/bin/sh), and make it executable',
      ...[...EVERY.map(edit), ...PASTED_CALL].map((line) => `  ${line}`),
    ]);
    expect(here.init('dryRun').out[0]).toBe('not everything is in place; nothing was changed');
    expect(here.repository.git('config', '--list', '--local')).toBe(config);
    expect(existsSync(join(here.repository.path, '.git/hooks/pre-commit'))).toBe(false);
    for (const path of [...IN_TREE, '.git/spike-gate/gate.sh'])
      expect(existsSync(join(here.repository.path, path))).toBe(true);

    for (const name of EVERY) here.repository.write(join(folder, name), asking(), 0o755);
    expect(here.init()).toMatchObject({ exitCode: 0, err: [] });
    here.repository.write(join(folder, 'pre-commit'), '#!/bin/sh\nspike-gate hook pre-commit "$@"\n', 0o755);
    expect(here.init()).toMatchObject({ exitCode: 0, err: [] });
    here.repository.write(join(folder, 'pre-push'), `#!/bin/sh\n# ${PASTED_CALL.join('\n# ')}\n`, 0o755);
    expect(here.init()).toMatchObject({ exitCode: 1 });
  });

  test('the lines to add ask the gate on a spike, and need no program off one, nor the gate in another clone', () => {
    const here = scene();
    here.repository.git('config', 'core.hooksPath', 'tools/hooks');
    const after = 'case $0-$1 in *reference-transaction-*) ;; *) echo "after $0" >&2 ;; esac\n';
    for (const name of EVERY) here.repository.write(join('tools/hooks', name), asking(after), 0o755);
    here.init();
    const commit = (): { readonly status: number | null; readonly stderr: string } =>
      spawnSync('git', ['commit', '--allow-empty', '--message', 'More'], {
        cwd: here.repository.path,
        env: { ...process.env, PATH: withoutPrograms(process.env['PATH'] ?? '') },
        encoding: 'utf8',
      });

    const off = commit();
    expect(off).toMatchObject({ status: 0 });
    expect(off.stderr.match(/after tools\/hooks\/[a-z-]+/g)).toEqual([
      'after tools/hooks/pre-commit',
      'after tools/hooks/prepare-commit-msg',
      'after tools/hooks/commit-msg',
    ]);
    here.repository.branch('spike/one');
    const on = commit();
    expect(on.status).toBe(1);
    expect(on.stderr).toContain(
      'spike: error: expected spike-gate in node_modules or on PATH, to judge spike/one, found none',
    );
    expect(on.stderr).not.toContain('after');
    rmSync(join(here.repository.path, '.git/spike-gate'), { recursive: true });
    expect(commit()).toMatchObject({ status: 0 });
  });

  test('a folder of hooks that is a symbolic link is a folder that people keep', () => {
    const here = scene();
    rmSync(join(here.repository.path, '.git/hooks'), { recursive: true });
    mkdirSync(join(here.repository.path, 'tools'));
    symlinkSync('../tools', join(here.repository.path, '.git/hooks'));
    const { exitCode, err } = here.init();

    expect(exitCode).toBe(1);
    expect(err[0]).toContain('found a symbolic link, ');
    expect(err[2]).toBe(`  ${here.repository.path}/tools/pre-commit`);
    expect(everythingIn(join(here.repository.path, 'tools'))).toEqual({});
  });

  test('core.hooksPath that names the usual folder is no obstacle', () => {
    const here = scene();
    here.repository.git('config', 'core.hooksPath', '.git/hooks');

    expect(here.init()).toMatchObject({ exitCode: 0, err: [] });
    expect(existsSync(join(here.repository.path, '.git/hooks/pre-commit'))).toBe(true);
  });

  test('an environment that turns hooks off is named, and the hooks are installed for everyone else', () => {
    const here = scene();
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.hooksPath');
    vi.stubEnv('GIT_CONFIG_VALUE_0', '');
    const { exitCode, err } = here.init();

    expect(exitCode).toBe(1);
    expect(err[0]).toContain('found core.hooksPath= in the command configuration');
    expect(existsSync(join(here.repository.path, '.git/hooks/pre-commit'))).toBe(true);
  });
});

test('AGENTS.md that is a symbolic link is not written through', () => {
  const here = scene();
  here.repository.write('CLAUDE.md', 'Ours.\n');
  here.repository.link('AGENTS.md', 'CLAUDE.md');
  const { exitCode, err } = here.init('agents');

  expect(exitCode).toBe(1);
  expect(err[0]).toContain('expected AGENTS.md to be a file in UTF-8, found a symbolic link');
  expect(readFileSync(join(here.repository.path, 'CLAUDE.md'), 'utf8')).toBe('Ours.\n');
});
