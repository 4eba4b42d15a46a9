/** Finds the worktree a folder lies in and the branch it is on, by git's own files: a git process would cost more than all else here. */

import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { errnoOf } from '../core/errno.ts';
import { tryGit } from './plumbing.ts';

export interface Worktree {
  /** Real path of its top folder. */
  readonly top: string;
  /** This worktree's own git directory. */
  readonly gitDir: string;
  /** The one that all worktrees of the repository share. */
  readonly commonDir: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const BRANCHES = 'refs/heads/';
/** What HEAD reads where refs are kept in a reftable, which only git reads. */
const REFTABLE_HEAD = 'ref: refs/heads/.invalid';
/** Settings that say which folder is the worktree, or that there is none; rare, and git's to read. */
const ODD_SETTINGS = /^\s*(?:\[[^\]]*\]\s*)?(?:worktree\b|bare\s*(?:=\s*(?!\s|false|no|off|0)|$))/im;
const BARE = /^\s*bare\b.*$/gim;
const PER_WORKTREE = /^\s*(?:\[[^\]]*\]\s*)?worktreeconfig\b/im;

/** The worktree that `cwd` lies in; nothing outside of one, in a bare repository, or in a git directory. */
export function findWorktree(cwd: string, env: Environment): Worktree | undefined {
  if (isSet(env['GIT_DIR']) || isSet(env['GIT_WORK_TREE']) || isSet(env['GIT_COMMON_DIR'])) return askGit(cwd, env);
  const ceilings = ceilingsOf(env);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = gitDirIn(folder);
    if (found !== undefined) return worktreeOf(folder, found) ?? askGit(cwd, env);
    if (isGitDirectory(folder)) return undefined;
    const above = dirname(folder);
    if (above === folder || ceilings.has(above)) return undefined;
  }
}

/** The repository that git names or that `cwd` lies in, where there is no worktree: hooks run in bare ones, too, and in git directories. */
export function findBare(cwd: string, env: Environment): Worktree | undefined {
  const [gitDir, commonDir] = pathsOf(['--git-dir', '--git-common-dir'], { cwd, env }) ?? [];
  return gitDir === undefined || commonDir === undefined ? undefined : { top: cwd, gitDir, commonDir };
}

/** The branch of a worktree; while one is being rebased, that one. Nothing on a detached HEAD. */
export function branchOf({ gitDir, top }: Worktree): string | undefined {
  const head = firstLine(`${gitDir}/HEAD`);
  if (head === REFTABLE_HEAD) return branchIn(symbolicRef(gitDir, top)) ?? rebasedBranch(gitDir);
  if (head?.startsWith('ref:')) return branchIn(head.slice('ref:'.length).trim());
  return rebasedBranch(gitDir) ?? branchIn(linkTarget(`${gitDir}/HEAD`));
}

function worktreeOf(top: string, { gitDir, isLinked }: Found): Worktree | undefined {
  const shared = isLinked ? pathIn(`${gitDir}/commondir`) : undefined;
  const commonDir = shared === undefined ? gitDir : resolve(gitDir, shared);
  if (ODD_SETTINGS.test(settingsOf(gitDir, commonDir))) return undefined;
  return { top: realpathSync.native(top), gitDir, commonDir };
}

function settingsOf(gitDir: string, commonDir: string): string {
  const shared = textOf(`${commonDir}/config`) ?? '';
  if (PER_WORKTREE.test(shared)) return `${shared}\n${textOf(`${gitDir}/config.worktree`) ?? ''}`;
  // A linked worktree of a bare repository is none the less a worktree.
  return gitDir === commonDir ? shared : shared.replace(BARE, '');
}

interface Found {
  readonly gitDir: string;
  /** `.git` is a file that names it: a linked worktree, or a submodule. */
  readonly isLinked: boolean;
}

/** The git directory that `.git` in a folder is or names; nothing where there is no such thing. */
function gitDirIn(folder: string): Found | undefined {
  const path = `${folder}/.git`;
  if (!existsSync(path)) return undefined;
  if (isGitDirectory(path)) return { gitDir: path, isLinked: false };
  const gitDir = linkedDirectory(folder, pathIn(path));
  return gitDir !== undefined && isGitDirectory(gitDir) ? { gitDir, isLinked: true } : undefined;
}

function linkedDirectory(folder: string, text: string | undefined): string | undefined {
  return text?.startsWith('gitdir:') ? resolve(folder, text.slice('gitdir:'.length).trim()) : undefined;
}

/** As git tells them from other folders. HEAD may be a link to a branch that has no commit yet. */
function isGitDirectory(folder: string): boolean {
  const head = `${folder}/HEAD`;
  if (!existsSync(head) && linkTarget(head) === undefined) return false;
  return (existsSync(`${folder}/objects`) && existsSync(`${folder}/refs`)) || existsSync(`${folder}/commondir`);
}

function rebasedBranch(gitDir: string): string | undefined {
  return branchIn(firstLine(`${gitDir}/rebase-merge/head-name`) ?? firstLine(`${gitDir}/rebase-apply/head-name`));
}

function branchIn(ref: string | undefined): string | undefined {
  return ref?.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : undefined;
}

/** For whatever the files above do not say plainly. */
function askGit(cwd: string, env: Environment): Worktree | undefined {
  const [top, gitDir, commonDir] = pathsOf(['--show-toplevel', '--git-dir', '--git-common-dir'], { cwd, env }) ?? [];
  if (top === undefined || gitDir === undefined || commonDir === undefined) return undefined;
  return top === '' ? undefined : { top: realpathSync.native(top), gitDir, commonDir };
}

/** What git answers to each question; nothing where it has no answer to one of them. */
function pathsOf(
  questions: readonly string[],
  options: { readonly cwd: string; readonly env: Environment },
): readonly string[] | undefined {
  const { status, stdout } = tryGit(['rev-parse', '--path-format=absolute', ...questions], options);
  if (status !== 0) return undefined;
  const text = stdout.toString().replace(/\n$/, '');
  const lines = text.split('\n');
  if (lines.length === questions.length) return lines;
  // A folder has a line feed in its name.
  return questions.length === 1 ? [text] : questions.flatMap((question) => pathsOf([question], options) ?? []);
}

function symbolicRef(gitDir: string, top: string): string | undefined {
  const { status, stdout } = tryGit([`--git-dir=${gitDir}`, 'symbolic-ref', '--quiet', 'HEAD'], { cwd: top });
  return status === 0 ? stdout.toString().trim() : undefined;
}

function ceilingsOf(env: Environment): ReadonlySet<string> {
  const named = (env['GIT_CEILING_DIRECTORIES'] ?? '').split(':').filter(isAbsolute);
  return new Set(named.flatMap((folder) => [folder, realPathOf(folder)]));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** All of the file but the end of its last line, as git reads it: folders may have a line feed in their names. */
function pathIn(path: string): string | undefined {
  return textOf(path)?.replace(/[\r\n]+$/, '');
}

/** Without its line feed; nothing for a folder or where there is no file. */
function firstLine(path: string): string | undefined {
  return textOf(path)?.split('\n', 1)[0];
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'EISDIR' || errno === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The main worktree's folder name: the common directory is `<folder>/.git`, or the repository itself where it is bare. */
export function repositoryName(commonDir: string): string {
  return basename(commonDir) === '.git' ? basename(dirname(commonDir)) : basename(commonDir, '.git');
}
