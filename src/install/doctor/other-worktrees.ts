/** The repository's other worktrees: hooks that are generated in each of them may be missing from some. */

import { existsSync, realpathSync } from 'node:fs';
import { SpikeError } from '../../core/error.ts';
import { listWorktrees } from '../../git/worktree-list.ts';
import type { Advice } from '../../report/diagnosis.ts';
import { readExisting } from '../existing.ts';
import { missingHooks } from '../hooks-here.ts';
import { managersOf } from '../managers/table.ts';
import { sceneryOf } from '../plan-init.ts';
import { type Repository, readRepository } from '../repository.ts';

/** A line each; of many, the others are counted. */
const MOST = 5;
const DOCTOR = 'spike doctor says why';

/** Only looked at. */
export function otherWorktrees({ top }: Repository, env: NodeJS.ProcessEnv): readonly Advice[] {
  // It would lead every look to one repository.
  if (env['GIT_DIR'] !== undefined) return [];
  const others = listWorktrees(top).filter((path) => existsSync(path) && realpathSync(path) !== top);
  const wanting = others.flatMap((path) => lookAt(path, env) ?? []);
  const more = wanting.length - MOST;
  return [
    ...wanting.slice(0, MOST),
    ...(more > 0 ? [{ message: `in ${more} more worktrees hooks are not in place`, hint: [] }] : []),
  ];
}

function lookAt(path: string, env: NodeJS.ProcessEnv): Advice | undefined {
  try {
    return obstacleIn(path, env) ?? missingIn(path, env);
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    return { message: `the hooks in ${path} cannot be looked at: ${error.message}`, hint: [] };
  }
}

/** What a manager lacks there: its hooks may ask the gate, and not be run. */
function obstacleIn(path: string, env: NodeJS.ProcessEnv): Advice | undefined {
  const scenery = sceneryOf({ repository: readRepository(path, env), read: readExisting });
  const [obstacle] = managersOf(scenery).flatMap((manager) => manager.obstacles(scenery));
  if (obstacle === undefined) return undefined;
  return { message: `in the worktree ${path}: ${obstacle.message}`, hint: [`there, ${obstacle.hint[0] ?? DOCTOR}`] };
}

function missingIn(path: string, env: NodeJS.ProcessEnv): Advice | undefined {
  const missing = missingHooks(path, env);
  if (missing.length === 0) return undefined;
  return {
    message: `in the worktree ${path}, these hooks are not in place: ${missing.join(', ')}`,
    hint: [`there, ${DOCTOR}`],
  };
}
