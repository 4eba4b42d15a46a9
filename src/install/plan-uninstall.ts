/** What has to be done so that everything is as it was before `init`. */

import { dirname, join } from 'node:path';
import { agentsEdit } from './agents.ts';
import { type HookSettings, planConfigHooksAway } from './config-hooks.ts';
import type { Edit } from './edit.ts';
import type { ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import { allHookPlaces } from './hook-places.ts';
import { digestOf, type Installed } from './installed.ts';
import { planDrafts } from './leftovers.ts';
import { isOfTree, listName } from './list-name.ts';
import { planFoldersAway } from './made-folders.ts';
import type { Scenery } from './manager.ts';
import { allManagers } from './managers/table.ts';
import type { GateFolder } from './places.ts';
import { EMPTY_PLAN, joinPlans, type Plan, type Step } from './plan.ts';
import { planEditsAway } from './plan-edits.ts';
import { beforePathOf, planHooksAway } from './plan-hooks.ts';
import { sceneryOf } from './plan-init.ts';
import type { Repository } from './repository.ts';

export interface UninstallRequest {
  readonly repository: Repository;
  readonly gate: GateFolder;
  readonly hookFiles: HookFiles;
  readonly installed: Installed;
  readonly settings: HookSettings;
  /** What becomes of the repository's id: `needed` where spikes live under it, `none` for a file that holds no id. */
  readonly id: 'needed' | 'free' | 'none';
  /** Removes what an `init` that was killed has left. */
  readonly leftovers: readonly Step[];
  readonly read: ReadExisting;
}

/** The hooks before the gate that they need, last the list of what may be removed, and then the folders that are empty by that. */
export function planUninstall(request: UninstallRequest): Plan {
  const { repository, gate, hookFiles, installed, settings, read, leftovers } = request;
  const { folder } = repository.hooks;
  const scenery = sceneryOf(request);
  // Through a symbolic link the folder is one that people keep, and nothing was put into it.
  const places = allHookPlaces(scenery).filter(({ path }) => read(folder)?.kind !== 'link' || dirname(path) !== folder);
  const hooks = planHooksAway({ places, repository, files: hookFiles, installed, read });
  const edits = allEdits(scenery);
  const notFiles = new Set([
    ...edits.map(({ path }) => listName(join(repository.top, path), repository)),
    ...places.flatMap((place) => [place.path, beforePathOf(place)].map((path) => listName(path, repository))),
  ]);
  const files = joinPlans([
    hooks,
    planConfigHooksAway(settings),
    planEditsAway(edits, { repository, read, installed }),
    ...[...installed]
      .filter(([name]) => isFileOfTree(name) && !notFiles.has(name))
      .map((entry) => planFileAway(entry, request)),
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
  if (existing.kind === 'file' && digestOf(existing.content) === digest) {
    return { ...EMPTY_PLAN, steps: [{ kind: 'remove', path, why: 'written by spike init' }] };
  }
  return { ...EMPTY_PLAN, notices: [`${path} was edited since spike init wrote it: left as it is`] };
}

function planGateAway({ gate, id, read }: UninstallRequest): Plan {
  const removed = [
    gate.script,
    gate.live,
    gate.told,
    gate.patterns,
    ...(id === 'free' ? [gate.id] : []),
    gate.installed,
  ];
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
  needed: (path) => [`${dirname(path)} keeps its notes: the spikes of this repository are found by them`],
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

/** Files of the worktree that hold an edit which `init` did not put there. */
export function foreignEdits({ top, installed, read }: Tree, edits: readonly Edit[]): readonly string[] {
  const paths = edits.filter((edit) => {
    const text = read(join(top, edit.path))?.content.toString();
    return isOfTree(edit.path) && !installed.has(edit.path) && text !== undefined && edit.take(text) !== text;
  });
  return [...new Set(paths.map(({ path }) => path))];
}

/** Every edit of any `init`. */
export function allEdits(scenery: Scenery): readonly Edit[] {
  return [...allManagers().flatMap((manager) => manager.traces(scenery)), agentsEdit([])];
}
