/** What `init` has to do so that everything is in place: nothing where it already is. */

import { join } from 'node:path';
import { renderConfigTemplate } from '../config/template.ts';
import type { Config } from '../core/config.ts';
import { ARMED_HOOKS, HOOK_NAMES, type HookName, STANDING_HOOKS } from '../core/hook-name.ts';
import type { GitVersion } from '../git/version.ts';
import { agentsEdit } from './agents.ts';
import { type HookSettings, planConfigArming, planConfigHooks } from './config-hooks.ts';
import type { Edit } from './edit.ts';
import type { ReadExisting } from './existing.ts';
import { gateCall, gateCallKeepingInput, PASTED_CALL } from './gate-call.ts';
import type { HookFiles } from './hook-files.ts';
import { hookPlaces } from './hook-places.ts';
import { type Installed, renderInstalled } from './installed.ts';
import type { Scenery } from './manager.ts';
import { managersOf } from './managers/table.ts';
import { planPatterns } from './patterns.ts';
import { attributesPath, CONFIG_PATH, type GateFolder, WORKFLOW_PATH } from './places.ts';
import { EMPTY_PLAN, joinPlans, type Obstacle, type Plan, type Step } from './plan.ts';
import { planEdits } from './plan-edits.ts';
import { planHooks, planHooksAway } from './plan-hooks.ts';
import { entriesOf } from './record.ts';
import type { HooksElsewhere, Repository } from './repository.ts';
import { renderWorkflow } from './workflow.ts';

/** Bits before the umask. */
const PLAIN = 0o666;

/** A checkout has to keep a ledger's bytes: no line-ending conversion and no filter may touch a bundle. */
const ATTRIBUTES =
  '# The hash chain of a ledger holds only while its bytes are kept: no conversion, no filter.\n* -text -filter\n';

export interface InitRequest {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly config: Config;
  /** The branch that spikes merge into, where it is known. */
  readonly target: string | undefined;
  readonly agents: boolean;
  /** Whether a spike is open here, so that its branch has to be watched. */
  readonly armed: boolean;
  readonly hookFiles: HookFiles;
  readonly installed: Installed;
  readonly settings: HookSettings;
  /** Of the git on PATH; undefined where it does not say. */
  readonly version: GitVersion | undefined;
  readonly read: ReadExisting;
}

/** The gate before the hooks that need it, and before all the list of what is about to be written. */
export function planInit(request: InitRequest): Plan {
  const hooks = planHooksHere(request);
  const files = joinPlans([planFiles(request), planEdits(editsFor(request), tree(request))]);
  return joinPlans([planGate(request, [...hooks.steps, ...files.steps]), hooks, planConfigHooks(request), files]);
}

/** The hooks alone, of a repository that has the gate: when a spike begins, and when the last one has ended. */
export function planArming(request: InitRequest): Plan {
  if (request.read(request.gate.script) === undefined) return EMPTY_PLAN;
  const hooks = planHooksHere(request);
  return joinPlans([planList(request, hooks.steps), hooks, planConfigArming(request)]);
}

/** What `init` changes in files that people keep. */
export function editsFor({ repository, agents, config, read }: InitRequest): readonly Edit[] {
  const scenery = sceneryOf({ repository, read });
  const byManagers = managersOf(scenery).flatMap((manager) => manager.edits(scenery));
  return agents ? [...byManagers, agentsEdit(config.branches)] : byManagers;
}

export function sceneryOf({ repository, read }: Pick<InitRequest, 'repository' | 'read'>): Scenery {
  return { top: repository.top, ...repository.hooks, read };
}

function tree({ repository, read }: InitRequest) {
  return { top: repository.top, read };
}

function planGate(request: InitRequest, later: readonly Step[]): Plan {
  const { gate, read, hookFiles, config, repository } = request;
  const { 'gate.sh': script, 'live.sh': live } = hookFiles.shared;
  return joinPlans([
    {
      ...EMPTY_PLAN,
      steps: [
        ...(read(gate.id) === undefined
          ? [{ kind: 'identify', path: gate.id, why: 'names it for all its worktrees' } as const]
          : []),
        ...writeUnlessSame(request, { path: gate.live, content: live, why: 'what the hooks know of a live spike' }),
        ...writeUnlessSame(request, { path: gate.script, content: script, why: 'what the hooks share' }),
        ...planPatterns(repository.commonDir, config.branches, read),
      ],
    },
    planList(request, later),
  ]);
}

