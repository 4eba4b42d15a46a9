/** What `init` has to do so that everything is in place: nothing where it already is. */

import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { renderConfigTemplate } from '../config/template.ts';
import type { Config } from '../core/config.ts';
import { HOOK_NAMES } from '../core/hook-name.ts';
import { withParagraph } from './agents.ts';
import type { ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import { type Installed, renderInstalled } from './installed.ts';
import { planPatterns } from './patterns.ts';
import { AGENTS_PATH, attributesPath, CONFIG_PATH, type GateFolder, WORKFLOW_PATH } from './places.ts';
import { EMPTY_PLAN, joinPlans, type Obstacle, type Plan, type Step } from './plan.ts';
import { planHooks } from './plan-hooks.ts';
import { entriesOf } from './record.ts';
import type { HooksElsewhere, Repository } from './repository.ts';
import { WORKFLOW } from './workflow.ts';

/** Bits before the umask. */
const PLAIN = 0o666;

/** A checkout has to keep a ledger's bytes: no line-ending conversion and no filter may touch a bundle. */
const ATTRIBUTES =
  '# The hash chain of a ledger holds only while its bytes are kept: no conversion, no filter.\n* -text -filter\n';

export interface InitRequest {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly config: Config;
  readonly agents: boolean;
  readonly hookFiles: HookFiles;
  readonly installed: Installed;
  readonly read: ReadExisting;
}

/** The gate before the hooks that need it, and before all the list of what is about to be written. */
export function planInit(request: InitRequest): Plan {
  const hooks = planHooksHere(request);
  const files = joinPlans([planFiles(request), request.agents ? planAgents(request) : EMPTY_PLAN]);
  return joinPlans([planGate(request, [...hooks.steps, ...files.steps]), hooks, files]);
}

function planGate(request: InitRequest, later: readonly Step[]): Plan {
  const { gate, read, hookFiles, config, repository } = request;
  const installed = Buffer.from(
    renderInstalled(new Map([...request.installed, ...entriesOf(later, repository, read)])),
  );
  return {
    ...EMPTY_PLAN,
    steps: [
      ...(read(gate.id) === undefined
        ? [{ kind: 'identify', path: gate.id, why: 'names it for all its worktrees' } as const]
        : []),
      ...writeUnlessSame(request, { path: gate.script, content: hookFiles.gate, why: 'what the hooks share' }),
      ...planPatterns(repository.commonDir, config.branches, read),
      ...(installed.length === 0
        ? []
        : writeUnlessSame(request, { path: gate.installed, content: installed, why: 'what --uninstall may remove' })),
    ],
  };
}

function planHooksHere({ repository, hookFiles, installed, read }: InitRequest): Plan {
  const { folder, elsewhere } = repository.hooks;
  const here = elsewhere?.kind === 'folder' ? EMPTY_PLAN : planHooks({ folder, files: hookFiles, installed, read });
  const obstacles = elsewhere === undefined ? [] : obstaclesElsewhere(folder, elsewhere, read);
  return joinPlans([here, { ...EMPTY_PLAN, obstacles }]);
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
        ...ASK_THE_GATE,
      ],
    },
  ];
}

/**
 * For a hook that a team shares, whose name git gives as `$0`. Off a spike's branch it needs no program, and in a clone
 * without `spike init` it does nothing. The gate's second path is what a hook that sources it would give.
 */
const ASK_THE_GATE = [
  'gate=$(git rev-parse --git-common-dir)/spike-gate/gate.sh',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell.
  '[ ! -r "$gate" ] || sh "$gate" "$gate" "${0##*/}" "$@" || exit',
];

/** Whether a hook that people keep has the line that asks this product. */
export function asksTheGate(script: string, name: string): boolean {
  const lines = script.split('\n').map((line) => line.trim());
  return ASK_THE_GATE.every((line) => lines.includes(line)) || lines.some((line) => isCallOf(line, name));
}

/** The program itself, for those who have it everywhere. */
function isCallOf(line: string, name: string): boolean {
  return !line.startsWith('#') && line.includes(`spike-gate hook ${name}`);
}

/** A file that is there is the team's, whatever it says. */
function planFiles({ repository, config, read }: InitRequest): Plan {
  const wanted = [
    { path: CONFIG_PATH, text: renderConfigTemplate(), why: 'what a spike may spend' },
    { path: attributesPath(config.bundle), text: ATTRIBUTES, why: 'keeps the bytes of a ledger' },
    { path: WORKFLOW_PATH, text: WORKFLOW, why: 'the gate on pull requests' },
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

function planAgents(request: InitRequest): Plan {
  const path = join(request.repository.top, AGENTS_PATH);
  const existing = request.read(path);
  if (existing !== undefined && (existing.kind !== 'file' || !isUtf8(existing.content))) {
    const message = `expected ${AGENTS_PATH} to be a file in UTF-8, found ${existing.kind === 'link' ? 'a symbolic link' : 'something else'}`;
    return { ...EMPTY_PLAN, obstacles: [{ message, hint: [`replace ${path} by a file, or leave out --agents`] }] };
  }
  const content = Buffer.from(withParagraph(existing?.content.toString(), request.config.branches));
  return {
    ...EMPTY_PLAN,
    steps: writeUnlessSame(request, { path, content, why: 'tells an agent what the refusals mean' }),
  };
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
