/** Where a spike's files live, outside the workspace, and how a repository remembers which of its branches has which. */

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Slug } from '../core/brand.ts';
import { attemptFile, EVIDENCE_FILE, HYPOTHESIS_FILE, LEDGER_FILE } from '../core/bundle.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import { unwritable } from './unwritable.ts';

const REPOSITORY_ID = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;
const LONGEST_NAME = 64;

type Environment = Readonly<Record<string, string | undefined>>;

/** `$SPIKE_HOME`, else `${XDG_STATE_HOME:-~/.local/state}/spike-gate`. Throws `usage` where nothing says whose home this is. */
export function controlRoot(env: Environment): string {
  const { SPIKE_HOME: chosen, XDG_STATE_HOME: state, HOME: home } = env;
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  // The base directory specification says to ignore a path that is not absolute.
  if (state !== undefined && isAbsolute(state)) return join(state, 'spike-gate');
  if (home !== undefined && isAbsolute(home)) return join(home, '.local', 'state', 'spike-gate');
  throw new SpikeError('usage', 'expected HOME to be set, found nothing', {
    hint: 'set SPIKE_HOME to the folder where spikes are kept',
  });
}

export function spikeDirectory(root: string, repository: string, slug: Slug): string {
  return join(root, repository, slug);
}

/** The files of one control directory. `lock` and `cache` are no part of the record. */
export interface SpikePaths {
  readonly ledger: string;
  readonly hypothesis: string;
  readonly evidence: string;
  readonly attempts: string;
  readonly attempt: (number: number) => string;
  readonly lock: string;
  readonly cache: string;
  /** Objects of snapshots, so that it can be said which files differ from one. */
  readonly objects: string;
}

/** Not by `join`, here and where else every command comes by: it walks each path letter by letter. */
export function pathsIn(directory: string): SpikePaths {
  return {
    ledger: `${directory}/${LEDGER_FILE}`,
    hypothesis: `${directory}/${HYPOTHESIS_FILE}`,
    evidence: `${directory}/${EVIDENCE_FILE}`,
    attempts: `${directory}/attempts`,
    attempt: (number) => `${directory}/${attemptFile(number)}`,
    lock: `${directory}/lock`,
    cache: `${directory}/cache`,
    objects: `${directory}/cache/objects`,
  };
}

/** The repository's id, once it has one. Throws `unreadable` for a file that holds none. */
export function repositoryId(commonDir: string): string | undefined {
  const text = readIfThere(idFile(commonDir));
  if (text === undefined) return undefined;
  const id = text.trim();
  if (REPOSITORY_ID.test(id)) return id;
  throw new SpikeError(
    'unreadable',
    `expected the id of this repository in ${idFile(commonDir)}, found something else`,
    {
      hint: `remove ${idFile(commonDir)}: spike init makes another`,
    },
  );
}

/** The repository's id; made of `name` (its folder's) and chance where it has none. Of two processes at once, both get the same. */
export function ensureRepositoryId(commonDir: string, name: string): string {
  const known = repositoryId(commonDir);
  if (known !== undefined) return known;
  const id = `${folderName(name)}-${randomBytes(6).toString('hex')}`;
  writePrivately(commonDir, `${id}\n`, (draft) => {
    try {
      linkSync(draft, idFile(commonDir));
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  });
  return repositoryId(commonDir) ?? id;
}

/** Remembers where a branch's spike lives. */
export function noteBranch(commonDir: string, branch: string, directory: string): void {
  writeNote(commonDir, branchNote(commonDir, branch), directory);
}

/** The control directory of a branch's spike; nothing where none was started on it. */
export function notedDirectory(commonDir: string, branch: string): string | undefined {
  const directory = readIfThere(branchNote(commonDir, branch))?.replace(/\n$/, '');
  return directory !== undefined && isAbsolute(directory) ? directory : undefined;
}

/** Whether a spike was started on a branch here, be its note whole or not. */
export function isNoted(commonDir: string, branch: string): boolean {
  return existsSync(branchNote(commonDir, branch));
}

/** Branches of this repository that were noted, each with the control directory of its spike. */
export function notedBranches(commonDir: string): readonly { readonly branch: string; readonly directory: string }[] {
  return namesIn(`${ownFolder(commonDir)}/branches`).flatMap((name) => {
    const branch = notedName(name);
    const directory = branch === undefined ? undefined : notedDirectory(commonDir, branch);
    return branch === undefined || directory === undefined ? [] : [{ branch, directory }];
  });
}

export function forgetBranch(commonDir: string, branch: string): void {
  rmSync(branchNote(commonDir, branch), { force: true });
}

/** Remembers that a spike was begun on a branch, and the target that was meant. A convenience: nothing is judged by it. */
export function noteTarget(commonDir: string, branch: string, target: string): void {
  writeNote(commonDir, targetNote(commonDir, branch), target);
}

/** The target of the spike that was begun on a branch; nothing where none was, or where it was forgotten. */
export function notedTarget(commonDir: string, branch: string): string | undefined {
  const target = readIfThere(targetNote(commonDir, branch))?.replace(/\n$/, '');
  return target === '' ? undefined : target;
}

function ownFolder(commonDir: string): string {
  return `${commonDir}/spike-gate`;
}

function idFile(commonDir: string): string {
  return `${ownFolder(commonDir)}/id`;
}

function branchNote(commonDir: string, branch: string): string {
  return `${ownFolder(commonDir)}/branches/${encodeURIComponent(branch)}`;
}

function targetNote(commonDir: string, branch: string): string {
  return join(ownFolder(commonDir), 'targets', encodeURIComponent(branch));
}

function writeNote(commonDir: string, note: string, text: string): void {
  writePrivately(commonDir, `${text}\n`, (draft) => {
    mkdirSync(dirname(note), { recursive: true, mode: PRIVATE_FOLDER });
    renameSync(draft, note);
  });
}

/** Writes beside the place and lets `settle` put it there in one step. */
function writePrivately(commonDir: string, text: string, settle: (draft: string) => void): void {
  const folder = ownFolder(commonDir);
  const draft = join(folder, `.${randomBytes(6).toString('hex')}.new`);
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(draft, text, { mode: PRIVATE_FILE, flag: 'wx' });
    settle(draft);
  } catch (error) {
    throw unwritable(error, folder);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What may stand in a path without surprises. */
function folderName(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, LONGEST_NAME);
  return plain === '' ? 'repository' : plain;
}

/** Whatever else lies there is no note. */
function notedName(file: string): string | undefined {
  try {
    return decodeURIComponent(file);
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A name too long for a file was never written. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENAMETOOLONG' || errno === 'ENOTDIR') return undefined;
    throw new SpikeError('unreadable', `expected to read ${path}, found ${errno}`, { cause: error });
  }
}
