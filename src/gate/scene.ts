/** What is known of a pull request before it is known whether it is a spike at all. */

import type { CommitId, Slug } from '../core/brand.ts';
import type { Config } from '../core/config.ts';
import type { Unknown } from '../core/facts.ts';
import { LINK_MODE, SUBMODULE_MODE } from '../core/file-mode.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { isSlug } from '../core/slug.ts';
import { commitsBetween } from '../git/commits.ts';
import { changedEntries } from '../git/diff.ts';
import { mergeBase } from '../git/merge-base.ts';
import { repoPath } from '../git/repo-path.ts';
import { configAt } from './config-at.ts';
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
  readonly trailed: readonly Trailed[];
}

export function survey(question: PullRequestQuestion): Scene {
  const { cwd, target, head } = question;
  const config = configAt(cwd, target);
  const found = mergeBase(cwd, target, [head]);
  return {
    ...question,
    config,
    base: found.kind === 'one' ? found : withoutBase(found.kind),
    trailed: trailersOf(commitsBetween(cwd, target, head)),
  };
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

/** Whether the branch is one that carries shipped spikes on. */
export function isCarrier({
  branch,
  sameRepository,
  config,
}: Pick<Scene, 'branch' | 'sameRepository' | 'config'>): boolean {
  return sameRepository && config.carriers.includes(branch);
}

/** Slugs whose folder the pull request adds to or changes. Without one merge base the two-dot difference stands in: it hides nothing. */
export function touchedBundles({ cwd, target, head, base, config }: Scene): readonly Slug[] {
  const from = base.kind === 'one' ? base.base : target;
  const prefix = `${config.bundle}/`;
  const slugs = new Set<Slug>();
  for (const entry of changedEntries(cwd, { from, to: head, pathspecs: [`${config.bundle}/`] })) {
    const [slug, ...rest] = repoPath(entry.path).slice(prefix.length).split('/');
    const isInside = rest.length > 0 || isInPlaceOfFolder(entry);
    if (entry.status !== 'D' && isInside && slug !== undefined && isSlug(slug)) slugs.add(slug);
  }
  return [...slugs];
}

/** A symbolic link or a submodule makes a folder of its name, with whatever is in it. */
function isInPlaceOfFolder({ newMode }: ChangeEntry): boolean {
  return newMode === LINK_MODE || newMode === SUBMODULE_MODE;
}
