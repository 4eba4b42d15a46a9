/** What `init` has to know of a program that manages a repository's hooks, so as to stand beside it. */

import type { HookName } from '../core/hook-name.ts';
import type { Edit } from './edit.ts';
import type { ReadExisting } from './existing.ts';
import type { Obstacle } from './plan.ts';
import type { HooksElsewhere } from './repository.ts';

export type ManagerName = 'husky' | 'lefthook' | 'pre-commit' | 'simple-git-hooks';

/** What there is to recognise a manager by. All paths are absolute. */
export interface Scenery {
  /** Top of the worktree. */
  readonly top: string;
  /** The `hooks` folder of the git common directory. */
  readonly folder: string;
  readonly elsewhere: HooksElsewhere | undefined;
  readonly read: ReadExisting;
}

export interface Manager {
  readonly name: ManagerName;
  /** Whether this manager is at work in the repository. */
  readonly recognise: (scenery: Scenery) => boolean;
  /** Whether it is this manager that has git look for hooks elsewhere. */
  readonly leadsGit: (scenery: Scenery) => boolean;
  /** Changes to the manager's own files, by which it runs the gate too. */
  readonly edits: (scenery: Scenery) => readonly Edit[];
  /** Every edit that an earlier `init` may have made, whether or not the manager is still at work. */
  readonly traces: (scenery: Scenery) => readonly Edit[];
  /**
   * The file that git or the manager runs as a hook and that is ours to write, absolute; undefined where an edit does its work.
   * What stands there already is kept beside it and still runs.
   */
  readonly hookFile: (name: HookName, scenery: Scenery) => string | undefined;
  /** Where an earlier `init` may have put ours, beside the hooks folder's own name. */
  readonly formerHookFiles: (name: HookName, scenery: Scenery) => readonly string[];
  /** What a person has to do by hand. */
  readonly obstacles: (scenery: Scenery) => readonly Obstacle[];
}
