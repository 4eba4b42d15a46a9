/** The branch a spike merges into: which it is, and its newest commit that is known here. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId } from '../core/object-id.ts';
import { isAncestor } from './merge-base.ts';
import { resolveCommit } from './objects.ts';
import { hasRefFiles, readPlainRef } from './plain-refs.ts';
import { git, gitFailure, tryGit } from './plumbing.ts';
import type { Worktree } from './worktree.ts';

const ORIGIN = 'refs/remotes/origin/';
const LOCAL = 'refs/heads/';

/** Of `origin/<target>` and `<target>` the one that contains the other, else `origin/<target>`: a stale local branch must not soften the rules, nor a stale fetch. */
export function targetTip(cwd: string, target: string): CommitId {
  return tipOf(cwd, target, askBoth(cwd, target));
}

/** The same where the worktree is known: what is plain in its files is read there. */
export function targetTipHere({ top, commonDir }: Worktree, target: string): CommitId {
  return tipOf(top, target, readBoth(commonDir, target) ?? askBoth(top, target));
}

interface Both {
  readonly fetched: CommitId | undefined;
  readonly local: CommitId | undefined;
}

function tipOf(cwd: string, target: string, { fetched, local }: Both): CommitId {
  if (fetched !== undefined && local !== undefined && fetched !== local)
    return isAncestor(cwd, fetched, local) ? local : fetched;
  const tip = fetched ?? local;
  if (tip !== undefined) return tip;
  throw new SpikeError('git-failed', `expected a branch origin/${target} or ${target}, found neither`, {
    hint: `type git fetch origin ${target}, or name another branch with --target`,
  });
}

function askBoth(cwd: string, target: string): Both {
  const refs = [`${ORIGIN}${target}`, `${LOCAL}${target}`];
  const output = git(['for-each-ref', '--format=%(refname) %(objectname)', ...refs], { cwd }).toString();
  const ids = new Map(output.split('\n').map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]));
  const [fetched, local] = refs.map((ref) => ids.get(ref)).map((id) => (id === undefined ? id : parseCommitId(id)));
  return { fetched, local };
}

/** Nothing where one of them is not plain. */
function readBoth(commonDir: string, target: string): Both | undefined {
  if (!hasRefFiles(commonDir)) return undefined;
  const fetched = readPlainRef(commonDir, `${ORIGIN}${target}`);
  const local = readPlainRef(commonDir, `${LOCAL}${target}`);
  if (fetched === 'unclear' || local === 'unclear') return undefined;
  return { fetched: present(fetched), local: present(local) };
}

function present(ref: CommitId | 'absent'): CommitId | undefined {
  return ref === 'absent' ? undefined : ref;
}

/** Origin's default branch, else `main`, else `master`. */
export function defaultTarget(cwd: string): string {
  const origin = originDefault(cwd);
  if (origin !== undefined) return origin;
  const known = ['main', 'master'].find(
    (name) =>
      resolveCommit(cwd, `${ORIGIN}${name}`) !== undefined || resolveCommit(cwd, `${LOCAL}${name}`) !== undefined,
  );
  if (known !== undefined) return known;
  throw new SpikeError('git-failed', "expected origin's default branch, main or master, found none of them", {
    hint: 'name the branch to merge into with --target, or type git remote set-head origin --auto',
  });
}

/** Tip of origin's default branch as it was last fetched; nothing where origin has none that is known here. */
export function trunkTip(cwd: string): CommitId | undefined {
  const name = originDefault(cwd);
  return name === undefined ? undefined : resolveCommit(cwd, `${ORIGIN}${name}`);
}

function originDefault(cwd: string): string | undefined {
  const args = ['symbolic-ref', '--quiet', `${ORIGIN}HEAD`];
  const result = tryGit(args, { cwd });
  if (result.status > 1) throw gitFailure(args, result);
  const ref = result.stdout.toString().trimEnd();
  return result.status === 0 && ref.startsWith(ORIGIN) ? ref.slice(ORIGIN.length) : undefined;
}
