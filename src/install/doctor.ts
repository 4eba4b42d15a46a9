/** `spike doctor`: whether the hooks really hold in this worktree. They are not believed but tried, and nothing is changed by that. */

import { ARMED_HOOKS, HOOK_NAMES, type HookName, STANDING_HOOKS } from '../core/hook-name.ts';
import { type Advice, type Diagnosis, type HooksDiagnosis, type HookTrial, holds } from '../report/diagnosis.ts';
import { canTry, type GitHere, gitNotices, readGitHere } from './doctor/git-here.ts';
import { type Look, lookAt } from './doctor/look.ts';
import { armedForNothing, isInstalled, notInPlace, switches } from './doctor/not-in-place.ts';
import { otherWorktrees } from './doctor/other-worktrees.ts';
import { problemsOf } from './doctor/problems.ts';
import { sparedBy } from './doctor/spared.ts';
import { tryHooks } from './doctor/try-hooks.ts';
import { missingHooks } from './hooks-here.ts';
import { managersOf } from './managers/table.ts';
import { readRepository } from './repository.ts';

export interface DiagnoseRequest {
  readonly cwd: string;
  /** That of the person who asks: what it says is a part of what is tried. */
  readonly env: NodeJS.ProcessEnv;
  /** How long each hook may take. */
  readonly seconds?: number;
}

const SECONDS = 20;

/** Throws `not-a-repository`, or `git-failed` where git cannot say where it looks for hooks. */
export async function diagnose(request: DiagnoseRequest): Promise<Diagnosis> {
  const repository = readRepository(request.cwd, request.env);
  return { top: repository.top, hooks: await diagnoseHooks(lookAt(repository), request) };
}

async function diagnoseHooks(look: Look, request: DiagnoseRequest): Promise<HooksDiagnosis> {
  const here = readGitHere(look);
  const trials = isInstalled(look) ? await tryAll(look, { ...request, here }) : untried(look);
  const sound = trials.every(holds);
  const causes = notInPlace(look);
  return {
    git: here.said,
    managers: managersOf(look.scenery).map(({ name }) => name),
    open: look.armed,
    trials,
    problems: problemsOf(trials, [...switches(request.env), ...causes]),
    notices: [...(sound ? causes : []), ...noticesOf(look, { ...request, here })],
  };
}

async function tryAll(
  { repository, scenery, armed, plan }: Look,
  { cwd, env, here, seconds = SECONDS }: DiagnoseRequest & { readonly here: GitHere },
): Promise<readonly HookTrial[]> {
  const wanted = armed ? HOOK_NAMES : STANDING_HOOKS;
  const names = wanted.filter((name) => canTry(name, here));
  const tried = await tryHooks({ names, repository, env, spared: sparedBy(scenery, env), seconds });
  const missing = names.length === wanted.length ? [] : missingHooks(cwd, env);
  // A hook may ask the gate and not be run.
  const isClear = plan.obstacles.length === 0;
  const seen = (name: HookName): HookTrial => ({
    name,
    trial: { kind: 'seen', asks: isClear && !missing.includes(name) },
  });
  return [...wanted.map((name) => tried.find((trial) => trial.name === name) ?? seen(name)), ...unarmed(armed)];
}

function untried({ armed }: Look): readonly HookTrial[] {
  const wanted = armed ? HOOK_NAMES : STANDING_HOOKS;
  return [...wanted.map((name): HookTrial => ({ name, trial: { kind: 'untried' } })), ...unarmed(armed)];
}

function unarmed(armed: boolean): readonly HookTrial[] {
  return armed ? [] : ARMED_HOOKS.map((name) => ({ name, trial: { kind: 'unarmed' } }));
}

function noticesOf(look: Look, { env, here }: DiagnoseRequest & { readonly here: GitHere }): readonly Advice[] {
  if (!isInstalled(look)) return [];
  const idle = armedForNothing(look);
  return [
    ...(idle.length === 0
      ? []
      : [
          {
            message: `${idle.join(' and ')}: in place though no spike is open, and git waits for it`,
            hint: ['spike init'],
          },
        ]),
    ...otherWorktrees(look.repository, env),
    ...gitNotices(here),
  ];
}
