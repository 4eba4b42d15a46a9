/** Where a spike and its target last agreed, and what contains what. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { parseCommitId } from '../core/object-id.ts';
import { resolveCommit } from './objects.ts';
import { git, gitFailure, tryGit } from './plumbing.ts';

export type MergeBase =
  | { readonly kind: 'one'; readonly base: CommitId }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly bases: readonly CommitId[] };

/** The best common ancestors of `target` and a merge of `heads`, which need not have been made yet: while merging, HEAD and MERGE_HEAD. */
export function mergeBase(cwd: string, target: CommitId, heads: readonly CommitId[]): MergeBase {
  const args = ['merge-base', '--all', target, ...heads];
  const result = tryGit(args, { cwd });
  if (result.status > 1) throw gitFailure(args, result);
  const bases = idLines(result.stdout.toString());
  const [base] = bases;
  if (base === undefined) return { kind: 'none' };
  return bases.length === 1 ? { kind: 'one', base } : { kind: 'several', bases };
}

/** Whether `descendant` contains `ancestor`; a commit contains itself. Throws where either is not here. */
export function isAncestor(cwd: string, ancestor: CommitId, descendant: CommitId): boolean {
  const args = ['merge-base', '--is-ancestor', ancestor, descendant];
  const result = tryGit(args, { cwd });
  if (result.status > 1) throw gitFailure(args, result);
  return result.status === 0;
}

/** Whether history is cut off anywhere in this repository. */
export function isShallow(cwd: string): boolean {
  return git(['rev-parse', '--is-shallow-repository'], { cwd }).toString().trim() !== 'false';
}

/** The target as it was before it took `commit` in; as it is where it has not, or where that cannot be told. */
export function beforeTaking(cwd: string, target: CommitId, commit: CommitId): CommitId {
  if (!isAncestor(cwd, commit, target)) return target;
  const range = [target, `^${commit}`];
  const holding = new Set(idLines(git(['rev-list', '--ancestry-path', ...range], { cwd }).toString()));
  const line = idLines(git(['rev-list', '--first-parent', ...range], { cwd }).toString());
  const taking = line.findLast((one) => holding.has(one));
  return taking === undefined ? target : (resolveCommit(cwd, `${taking}^1`) ?? target);
}

/** Commits that a merge in progress will add as parents. `gitDir` is the worktree's own. */
export function mergeHeads(gitDir: string): readonly CommitId[] {
  return idLines(readIfThere(join(gitDir, 'MERGE_HEAD')));
}

interface Reach {
  readonly tips: readonly CommitId[];
  readonly base: CommitId;
}

/**
 * Whether a shallow clone ends among what `tips` add to `base`. A better merge base may then lie beyond the end, so that `base` proves
 * nothing until more history is fetched.
 */
export function endsBefore(cwd: string, { tips, base }: Reach): boolean {
  const shallow = new Set(
    idLines(
      readIfThere(git(['rev-parse', '--path-format=absolute', '--git-path', 'shallow'], { cwd }).toString().trimEnd()),
    ),
  );
  if (shallow.size === 0) return false;
  const added = idLines(git(['rev-list', ...tips, `^${base}`], { cwd }).toString());
  return added.some((commit) => shallow.has(commit));
}

function idLines(text: string): readonly CommitId[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((id) => parseCommitId(id));
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw new SpikeError('unreadable', `expected to read ${file}`, { cause });
  }
}
