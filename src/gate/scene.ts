/** What is known of a pull request before it is known whether it is a spike at all. */

import type { CommitId, Slug } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Unknown } from '../core/facts.ts';
import { LINK_MODE, SUBMODULE_MODE } from '../core/file-mode.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { isSlug } from '../core/slug.ts';
import { type CommitSummary, commitsBetween } from '../git/commits.ts';
import { changedEntries } from '../git/diff.ts';
import { endsBefore, isShallow, type MergeBase, mergeBase } from '../git/merge-base.ts';
import { shownPath } from '../git/repo-path.ts';
import { configAt } from './config-at.ts';
import { type Past, pastOf } from './past.ts';
import { type Trailed, trailersOf } from './trailed.ts';

export interface PullRequestQuestion {
  /** Any directory of a repository that has both commits, and what lies between them. */
  readonly cwd: string;
  /** The target's tip. */
  readonly target: CommitId;
  /** Tip of the repository's default branch, which holds what was judged on its way there; where absent, the target alone is asked. */
  readonly trunk?: CommitId | undefined;
  readonly head: CommitId;
  /** Name of the head branch. */
  readonly branch: string;
  /** Whether the head branch is in the target's own repository. */
  readonly sameRepository: boolean;
}

export interface Scene extends PullRequestQuestion {
  readonly config: Config;
  readonly base: { readonly kind: 'one'; readonly base: CommitId } | Unknown;
  /** The target first. */
  readonly past: readonly Past[];
  readonly commits: readonly CommitSummary[];
  readonly trailed: readonly Trailed[];
  /** From the merge base to the head. Without one base the difference with the target stands in: it hides nothing. */
  readonly changed: readonly ChangeEntry[];
}

export function survey(question: PullRequestQuestion): Scene {
  const { cwd, target, head } = question;
  const config = configAt(cwd, target);
  const found = mergeBase(cwd, target, [head]);
  refuseCut(question, found);
  const commits = commitsBetween(cwd, target, head);
  return {
    ...question,
    config,
    past: pastOf({ ...question, config }),
    base: found.kind === 'one' ? found : withoutBase(found.kind),
    commits,
    trailed: trailersOf(commits),
    changed: changedEntries(cwd, { from: found.kind === 'one' ? found.base : target, to: head }),
  };
}

/** Beyond the end of a shallow clone there may be another merge base, and commits whose trailers nobody has seen. */
function refuseCut({ cwd, target, head }: PullRequestQuestion, found: MergeBase): void {
  const isCut = found.kind === 'one' ? endsBefore(cwd, { tips: [target, head], base: found.base }) : isShallow(cwd);
  if (!isCut) return;
  throw new SpikeError(
    'refused',
    'expected the history from the merge base to the head, found a shallow clone that ends in it',
    {
      hint: 'git fetch --unshallow',
    },
  );
}

function withoutBase(kind: 'none' | 'several'): Unknown {
  return {
    kind: 'unknown',
    reason:
      kind === 'none'
        ? 'expected one merge base with the target, found none'
        : 'expected one merge base with the target, found several',
    hint: 'rebase the branch onto the target, or merge the target into it once',
  };
}

/** Slugs whose folder the pull request adds to or changes. */
export function touchedBundles({ changed, config }: Pick<Scene, 'changed' | 'config'>): readonly Slug[] {
  const prefix = `${config.bundle}/`;
  const slugs = new Set<Slug>();
  for (const entry of changed) {
    if (entry.status === 'D' || !entry.path.startsWith(prefix)) continue;
    const [slug, ...rest] = shownPath(entry.path).slice(prefix.length).split('/');
    const isInside = rest.length > 0 || isInPlaceOfFolder(entry);
    if (isInside && slug !== undefined && isSlug(slug)) slugs.add(slug);
  }
  return [...slugs];
}

/** A symbolic link or a submodule makes a folder of its name, with whatever is in it. */
function isInPlaceOfFolder({ newMode }: ChangeEntry): boolean {
  return newMode === LINK_MODE || newMode === SUBMODULE_MODE;
}
