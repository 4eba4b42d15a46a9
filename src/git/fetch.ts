/** Fetches what a judgement reads into a repository of its own: commits and trees as deep as needed, contents only by name, nothing checked out. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { isObjectId } from '../core/object-id.ts';
import { entriesOfBundles } from './bundle-entries.ts';
import { endsBefore, mergeBase } from './merge-base.ts';
import { resolveCommit } from './objects.ts';
import { literalPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';
import { type FetchOptions, openRepository } from './repository.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface Remote {
  readonly url: string;
  /** Git's configuration while it fetches, credentials among it. It travels in the environment: never an argument, never on disk. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface WantedHistory {
  /** Whose tips are wanted, without `refs/heads/`. */
  readonly branches: readonly string[];
  readonly commits: readonly CommitId[];
  /** What will be compared, once the tips are known: between two such commits no history may be cut off. */
  readonly compared: (tips: Tips) => readonly Compared[];
}

/** By branch. */
export type Tips = ReadonlyMap<string, CommitId>;

export interface Compared {
  readonly target: CommitId;
  readonly head: CommitId;
}

/** One file of a commit, from the top and literal; or of a bundle's folder what a gate reads. */
export type Contents = { readonly commit: CommitId } & ({ readonly file: string } | { readonly folder: string });

export interface FetchedRepository {
  readonly tips: Tips;
  /** Brings the contents of all of these that there are, in one request. Throws `refused` where they are absurdly many. */
  readonly fetchContents: (wanted: readonly Contents[]) => Promise<void>;
  /**
   * Forgets the remote. From here on git fails for what was not fetched, where it would otherwise ask the remote for it, one
   * object at a time and without the credentials.
   */
  readonly close: () => void;
}

const REMOTE = 'origin';
const FIRST_DEPTH = 128;
/** Doubling from the first depth: some 16,000 commits. After that the whole history is cheaper than asking again. */
const DEEPENINGS = 6;
/** Object names on one command line. */
const AT_ONCE = 1000;
/** A pull request may add any number of bundles; these are those of a thousand spikes, in several pull requests of one commit. */
const MAX_FOLDERS = 10_000;
const MAX_OBJECTS = 10_000;

/** Throws `git-failed` where the remote does not give what was asked for. `directory` is an empty folder. */
export async function fetchRepository(
  directory: string,
  remote: Remote,
  wanted: WantedHistory,
): Promise<FetchedRepository> {
  const repository = openRepository(directory);
  await repository.init(directory);
  await repository.addRemote(REMOTE, remote.url);
  const fetch: Fetch = async (refspecs, { settings = {}, ...depth }) => {
    const env = environmentFor({ ...remote.settings, ...settings });
    try {
      await repository.fetch(REMOTE, refspecs, { filter: 'blob:none', ...depth, env });
    } catch (cause) {
      throw unfetched(remote.url, cause);
    }
  };
  const tips = await fetchHistory(directory, fetch, wanted);
  return {
    tips,
    fetchContents: async (contents) => fetchBlobs(fetch, blobsOf(directory, contents)),
    close: () => void git(['config', '--remove-section', `remote.${REMOTE}`], { cwd: directory }),
  };
}

interface Depth extends Pick<FetchOptions, 'depth' | 'deepen' | 'unshallow'> {
  readonly settings?: Readonly<Record<string, string>>;
}

type Fetch = (refspecs: readonly string[], depth: Depth) => Promise<void>;

/** Deepened until one merge base is sure wherever two commits are compared; where the whole history leaves none or several, that is what the judgement is told. */
async function fetchHistory(cwd: string, fetch: Fetch, { branches, commits, compared }: WantedHistory): Promise<Tips> {
  const refspecs = [...commits, ...branches.map((name, index) => `+refs/heads/${name}:${refOf(index)}`)];
  const readTips = () => new Map(branches.map((name, index) => [name, tipOf(cwd, name, index)]));
  await fetch(refspecs, { depth: FIRST_DEPTH });
  for (let round = 0; round < DEEPENINGS; round += 1) {
    const tips = readTips();
    if (isSettled(cwd, compared(tips))) return tips;
    await fetch(refspecs, { deepen: FIRST_DEPTH * 2 ** round });
  }
  if (!isSettled(cwd, compared(readTips()))) await fetch(refspecs, { unshallow: true });
  return readTips();
}

