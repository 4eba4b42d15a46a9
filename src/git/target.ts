/** The branch a spike merges into: which it is, and its newest commit that is known here. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { isAncestor } from './merge-base.ts';
import { resolveCommit } from './objects.ts';
import { gitFailure, tryGit } from './plumbing.ts';

const ORIGIN = 'refs/remotes/origin/';
const LOCAL = 'refs/heads/';

/** Of `origin/<target>` and `<target>` the one that contains the other, else `origin/<target>`: a stale local branch must not soften the rules, nor a stale fetch. */
export function targetTip(cwd: string, target: string): CommitId {
  const fetched = resolveCommit(cwd, `${ORIGIN}${target}`);
  const local = resolveCommit(cwd, `${LOCAL}${target}`);
  if (fetched !== undefined && local !== undefined) return isAncestor(cwd, fetched, local) ? local : fetched;
  const tip = fetched ?? local;
  if (tip !== undefined) return tip;
  throw new SpikeError('git-failed', `expected a branch origin/${target} or ${target}, found neither`, {
    hint: `type git fetch origin ${target}, or name another branch with --target`,
  });
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

function originDefault(cwd: string): string | undefined {
  const args = ['symbolic-ref', '--quiet', `${ORIGIN}HEAD`];
  const result = tryGit(args, { cwd });
  if (result.status > 1) throw gitFailure(args, result);
  const ref = result.stdout.toString().trimEnd();
  return result.status === 0 && ref.startsWith(ORIGIN) ? ref.slice(ORIGIN.length) : undefined;
}
