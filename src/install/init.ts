/** `spike init`: looks, makes a plan, carries it out or shows it, and says what is left to do. */

import { existsSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseConfig } from '../config/parse.ts';
import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING, EXIT_PASS } from '../core/exit-code.ts';
import { readGitVersion } from '../git/version.ts';
import { repositoryName } from '../git/worktree.ts';
import { controlRoot, ensureRepositoryId, repositoryId } from '../ledger/control-directory.ts';
import type { LedgerWorld } from '../ledger/world.ts';
import { adviseKept } from './advise-kept.ts';
import { apply } from './apply.ts';
import { adviseCommit, adviseRemoval } from './commit-advice.ts';
import { readHookSettings } from './config-hooks.ts';
import { readExisting } from './existing.ts';
import { readHookFiles } from './hook-files.ts';
import { allHookPlaces } from './hook-places.ts';
import { parseInstalled } from './installed.ts';
import { planLeftovers } from './leftovers.ts';
import { likelyTarget } from './likely-target.ts';
import { observing, type Seen } from './observed.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { hasOpenSpike } from './open-spikes.ts';
import { AGENTS_PATH, CONFIG_PATH, type GateFolder, gateFolder } from './places.ts';
import type { Plan } from './plan.ts';
import { editsFor, planInit, sceneryOf } from './plan-init.ts';
import { allEdits, foreignEdits, foundThere, planUninstall, type UninstallRequest } from './plan-uninstall.ts';
import { committedPaths } from './present.ts';
import { renderObstacles, renderSteps } from './render-plan.ts';
import { type Repository, readRepository } from './repository.ts';

