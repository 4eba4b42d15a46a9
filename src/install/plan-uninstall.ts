/** What has to be done so that everything is as it was before `init`. */

import { join } from 'node:path';
import { hasParagraph, withoutParagraph } from './agents.ts';
import type { ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import { digestOf, type Installed } from './installed.ts';
import { planDrafts } from './leftovers.ts';
import { planFoldersAway } from './made-folders.ts';
import { AGENTS_PATH, type GateFolder } from './places.ts';
import { EMPTY_PLAN, joinPlans, type Plan, type Step } from './plan.ts';
import { planHooksAway } from './plan-hooks.ts';
import type { Repository } from './repository.ts';

export interface UninstallRequest {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly hookFiles: HookFiles;
  readonly installed: Installed;
  /** What becomes of the repository's id: `needed` where spikes live under it, `none` for a file that holds no id. */
  readonly id: 'needed' | 'free' | 'none';
  /** Removes what an `init` that was killed has left. */
  readonly leftovers: readonly Step[];
  readonly read: ReadExisting;
}

/** The hooks before the gate that they need, last the list of what may be removed, and then the folders that are empty by that. */
export function planUninstall(request: UninstallRequest): Plan {
  const { repository, gate, hookFiles, installed, read, leftovers } = request;
  const { folder } = repository.hooks;
  // Through a symbolic link the folder is one that people keep, and nothing was put into it.
  const linked = read(folder)?.kind === 'link';
  const files = joinPlans([
    linked ? EMPTY_PLAN : planHooksAway({ folder, files: hookFiles, installed, read }),
    ...[...installed].filter(([name]) => isFileOfTree(name)).map((entry) => planFileAway(entry, request)),
    { ...EMPTY_PLAN, steps: leftovers },
    planGateAway(request),
  ]);
  const folders = planFoldersAway(files.steps, { repository, installed, read, own: [gate.folder] });
  return joinPlans([files, { ...EMPTY_PLAN, steps: folders }]);
}

function isFileOfTree(name: string): boolean {
  return !name.startsWith('.git/') && !name.endsWith('/');
}

function planFileAway([name, digest]: readonly [string, string], request: UninstallRequest): Plan {
  const path = join(request.repository.top, name);
  const existing = request.read(path);
  if (existing === undefined) return EMPTY_PLAN;
  if (existing.kind === 'file' && name === AGENTS_PATH) return planParagraphAway(path, existing.content.toString());
  if (existing.kind === 'file' && digestOf(existing.content) === digest) {
    return { ...EMPTY_PLAN, steps: [{ kind: 'remove', path, why: 'written by spike init' }] };
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

function planGateAway({ gate, id, read }: UninstallRequest): Plan {
  const removed = [gate.script, gate.patterns, ...(id === 'free' ? [gate.id] : []), gate.installed];
  const steps = removed
    .filter((path) => read(path) !== undefined)
    .map((path): Step => ({ kind: 'remove', path, why: 'written by spike init' }));
  const drafts = id === 'needed' ? [] : planDrafts(gate.folder);
  return {
    ...EMPTY_PLAN,
    steps: [...drafts, ...steps],
    notices: read(gate.id) === undefined ? [] : NOTICE[id](gate.id),
  };
}

const NOTICE: Readonly<Record<UninstallRequest['id'], (path: string) => readonly string[]>> = {
  needed: (path) => [`${path} stays: the spikes of this repository are found by it`],
  none: (path) => [`${path} holds no id of a repository: left as it is`],
  free: () => [],
};

interface Tree {
  readonly top: string;
  readonly installed: Installed;
  readonly read: ReadExisting;
}

/** Those of `paths`, from the top, that `init` found there and so left alone. */
export function foundThere(paths: readonly string[], { top, installed, read }: Tree): readonly string[] {
  return paths.filter((path) => !installed.has(path) && read(join(top, path)) !== undefined);
}

/** Whether AGENTS.md holds a paragraph that `init` did not put there. */
export function holdsForeignParagraph({ top, installed, read }: Tree): boolean {
  const text = read(join(top, AGENTS_PATH))?.content.toString() ?? '';
  return !installed.has(AGENTS_PATH) && hasParagraph(text);
}
