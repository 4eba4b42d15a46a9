/** A spike's whole life in whatever place a repository may be: what is let through, what is refused, and that nothing else moved. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import type { Result } from '../support/workbench.ts';

/** A folder to work in, and the environment of whoever works there. Nothing throws but `git`. */
export interface Spot {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
  /** Without the last line feed; throws where git fails. */
  readonly git: (...args: readonly string[]) => string;
  readonly tryGit: (...args: readonly string[]) => Result;
  readonly run: (program: string, ...args: readonly string[]) => Result;
  readonly write: (path: string, text: string) => void;
  readonly at: (path: string) => Spot;
  readonly with: (env: NodeJS.ProcessEnv) => Spot;
}

const DIST = resolve(import.meta.dirname, '../../dist/cli');

const PROGRAMS = { spike: 'spike.cjs', 'spike-gate': 'spike.cjs', 'spike-run': 'spike-run.cjs' } as const;

const ISOLATED = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_AUTHOR_NAME: 'Test Person',
  GIT_AUTHOR_EMAIL: 'person@test.invalid',
  GIT_COMMITTER_NAME: 'Test Person',
  GIT_COMMITTER_EMAIL: 'person@test.invalid',
  // A submodule's origin is a folder here.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'protocol.file.allow',
  GIT_CONFIG_VALUE_0: 'always',
};

/** A folder that is gone afterwards, with the built programs on PATH and a control root of its own. `git`: a folder with another git. */
export function createSpot({ git }: { readonly git?: string | undefined } = {}): Spot {
  if (!existsSync(join(DIST, 'spike.cjs'))) throw new Error('expected dist/cli/spike.cjs, found none: npm run build');
  const programs = createFolder();
  linkPrograms(programs);
  const folders = [programs, ...(git === undefined ? [] : [git]), process.env['PATH']];
  return spotAt(createFolder(), { ...process.env, ...ISOLATED, PATH: folders.join(':'), SPIKE_HOME: createFolder() });
}

/** As npm links them. */
export function linkPrograms(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(PROGRAMS)) symlinkSync(join(DIST, file), join(folder, name));
}

/** The same spot where the programs are not on PATH. */
export function bare(spot: Spot): Spot {
  const [, ...others] = (spot.env['PATH'] ?? '').split(':');
  return spot.with({ PATH: others.join(':') });
}

function spotAt(path: string, env: NodeJS.ProcessEnv): Spot {
  const run: Spot['run'] = (program, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: path, env, encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { stdout, stderr, exitCode: status ?? -1 };
  };
  const tryGit: Spot['tryGit'] = (...args) => run('git', ...args);
  return {
    path,
    env,
    run,
    tryGit,
    git(...args) {
      const { exitCode, stdout, stderr } = tryGit(...args);
      if (exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
      return stdout.replace(/\n$/, '');
    },
    write(name, text) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    },
    at: (other) => spotAt(resolve(path, other), env),
    with: (more) => spotAt(path, { ...env, ...more }),
  };
}

/** A repository on `main` with two files, in a folder that is made. */
export function createShop(spot: Spot, name = 'shop', ...options: readonly string[]): Spot {
  const shop = spot.at(name);
  mkdirSync(shop.path, { recursive: true });
  shop.git('init', '--quiet', '--initial-branch=main', ...options);
  stock(shop);
  return shop;
}

export function stock(shop: Spot): void {
  commit(shop, { 'check.sh': 'grep -q yes app/answer\n', 'app/answer': 'no\n' }, 'Begin');
}

/** Everything there is, with the hooks that are installed; throws where they refuse. */
export function commit(spot: Spot, files: Readonly<Record<string, string>>, message: string): string {
  for (const [path, text] of Object.entries(files)) spot.write(path, text);
  spot.git('add', '--all');
  spot.git('commit', '--quiet', '--message', message);
  return spot.git('rev-parse', 'HEAD');
}