function planList(request: InitRequest, later: readonly Step[]): Plan {
  const { gate, read, repository } = request;
  const content = Buffer.from(renderInstalled(new Map([...request.installed, ...entriesOf(later, repository, read)])));
  if (content.length === 0) return EMPTY_PLAN;
  return {
    ...EMPTY_PLAN,
    steps: writeUnlessSame(request, { path: gate.installed, content, why: 'what --uninstall may remove' }),
  };
}

function planHooksHere(request: InitRequest): Plan {
  const { repository, hookFiles, installed, read, armed } = request;
  const scenery = sceneryOf(request);
  const managers = managersOf(scenery);
  const common = { repository, files: hookFiles, installed, read };
  const wanted = hookPlaces([...STANDING_HOOKS, ...(armed ? ARMED_HOOKS : [])], scenery);
  const unarmed = armed ? [] : hookPlaces(ARMED_HOOKS, scenery);
  const { folder, elsewhere } = repository.hooks;
  const unknown = elsewhere !== undefined && !managers.some((manager) => manager.leadsGit(scenery));
  return joinPlans([
    planHooks({ ...common, places: wanted }),
    planHooksAway({ ...common, places: unarmed }),
    { ...EMPTY_PLAN, obstacles: managers.flatMap((manager) => manager.obstacles(scenery)) },
    { ...EMPTY_PLAN, obstacles: unknown ? obstaclesElsewhere(folder, elsewhere, read) : [] },
  ]);
}

function obstaclesElsewhere(folder: string, elsewhere: HooksElsewhere, read: ReadExisting): readonly Obstacle[] {
  const message = `expected git to run the hooks of ${folder}, found ${elsewhere.by}`;
  if (elsewhere.kind === 'nowhere') {
    return [
      {
        message,
        hint: ['unset core.hooksPath where it comes from: the hooks are installed, and git does not look at them'],
      },
    ];
  }
  const missing = HOOK_NAMES.filter(
    (name) => !asksTheGate(read(join(elsewhere.path, name))?.content.toString() ?? '', name),
  );
  if (missing.length === 0) return [];
  return [
    {
      message: `${message}; no hook was installed`,
      hint: [
        'begin each of these files with the two lines below them (after its #! line; a new file needs #!/bin/sh), and make it executable',
        ...missing.map((name) => join(elsewhere.path, name)),
        ...PASTED_CALL,
      ],
    },
  ];
}

/** Whether a hook that people keep has the lines that ask this product. */
export function asksTheGate(script: string, name: HookName): boolean {
  const lines = script.split('\n').map((line) => line.trim());
  const calls = [PASTED_CALL, gateCall(name), gateCallKeepingInput(name)];
  return calls.some((call) => call.every((line) => lines.includes(line))) || lines.some((line) => isCallOf(line, name));
}

/** The program itself, for those who have it everywhere. */
function isCallOf(line: string, name: HookName): boolean {
  return !line.startsWith('#') && line.includes(`spike-gate hook ${name}`);
}

/** A file that is there is the team's, whatever it says. */
function planFiles(request: InitRequest): Plan {
  const { repository, config, read } = request;
  const wanted = [
    { path: CONFIG_PATH, text: renderConfigTemplate(), why: 'what a spike may spend' },
    { path: attributesPath(config.bundle), text: ATTRIBUTES, why: 'keeps the bytes of a ledger' },
    { path: WORKFLOW_PATH, text: renderWorkflow(gatedBranches(request)), why: 'the gate on pull requests' },
  ];
  const steps = wanted
    .map(
      ({ path, text, why }): Step => ({
        kind: 'write',
        path: join(repository.top, path),
        content: Buffer.from(text),
        mode: PLAIN,
        why,
      }),
    )
    .filter(({ path }) => read(path) === undefined);
  return { ...EMPTY_PLAN, steps };
}

/** Spikes merge into carriers, too: that is what those carry on. */
function gatedBranches({ repository, config, target }: InitRequest): readonly string[] {
  return [...new Set([target ?? repository.branch ?? 'main', ...config.carriers])];
}

interface Wanted {
  readonly path: string;
  readonly content: Buffer;
  readonly why: string;
}

function writeUnlessSame({ read }: InitRequest, { path, content, why }: Wanted): readonly Step[] {
  const existing = read(path);
  return existing?.kind === 'file' && existing.content.equals(content)
    ? []
    : [{ kind: 'write', path, content, mode: PLAIN, why }];
}
