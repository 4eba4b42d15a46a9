/** Pure: every manager of hooks that `init` knows. */

import type { Manager, Scenery } from '../manager.ts';
import { HUSKY } from './husky.ts';
import { LEFTHOOK } from './lefthook.ts';
import { PRE_COMMIT } from './pre-commit.ts';
import { SIMPLE_GIT_HOOKS } from './simple-git-hooks.ts';

const MANAGERS: readonly Manager[] = [HUSKY, LEFTHOOK, PRE_COMMIT, SIMPLE_GIT_HOOKS];

/** Those at work in a repository. */
export function managersOf(scenery: Scenery): readonly Manager[] {
  return MANAGERS.filter((manager) => manager.recognise(scenery));
}

/** All of them: what an earlier `init` has put into their files is taken out again, at work or not. */
export function allManagers(): readonly Manager[] {
  return MANAGERS;
}
