/** `spike init`: looks, makes a plan, carries it out or shows it, and says what is left to do. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseConfig } from '../config/parse.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { EXIT_FINDING, EXIT_PASS } from '../core/exit-code.ts';
import { controlRoot, ensureRepositoryId, repositoryId } from '../ledger/control-directory.ts';
import { apply } from './apply.ts';
import { adviseCommit, adviseRemoval } from './commit-advice.ts';
import { readExisting } from './existing.ts';
import { readHookFiles } from './hook-files.ts';
import { parseInstalled } from './installed.ts';
import { CONFIG_PATH, gateFolder } from './places.ts';
import type { Plan } from './plan.ts';
import { planInit } from './plan-init.ts';
import { planUninstall } from './plan-uninstall.ts';
import { renderObstacles, renderSteps } from './render-plan.ts';
import { type Repository, readRepository } from './repository.ts';

export interface InitialiseRequest {
  readonly cwd: string;
  /** Says where the repository is, and the control root, which decides whether the repository's id is still needed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dryRun: boolean;
  readonly uninstall: boolean;
  readonly agents: boolean;
}

export interface Initialised {
  /** 1 where something stands in the way, so that nobody believes that the hooks hold. */
  readonly exitCode: number;
  /** Lines for stdout: the plan, and what to type next. Paths in them are the repository's own. */
  readonly out: readonly string[];
  /** Lines for stderr, as `spike: error:` and `spike: hint:`. */
  readonly err: readonly string[];
}

/** Throws `not-a-repository`, `config-invalid` (before anything is changed), or `refused` where a file cannot be changed. */
export function initialise(request: InitialiseRequest): Initialised {
  const repository = readRepository(request.cwd, request.env);
  return request.uninstall ? undo(repository, request) : install(repository, request);
}

function install(repository: Repository, { cwd, dryRun, agents }: InitialiseRequest): Initialised {
  const config = readConfig(repository);
  const plan = planInit({ ...survey(repository), config, agents });
  const advice = adviseCommit(repository, { cwd: realpathSync(cwd), bundle: config.bundle, agents });
  return report(repository, { plan, dryRun, done: 'everything is in place, nothing was changed', advice });
}

function undo(repository: Repository, { cwd, dryRun, env }: InitialiseRequest): Initialised {
  const plan = planUninstall({ ...survey(repository), hasSpikes: hasSpikes(repository, env) });
  const changed = plan.steps.map((step) => relative(repository.top, step.path));
  const advice = adviseRemoval(repository, {
    cwd: realpathSync(cwd),
    changed: changed.filter((path) => !/^\.(\.|git)\//.test(path)),
  });
  return report(repository, { plan, dryRun, done: 'nothing of spike init is left here, nothing was changed', advice });
}

interface Outcome {
  readonly plan: Plan;
  readonly dryRun: boolean;
  /** What to say of an empty plan, where nothing stands in the way. */
  readonly done: string;
  readonly advice: readonly string[];
}

function report(repository: Repository, { plan, dryRun, done, advice }: Outcome): Initialised {
  if (!dryRun) apply(plan.steps, () => ensureRepositoryId(repository.commonDir, nameOf(repository.commonDir)));
  const title = dryRun ? 'a dry run: this would be done, and nothing was changed' : 'done:';
  const nothing = plan.obstacles.length === 0 ? done : 'not everything is in place; nothing was changed';
  const steps = plan.steps.length === 0 ? [nothing] : [title, ...renderSteps(plan.steps, repository.top)];
  return {
    exitCode: plan.obstacles.length === 0 ? EXIT_PASS : EXIT_FINDING,
    out: [...steps, ...plan.notices, ...advice],
    err: renderObstacles(plan.obstacles),
  };
}

function survey(repository: Repository) {
  const gate = gateFolder(repository.commonDir);
  const installed = parseInstalled(readExisting(gate.installed)?.content.toString() ?? '');
  return { repository, gate, installed, hookFiles: readHookFiles(), read: readExisting };
}

/** Of the working tree, since `init` may come before the first commit; `start` reads it at the target's tip. */
function readConfig({ top }: Repository): Config {
  const existing = readExisting(join(top, CONFIG_PATH));
  return existing === undefined ? DEFAULT_CONFIG : parseConfig(existing.content.toString(), CONFIG_PATH);
}

/** A draft in the control root counts, though its spike has not been started. */
function hasSpikes({ commonDir }: Repository, env: InitialiseRequest['env']): boolean {
  const id = repositoryId(commonDir);
  return (
    id !== undefined &&
    (existsSync(join(controlRoot(env), id)) || existsSync(join(gateFolder(commonDir).folder, 'branches')))
  );
}

/** The main worktree's folder name; a bare repository's own. */
function nameOf(commonDir: string): string {
  return basename(commonDir) === '.git' ? basename(dirname(commonDir)) : basename(commonDir, '.git');
}