/** `spike init`, committed. */
export function init(spot: Spot): void {
  succeeds(spot.run('spike', 'init'));
  spot.git('add', '--all');
  spot.git('commit', '--quiet', '--message', 'Set up spike-gate');
}

export function succeeds(result: Result): Result {
  expect(result).toEqual({ ...result, exitCode: 0 });
  return result;
}

/** Begins and starts a spike in the worktree; gives its control directory. */
export function start(spot: Spot, slug = 'answer', paths: readonly string[] = ['app/']): string {
  const draft = succeeds(spot.run('spike', 'new', slug)).stdout.replace(/\n$/, '');
  writeFileSync(
    draft,
    `Statement: Writing the word to app/answer makes the check pass.

Observable: \`sh check.sh\` exits 0

Paths:
${paths.map((path) => `- ${path}`).join('\n')}

Kill: The same failing command is recorded three times, or the deadline passes.
`,
  );
  succeeds(spot.run('spike', 'start'));
  return dirname(draft);
}

export function tipOf(spot: Spot, ref = 'HEAD'): string {
  return spot.git('rev-parse', ref);
}

export function trailersOf(spot: Spot, ref = 'HEAD'): string {
  return spot.git('log', '-1', '--format=%(trailers:key=Spike,valueonly,separator=%x2C)', ref);
}

/** The trailer names a record that the ledger holds, by what reads it back. */
export function isTrailed(spot: Spot, slug = 'answer', ref = 'HEAD'): void {
  expect(trailersOf(spot, ref)).toMatch(new RegExp(`^${slug}/1 [0-9]+:[0-9a-f]{12}$`));
}

/** What can be seen of a repository from a worktree: refs, HEAD, the index and the files. */
export function pictureOf(spot: Spot): string {
  return [
    spot.tryGit('symbolic-ref', 'HEAD').stdout,
    spot.git('for-each-ref'),
    spot.git('rev-parse', 'HEAD'),
    spot.git('status', '--porcelain'),
    spot.git('diff', 'HEAD'),
  ].join('\n');
}

interface Refusal {
  readonly why: RegExp;
}

/** Refused by this product and not by a failure of it; and everything is as it was, or so after the one command that is named. */
export function refuses(spot: Spot, { why }: Refusal, ...args: readonly string[]): void {
  const before = pictureOf(spot);
  const result = spot.tryGit(...args);
  expect({ args, result }).toEqual({ args, result: { ...result, stderr: expect.stringMatching(why) } });
  expect(result.exitCode).not.toBe(0);
  const restoring = /^spike: hint: (git .*) puts back what git has changed meanwhile$/m.exec(result.stderr)?.[1];
  if (restoring !== undefined) succeeds(spot.run('sh', '-c', restoring));
  expect({ args, picture: pictureOf(spot) }).toEqual({ args, picture: before });
}

export const SPENT = { why: /^spike: error: (?:spike )?[^\n]*budget/m };
const OUTSIDE = { why: /^spike: error: paths: expected changes inside the declared paths, found README\.md$/m };

interface Life {
  readonly slug?: string;
  /** Whether the shell alone sees that a commit is fine. */
  readonly isPlain?: boolean;
}

/** A commit inside, by the shell alone where that is to be so, and one that leaves the paths. */
export function livesOn(spot: Spot, { slug = 'answer', isPlain = true }: Life = {}): void {
  commit(spot, { 'app/answer': `maybe ${slug}\n` }, 'Answer maybe');
  isTrailed(spot, slug);
  if (isPlain) {
    commit(bare(spot), { 'app/other': `other ${slug}\n` }, 'Begin another file');
    isTrailed(spot, slug);
  }
  spot.write('README.md', 'Elsewhere\n');
  spot.git('add', '--all');
  refuses(spot, OUTSIDE, 'commit', '--message', 'Leave the paths');
  refuses(spot, OUTSIDE, 'commit', '--no-verify', '--message', 'Leave the paths');
  spot.git('reset', '--quiet', '--hard');
}

