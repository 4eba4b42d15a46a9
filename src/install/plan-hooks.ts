/** The git hooks: put in beside a hook that is already there, and taken out again. */

import { join } from 'node:path';
import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';
import type { Existing, ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import { digestOf, type Installed } from './installed.ts';
import { EMPTY_PLAN, joinPlans, type Plan, type Step } from './plan.ts';

/** Bits before the umask. */
const EXECUTABLE = 0o777;

/** Every hook of ours says this on its second line, in every version. */
const OURS = /^#!\/bin\/sh\n# spike-gate: /;

/** Of any version, edited or not. */
export function isOurHook(script: string): boolean {
  return OURS.test(script);
}

export interface HooksRequest {
  /** The `hooks` folder of the git common directory. */
  readonly folder: string;
  readonly files: HookFiles;
  readonly installed: Installed;
  readonly read: ReadExisting;
}

export function planHooks(request: HooksRequest): Plan {
  return joinPlans(HOOK_NAMES.map((name) => planHook(name, request)));
}

export function planHooksAway(request: HooksRequest): Plan {
  return joinPlans(HOOK_NAMES.map((name) => planHookAway(name, request)));
}

/** How a hook is named among what `init` has written: as no file of a worktree can be. */
export function installedHook(name: HookName): string {
  return `.git/hooks/${name}`;
}

type Owner = 'nobody' | 'us' | 'us-edited' | 'user';

function ownerOf(name: HookName, existing: Existing | undefined, { files, installed }: HooksRequest): Owner {
  if (existing === undefined) return 'nobody';
  if (existing.kind !== 'file') return 'user';
  if (existing.content.equals(files.hooks[name])) return 'us';
  // An older version of ours, exactly as it was written.
  if (installed.get(installedHook(name)) === digestOf(existing.content)) return 'us';
  return isOurHook(existing.content.toString('latin1')) ? 'us-edited' : 'user';
}

function planHook(name: HookName, request: HooksRequest): Plan {
  const path = join(request.folder, name);
  const before = beforeOf(path);
  const existing = request.read(path);
  const write: Step = {
    kind: 'write',
    path,
    content: request.files.hooks[name],
    mode: EXECUTABLE,
    why: 'asks the gate',
  };
  switch (ownerOf(name, existing, request)) {
    case 'nobody':
      return { ...EMPTY_PLAN, steps: [write] };
    case 'us':
      return { ...EMPTY_PLAN, steps: isCurrent(existing, request.files.hooks[name]) ? [] : [write] };
    case 'us-edited':
      return obstacle(`expected the ${name} hook that spike init wrote, found it edited: ${path}`, [
        `move your own lines to ${before}, make it executable, delete ${path} and type spike init again`,
      ]);
    case 'user':
      return request.read(before) === undefined
        ? {
            ...EMPTY_PLAN,
            steps: [{ kind: 'move', path, to: before, why: 'your own hook, which still runs, first' }, write],
          }
        : obstacle(`expected one ${name} hook beside spike-gate's, found two: ${path} and ${before}`, [
            `join them in ${before}, delete ${path} and type spike init again`,
          ]);
  }
}

function planHookAway(name: HookName, request: HooksRequest): Plan {
  const path = join(request.folder, name);
  const before = beforeOf(path);
  const hasBefore = request.read(before) !== undefined;
  const restore: readonly Step[] = hasBefore
    ? [{ kind: 'move', path: before, to: path, why: 'the hook that was there before' }]
    : [];
  switch (ownerOf(name, request.read(path), request)) {
    case 'nobody':
      return { ...EMPTY_PLAN, steps: restore };
    case 'us':
      return { ...EMPTY_PLAN, steps: hasBefore ? restore : [{ kind: 'remove', path, why: 'written by spike init' }] };
    case 'us-edited': {
      const aside = `${path}.edited-spike-gate`;
      if (request.read(aside) !== undefined) {
        return obstacle(`expected no ${aside}, found one from an earlier time`, [
          `delete it and type spike init --uninstall again`,
        ]);
      }
      return {
        steps: [{ kind: 'move', path, to: aside, why: 'edited since spike init wrote it, so it is kept' }, ...restore],
        obstacles: [],
        notices: [`${path} was edited since spike init wrote it: kept as ${aside}, which git does not run`],
      };
    }
    case 'user':
      return hasBefore
        ? { ...EMPTY_PLAN, notices: [`${path} is not spike-gate's: left as it is, beside ${before}`] }
        : EMPTY_PLAN;
  }
}

function beforeOf(path: string): string {
  return `${path}.before-spike-gate`;
}

function isCurrent(existing: Existing | undefined, content: Buffer): boolean {
  if (existing === undefined) return false;
  return existing.content.equals(content) && (existing.mode & 0o100) !== 0;
}

function obstacle(message: string, hint: readonly string[]): Plan {
  return { ...EMPTY_PLAN, obstacles: [{ message, hint }] };
}