/** Where history is cut off, a merge base that is known may not be the best, and several may turn out to be one. */
function isSettled(cwd: string, compared: readonly Compared[]): boolean {
  if (git(['rev-parse', '--is-shallow-repository'], { cwd }).toString().trim() === 'false') return true;
  return compared.every(({ target, head }) => {
    if ([target, head].some((commit) => resolveCommit(cwd, commit) === undefined)) return false;
    const found = mergeBase(cwd, target, [head]);
    return found.kind === 'one' && !endsBefore(cwd, { tips: [target, head], base: found.base });
  });
}

/** Saying what is here already would make the remote leave out all that these commits hold, and so what is asked for. */
const ASK_ONLY = { 'fetch.negotiationAlgorithm': 'noop' };

async function fetchBlobs(fetch: Fetch, ids: readonly string[]): Promise<void> {
  refuseMore(ids.length, MAX_OBJECTS, 'files');
  for (let at = 0; at < ids.length; at += AT_ONCE) await fetch(ids.slice(at, at + AT_ONCE), { settings: ASK_ONLY });
}

/** Names and modes are looked at first: a pull request may hold any number of files that nothing reads. */
function blobsOf(cwd: string, wanted: readonly Contents[]): readonly string[] {
  const folders = new Map<CommitId, Set<string>>();
  const ids = new Set<string>();
  for (const contents of wanted) {
    if ('file' in contents) for (const id of fileAt(cwd, contents)) ids.add(id);
    else folders.set(contents.commit, (folders.get(contents.commit) ?? new Set()).add(contents.folder));
  }
  refuseMore(
    [...folders.values()].reduce((sum, { size }) => sum + size, 0),
    MAX_FOLDERS,
    'folders',
  );
  for (const [commit, names] of folders) {
    for (const { isRead, id } of entriesOfBundles(cwd, commit, [...names])) if (isRead) ids.add(id);
  }
  return [...ids];
}

function refuseMore(found: number, most: number, what: string): void {
  if (found <= most) return;
  throw new SpikeError('refused', `expected at most ${most} ${what} of bundles to read, found ${found}`, {
    hint: 'merge them in parts',
  });
}

/** No folder's files, and no submodule, whose commit is in another repository. */
function fileAt(
  cwd: string,
  { commit, file }: { readonly commit: CommitId; readonly file: string },
): readonly string[] {
  const format = '--format=%(objecttype) %(objectname)';
  const args = ['ls-tree', '-z', '--full-tree', format, commit, '--', literalPathspec(file)];
  return splitZeroTerminated(git(args, { cwd })).flatMap((entry) => {
    const [type, id = ''] = Buffer.from(entry).toString('latin1').split(' ');
    return type === 'blob' && isObjectId(id) ? [id] : [];
  });
}

/** By number, so that no name of a branch becomes a name here. */
function refOf(index: number): string {
  return `refs/judged/target-${index}`;
}

function tipOf(cwd: string, name: string, index: number): CommitId {
  const tip = resolveCommit(cwd, refOf(index));
  if (tip !== undefined) return tip;
  throw new SpikeError('git-failed', `expected a branch ${name} on the remote, found none`, {
    hint: 'check that the base branch still exists, then run the job again',
  });
}

function environmentFor(settings: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_COUNT: `${pairs.length / 2}`, ...Object.fromEntries(pairs) };
}

function unfetched(url: string, cause: unknown): SpikeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SpikeError('git-failed', `expected to fetch the pull request's commits from ${url}: ${reason}`, {
    hint: 'grant the job `contents: read`, then run it again',
    cause,
  });
}
