/** The commits of a spike, with the `Spike:` trailers that git itself sees in them. */

import type { CommitId, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId, parseTreeId } from '../core/object-id.ts';
import { TRAILER_KEY } from '../core/trailer.ts';
import { git } from './plumbing.ts';
import { TRAILER_SETTINGS } from './trailer-settings.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

export interface CommitSummary {
  readonly commit: CommitId;
  readonly tree: TreeId;
  readonly parents: readonly CommitId[];
  /** Values of every `Spike:` trailer, hostile. Bytes that are not UTF-8 have become U+FFFD. */
  readonly trailers: readonly string[];
  readonly subject: string;
}

const FIELDS = ['%H', '%T', '%P', `%(trailers:key=${TRAILER_KEY},valueonly,unfold,separator=%x1f)`, '%s'];

/** Every flag that a setting could turn otherwise is said. */
const LOG = [
  ...TRAILER_SETTINGS,
  '-c',
  'core.commentChar=#',
  'log',
  '-z',
  '--no-patch',
  '--no-show-signature',
  '--no-mailmap',
  '--no-decorate',
  '--no-color',
  '--no-notes',
  '--encoding=UTF-8',
  '--topo-order',
] as const;

/** Commits that `head` has and `base` has not, merges too, newest first. */
export function commitsBetween(cwd: string, base: CommitId, head: CommitId): readonly CommitSummary[] {
  return log(cwd, [head, `^${base}`]);
}

/** One commit alone. */
export function commitAt(cwd: string, commit: CommitId): CommitSummary | undefined {
  return log(cwd, ['--max-count=1', commit])[0];
}

function log(cwd: string, which: readonly string[]): readonly CommitSummary[] {
  const output = git([...LOG, `--format=tformat:${FIELDS.join('%x00')}`, ...which, '--'], { cwd });
  const fields = splitZeroTerminated(output).map((field) => Buffer.from(field).toString());
  if (fields.length % FIELDS.length !== 0) {
    throw new SpikeError(
      'unreadable',
      `expected ${FIELDS.length} fields a commit from git log, found ${fields.length} in all`,
    );
  }
  const commits: CommitSummary[] = [];
  for (let at = 0; at < fields.length; at += FIELDS.length)
    commits.push(parseCommit(fields.slice(at, at + FIELDS.length)));
  return commits;
}

function parseCommit([
  commit = '',
  tree = '',
  parents = '',
  trailers = '',
  subject = '',
]: readonly string[]): CommitSummary {
  return {
    commit: parseCommitId(commit),
    tree: parseTreeId(tree),
    parents: parents
      .split(' ')
      .filter(Boolean)
      .map((id) => parseCommitId(id)),
    trailers: trailers
      .split('\x1f')
      .map((value) => value.trim())
      .filter(Boolean),
    subject,
  };
}