/** Three equal failures: it is over, and not sealed. */
export function fails(spot: Spot): void {
  for (let time = 0; time < 3; time += 1) spot.run('spike-run', 'false');
  expect(spot.run('spike-run', 'true').exitCode).toBe(4);
}

/** Commits beside the branch that it could be moved to, made where no hook is asked. */
export function childOf(spot: Spot, ref = 'HEAD'): string {
  return spot.git('commit-tree', `${ref}^{tree}`, '-p', ref, '-m', 'Go on');
}

/** What moves the branch, in the worktree that is on it and from beside it. */
export function isClosed(spot: Spot, { slug = 'answer' }: Life = {}): void {
  const branch = `spike/${slug}`;
  const tip = tipOf(spot);
  const later = childOf(spot);
  spot.write('app/answer', 'too late\n');
  spot.git('add', '--all');
  refuses(spot, SPENT, 'commit', '--message', 'Go on');
  refuses(spot, SPENT, 'commit', '--no-verify', '--message', 'Go on');
  spot.git('reset', '--quiet', '--hard');
  refuses(spot, SPENT, 'merge', '--ff-only', later);
  refuses(spot, SPENT, 'update-ref', `refs/heads/${branch}`, later);
  refuses(spot, SPENT, 'reset', '--hard', later);
  spot.git('switch', '--quiet', '--detach');
  refuses(spot, SPENT, 'branch', '--force', branch, later);
  spot.git('switch', '--quiet', branch);
  expect(tipOf(spot)).toBe(tip);
}

/** What takes no work further goes on as ever. */
export function staysUsable(spot: Spot, { slug = 'answer' }: Life = {}): void {
  const tip = tipOf(spot);
  spot.git('branch', `elsewhere-${slug}`, 'main');
  spot.git('branch', '-D', `elsewhere-${slug}`);
  spot.git('tag', `tagged-${slug}`, 'main');
  spot.git('pack-refs', '--all');
  spot.git('gc', '--quiet', '--prune=now');
  spot.write('app/answer', 'put aside\n');
  spot.git('stash', '--quiet');
  spot.git('stash', 'pop', '--quiet');
  spot.git('reset', '--quiet', '--hard', tip);
  spot.git('fetch', '--quiet', '--tags', spot.git('rev-parse', '--path-format=absolute', '--git-common-dir'));
  const conflict = spot.git('commit-tree', `${treeWith(spot, 'conflict\n')}`, '-p', 'main', '-m', 'In conflict');
  const past = ['-c', 'core.hooksPath=/dev/null'];
  expect(spot.tryGit(...past, 'merge', conflict).exitCode).not.toBe(0);
  spot.git('merge', '--abort');
  expect(spot.tryGit(...past, 'rebase', conflict).exitCode).not.toBe(0);
  spot.git('rebase', '--abort');
  expect(spot.tryGit(...past, 'rebase', '--apply', conflict).exitCode).not.toBe(0);
  spot.git('rebase', '--abort');
  expect(spot.git('status', '--porcelain')).toBe('');
  expect([spot.git('symbolic-ref', 'HEAD'), tipOf(spot)]).toEqual([`refs/heads/spike/${slug}`, tip]);
}

/** The tree of `main` with another answer, by an index of its own. */
function treeWith(spot: Spot, answer: string): string {
  const index = spot.with({ GIT_INDEX_FILE: join(createFolder(), 'index') });
  index.git('read-tree', 'main');
  const folder = createFolder();
  writeFileSync(join(folder, 'answer'), answer);
  const blob = spot.git('hash-object', '-w', join(folder, 'answer'));
  index.git('update-index', '--cacheinfo', `100644,${blob},app/answer`);
  return index.git('write-tree');
}

/** From the start of a spike to its end and beyond, in a repository that has the hooks. */
export function playsOut(spot: Spot, life: Life = {}): void {
  start(spot, life.slug);
  livesOn(spot, life);
  fails(spot);
  isClosed(spot, life);
  staysUsable(spot, life);
}
