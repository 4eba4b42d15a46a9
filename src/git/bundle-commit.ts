/** Commits a bundle by plumbing: its bytes as they are, and neither the working tree nor the person's index touched. */

import type { CommitId, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId } from '../core/object-id.ts';
import { removeFile, writeFile } from './bundle-files.ts';
import { type BundleFolder, checkNames, replaceEntries, trackedIn, treeWith } from './bundle-tree.ts';
import { git, gitFailure, tryGit } from './plumbing.ts';
import { repoPath } from './repo-path.ts';

export interface BundleCommit extends BundleFolder {
  readonly parent: CommitId;
  readonly message: string;
  /** The whole name of the branch's ref. */
  readonly ref: string;
  /** What the ref must be now; undefined where it must not exist. */
  readonly expectedOld: CommitId | undefined;
}

/** A new commit on `parent` whose folder is exactly `files`, and `ref` moved to it. The ref moves last, so that a failure changes nothing that is seen. */
export function commitBundle(bundle: BundleCommit): CommitId {
  ensureIdentity(bundle.cwd);
  const commit = commitTree(bundle, treeWith(bundle, bundle.parent));
  moveRef(bundle, commit);
  return commit;
}

/** For the branch that is checked out: puts the same bytes into the working tree and the index, so that `git status` stays clean. Untracked files stay. Run again after a failure half way, it does the rest. */
export function placeBundle(bundle: BundleFolder): void {
  checkNames(bundle);
  const { cwd, folder, files } = bundle;
  const top = git(['rev-parse', '--show-toplevel'], { cwd }).toString().replace(/\n$/, '');
  for (const path of trackedIn(folder, { cwd: top }).map(repoPath)) {
    if (!files.has(path.slice(folder.length + 1))) removeFile(top, path);
  }
  for (const [name, bytes] of files) writeFile(top, `${folder}/${name}`, bytes);
  replaceEntries(bundle, { cwd: top });
  // Only so that the next status need not read the files. Status 1 says that others differ, which is none of our business.
  tryGit(['update-index', '-q', '--refresh'], { cwd: top });
}

/** Throws, with what to type, where git would not know whose name to put on a commit. */
export function ensureIdentity(cwd: string): void {
  for (const variable of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
    const args = ['var', variable];
    const result = tryGit(args, { cwd });
    if (result.status !== 0) {
      throw new SpikeError('git-failed', 'expected git to know your name and e-mail address, found that it does not', {
        hint: 'git config user.name "Your Name" && git config user.email you@example.com',
        cause: gitFailure(args, result),
      });
    }
  }
}

/** `commit-tree` signs only when told to, whatever `commit.gpgSign` says. */
function commitTree({ cwd, parent, message }: BundleCommit, tree: TreeId): CommitId {
  const signing = tryGit(['config', '--type=bool', '--get', 'commit.gpgSign'], { cwd }).stdout.toString().trim();
  const sign = signing === 'true' ? ['-S'] : [];
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, '-p', parent, ...sign, '-F', '-'];
  const input = message.endsWith('\n') ? message : `${message}\n`;
  return parseCommitId(git(args, { cwd, input }).toString().trim());
}

function moveRef({ cwd, ref, expectedOld, message }: BundleCommit, commit: CommitId): void {
  const reason = `spike: ${message.split('\n', 1)[0] ?? ''}`;
  const args = ['update-ref', '--create-reflog', '-m', reason, ref, commit, expectedOld ?? ''];
  const result = tryGit(args, { cwd });
  if (result.status === 0) return;
  throw new SpikeError('git-failed', `expected to move ${ref}, found that git would not: ${result.stderr.trim()}`, {
    hint: 'run the command again',
    cause: gitFailure(args, result),
  });
}