export interface InitialiseRequest {
  readonly cwd: string;
  /** Says where the repository is, and the control root, which decides whether the repository's id is still needed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says who else is at it. */
  readonly world: LedgerWorld;
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

/**
 * Throws `not-a-repository`, `config-invalid` or `unreadable` (before anything is changed), or `refused` where a file cannot be
 * changed.
 */
export function initialise(request: InitialiseRequest): Initialised {
  const repository = readRepository(request.cwd, request.env);
  const look = () => (request.uninstall ? lookToUndo(repository, request) : lookToInstall(repository, request));
  const found = look();
  if (request.dryRun || found.plan.steps.length === 0) return report(repository, { ...found, dryRun: request.dryRun });
  // What another one has done until it is our turn is seen by looking again.
  return oneAtATime(repository.commonDir, request.world, () => {
    const { plan, seen, ...words } = look();
    apply(plan.steps, {
      identify: () => ensureRepositoryId(repository.commonDir, repositoryName(repository.commonDir)),
      seen,
    });
    return report(repository, { plan, ...words, dryRun: false });
  });
}

/** A plan, what it was made of, and what to say of it. */
interface Found {
  readonly plan: Plan;
  readonly seen: Seen;
  /** What to say of an empty plan, where nothing stands in the way. */
  readonly done: string;
  readonly advice: readonly string[];
}

function lookToInstall(repository: Repository, { cwd, agents, world }: InitialiseRequest): Found {
  const config = readConfig(repository);
  // Throws for a file that holds no id: nothing could be started here, and nothing found.
  repositoryId(repository.commonDir);
  const { seen, ...survey } = surveyOf(repository);
  const leftovers = planLeftovers(targets(survey, config.bundle), isGoneIn(world));
  const request = {
    ...survey,
    config,
    target: likelyTarget(repository),
    agents,
    armed: hasOpenSpike(repository.commonDir),
    version: readGitVersion(repository.top),
  };
  const plan = planInit(request);
  return {
    plan: { ...plan, steps: [...leftovers, ...plan.steps] },
    seen,
    done: 'everything is in place, nothing was changed',
    advice: adviseCommit(repository, { cwd: realpathSync(cwd), bundle: config.bundle, edits: editsFor(request) }),
  };
}

function lookToUndo(repository: Repository, { cwd, env, world }: InitialiseRequest): Found {
  const { seen, ...survey } = surveyOf(repository);
  const { top } = repository;
  const bundle = bundleOf(repository);
  const leftovers = planLeftovers(targets(survey, bundle), isGoneIn(world));
  const plan = planUninstall({ ...survey, id: idOf(repository, env), leftovers });
  const open = hasOpenSpike(repository.commonDir)
    ? ['A spike is open in this repository: from now on no hook here refuses a thing on its branch.']
    : [];
  const changed = plan.steps.filter(({ path }) => survey.read(path)?.kind === 'file');
  const tree = { ...survey, top };
  const kept = adviseKept(repository, {
    cwd: realpathSync(cwd),
    paths: foundThere(committedPaths(bundle), tree),
    edited: foreignEdits(tree, allEdits(sceneryOf(survey))),
  });
  const removal = adviseRemoval(repository, {
    cwd: realpathSync(cwd),
    changed: changed.map(({ path }) => relative(top, path)).filter((path) => !/^\.(\.|git)\//.test(path)),
  });
  return {
    plan,
    seen,
    done: kept.length === 0 ? 'nothing of spike init is left here, nothing was changed' : 'nothing was changed',
    advice: [...open, ...kept, ...removal],
  };
}

type Outcome = Omit<Found, 'seen'> & { readonly dryRun: boolean };

function report(repository: Repository, { plan, dryRun, done, advice }: Outcome): Initialised {
  const title = dryRun ? 'a dry run: this would be done, and nothing was changed' : 'done:';
  const nothing = plan.obstacles.length === 0 ? done : 'not everything is in place; nothing was changed';
  const steps = plan.steps.length === 0 ? [nothing] : [title, ...renderSteps(plan.steps, repository.top)];
  return {
    exitCode: plan.obstacles.length === 0 ? EXIT_PASS : EXIT_FINDING,
    out: [...steps, ...plan.notices, ...advice],
    err: renderObstacles(plan.obstacles),
  };
}

/** What a plan is made of. */
export function surveyOf(repository: Repository) {
  const gate = gateFolder(repository.commonDir);
  const { read, seen } = observing(readExisting);
  const installed = parseInstalled(read(gate.installed)?.content.toString() ?? '');
  const settings = readHookSettings(repository.commonDir);
  return { repository, gate, installed, hookFiles: readHookFiles(), settings, read, seen };
}

/** All that `init` may write. */
function targets(
  { repository, gate }: { repository: Repository; gate: GateFolder },
  bundle: string,
): readonly string[] {
  const { top, hooks } = repository;
  return [
    ...allHookPlaces({ top, ...hooks, read: readExisting }).map(({ path }) => path),
    ...[gate.script, gate.live, gate.patterns, gate.installed],
    ...[...committedPaths(bundle), AGENTS_PATH].map((path) => join(top, path)),
  ];
}

function isGoneIn(world: LedgerWorld): (pid: number) => boolean {
  const { boot, pidns } = world.self;
  return (pid) => world.isGone({ pid, boot, ...(pidns === undefined ? {} : { pidns }) });
}

/** Of the working tree, since `init` may come before the first commit; `start` reads it at the target's tip. */
export function readConfig({ top }: Repository): Config {
  const existing = readExisting(join(top, CONFIG_PATH));
  return existing === undefined ? DEFAULT_CONFIG : parseConfig(existing.content.toString(), CONFIG_PATH);
}

/** Broken settings are no reason to keep what is to be taken away. */
function bundleOf(repository: Repository): string {
  try {
    return readConfig(repository).bundle;
  } catch (error) {
    if (error instanceof SpikeError) return DEFAULT_CONFIG.bundle;
    throw error;
  }
}

/** A draft in the control root counts, though its spike has not been started. */
function idOf({ commonDir }: Repository, env: InitialiseRequest['env']): UninstallRequest['id'] {
  const branches = join(gateFolder(commonDir).folder, 'branches');
  try {
    const id = repositoryId(commonDir);
    return id !== undefined && (existsSync(join(controlRoot(env), id)) || existsSync(branches)) ? 'needed' : 'free';
  } catch (error) {
    if (error instanceof SpikeError && error.code === 'unreadable') return 'none';
    throw error;
  }
}
