/** What has to be done so that everything is as it was before `init`. */

import { join } from 'node:path';
import { HOOK_NAMES } from '../core/hook-name.ts';
import { withoutParagraph } from './agents.ts';
import type { ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import { digestOf, type Installed } from './installed.ts';
import { AGENTS_PATH, type GateFolder } from './places.ts';
import { EMPTY_PLAN, joinPlans, type Plan, type Step } from './plan.ts';
import { installedHook, planHooksAway } from './plan-hooks.ts';
import type { Repository } from './repository.ts';

export interface UninstallRequest {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly hookFiles: HookFiles;
  readonly installed: Installed;
  /** Whether spikes live under this repository's id, which is then still needed. */
  readonly hasSpikes: boolean;
  readonly read: ReadExisting;
}

/** The hooks before the gate that they need, and last the list of what may be removed. */
export function planUninstall(request: UninstallRequest): Plan {
  const { repository, hookFiles, installed, read } = request;
  // Through a symbolic link the folder is one that people keep, and nothing was put into it.
  const linked = read(repository.hooks.folder)?.kind === 'link';
  const hookNames = new Set<string>(HOOK_NAMES.map(installedHook));
  return joinPlans([
    linked ? EMPTY_PLAN : planHooksAway({ folder: repository.hooks.folder, files: hookFiles, installed, read }),
    ...[...installed].filter(([path]) => !hookNames.has(path)).map((entry) => planFileAway(entry, request)),
    planGateAway(request),
  ]);
}

function planFileAway([name, digest]: readonly [string, string], request: UninstallRequest): Plan {
  const path = join(request.repository.top, name);
  const existing = request.read(path);
  if (existing === undefined) return EMPTY_PLAN;
  if (existing.kind === 'file' && name === AGENTS_PATH) return planParagraphAway(path, existing.content.toString());
  if (existing.kind === 'file' && digestOf(existing.content) === digest) {
    return {
      ...EMPTY_PLAN,
      steps: [{ kind: 'remove', path, upTo: request.repository.top, why: 'written by spike init' }],
    };
  }
  return { ...EMPTY_PLAN, notices: [`${path} was edited since spike init wrote it: left as it is`] };
}

/** A person's own lines around the paragraph stay, whenever they were written. */
function planParagraphAway(path: string, text: string): Plan {
  const without = withoutParagraph(text);
  if (without === text) return EMPTY_PLAN;
  const why = 'without the paragraph for agents';
  if (without === undefined) return { ...EMPTY_PLAN, steps: [{ kind: 'remove', path, why }] };
  return { ...EMPTY_PLAN, steps: [{ kind: 'write', path, content: Buffer.from(without), mode: 0o666, why }] };
}

function planGateAway({ gate, hasSpikes, repository, read }: UninstallRequest): Plan {
  const removed = [gate.script, gate.patterns, ...(hasSpikes ? [] : [gate.id]), gate.installed];
  const steps = removed
    .filter((path) => read(path) !== undefined)
    .map((path): Step => ({ kind: 'remove', path, upTo: repository.commonDir, why: 'written by spike init' }));
  const kept =
    hasSpikes && read(gate.id) !== undefined ? [`${gate.id} stays: the spikes of this repository are found by it`] : [];
  return { ...EMPTY_PLAN, steps, notices: kept };
}
