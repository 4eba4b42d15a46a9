/** The git hooks: put in beside a hook that is already there, and taken out again. */

import { dirname, join } from 'node:path';
import type { HookName } from '../core/hook-name.ts';
import { type Existing, isSame, type ReadExisting } from './existing.ts';
import type { HookFiles } from './hook-files.ts';
import type { HookPlace } from './hook-places.ts';
import { digestOf, type Installed } from './installed.ts';
import { listName } from './list-name.ts';
import { isOurHook, RETIRED } from './our-hook.ts';
import { EMPTY_PLAN, joinPlans, type Plan, type Step } from './plan.ts';
import type { Repository } from './repository.ts';

/** Bits before the umask. */
const EXECUTABLE = 0o777;

/** At the end of the name of a hook that was there before. */
const BEFORE = '.before-spike-gate';

export interface HooksRequest {
  readonly places: readonly HookPlace[];
  readonly repository: Repository;
  readonly files: HookFiles;
  readonly installed: Installed;
  readonly read: ReadExisting;
}

export function planHooks(request: HooksRequest): Plan {
  return joinPlans(request.places.map((place) => planHook(look(place, request), request.files.hook(place.name))));
}

export function planHooksAway(request: HooksRequest): Plan {
  return joinPlans(
    groupsOf(request.places, request).flatMap(([place, ...others]) => [
      ...(place === undefined ? [] : [planHookAway(look(place, request), request)]),
      ...others.map(({ path }) => plan([removeOurs(path)])),
    ]),
  );
}

/** Places that share a hook from before: it goes back to the first where ours stands, and ours goes from the others; else to the first of all. */
function groupsOf(places: readonly HookPlace[], request: HooksRequest): readonly (readonly HookPlace[])[] {
  const groups = new Map<string, HookPlace[]>();
  for (const place of places) groups.set(beforePathOf(place), [...(groups.get(beforePathOf(place)) ?? []), place]);
  const isOurs = (place: HookPlace): boolean => isOurHook(request.read(place.path)?.content.toString('latin1') ?? '');
  return [...groups.values()].map((group) => {
    const ours = group.filter(isOurs);
    return ours.length > 0 ? ours : group.slice(0, 1);
  });
}

type Owner = 'nobody' | 'us' | 'us-edited' | 'user' | 'no-file';

function ownerOf(place: HookPlace, existing: Existing | undefined, request: HooksRequest): Owner {
  if (existing === undefined) return 'nobody';
  if (existing.kind === 'link') return 'user';
  if (existing.kind !== 'file') return 'no-file';
  if (isExactlyOurs(place, existing, request)) return 'us';
  return isOurHook(existing.content.toString('latin1')) ? 'us-edited' : 'user';
}

/** Of this version, or an older one exactly as it was written. */
function isExactlyOurs({ name, path }: HookPlace, { content }: Existing, request: HooksRequest): boolean {
  const { files, installed, repository } = request;
  if (content.equals(files.hook(name)) || content.equals(RETIRED)) return true;
  return isOurHook(content.toString('latin1')) && installed.get(listName(path, repository)) === digestOf(content);
}

/** `strange` is one that has the name of a hook from before, and that `init` did not put there; `ours` is no hook from before at all. */
type Before = 'none' | 'kept' | 'strange' | 'ours';

function beforeOf(place: HookPlace, existing: Existing | undefined, request: HooksRequest): Before {
  if (existing === undefined) return 'none';
  if (existing.kind === 'file' && isExactlyOurs(place, existing, request)) return 'ours';
  return request.installed.has(listName(beforePathOf(place), request.repository)) ? 'kept' : 'strange';
}

/** Under the hook's own name, whatever ours is called there: a manager may move ours, and the gate finds this one by the name. */
export function beforePathOf({ name, path }: HookPlace): string {
  return join(dirname(path), `${name}${BEFORE}`);
}

interface Spot {
  readonly name: HookName;
  readonly path: string;
  readonly existing: Existing | undefined;
  readonly owner: Owner;
  readonly beforePath: string;
  readonly before: Before;
  /** Whether git, or the gate, would have something to run there that is not ours. */
  readonly hasBefore: boolean;
  /** The same stands at both places: a move was cut short. */
  readonly twice: boolean;
  /** Takes away ours where one from before should be. */
  readonly tidy: readonly Step[];
}

function look(place: HookPlace, request: HooksRequest): Spot {
  const { name, path } = place;
  const beforePath = beforePathOf(place);
  const existing = request.read(path);
  const existingBefore = request.read(beforePath);
  const before = beforeOf(place, existingBefore, request);
  return {
    name,
    path,
    existing,
    owner: ownerOf(place, existing, request),
    beforePath,
    before,
    hasBefore: before === 'kept' || before === 'strange',
    twice: before === 'kept' && isSame(existing, existingBefore),
    tidy: before === 'ours' ? [removeOurs(beforePath)] : [],
  };
}

function planHook(spot: Spot, content: Buffer): Plan {
  const { name, path, existing, owner, beforePath, before, hasBefore, tidy } = spot;
  const write: Step = { kind: 'write', path, content, mode: EXECUTABLE, why: 'asks the gate' };
  switch (owner) {
    case 'nobody':
      return before === 'strange'
        ? obstacle(
            `expected no ${beforePath}, found one that spike init did not make; no ${name} hook was installed`,
            `move it to ${path} if git is to run it, else delete it, and type spike init again`,
          )
        : plan([...tidy, write]);
    case 'us':
      return plan([...tidy, ...(isCurrent(existing, content) ? [] : [write])]);
    case 'us-edited':
      return obstacle(
        `expected the ${name} hook that spike init wrote, found it edited: ${path}`,
        hasBefore
          ? `move your own lines to ${beforePath}, delete ${path} and type spike init again`
          : 'leave nothing but your own lines in it, and type spike init again',
      );
    case 'no-file':
      return obstacle(
        `expected a file at ${path}, found ${existing?.kind === 'folder' ? 'a folder' : 'something else'}; no ${name} hook was installed`,
        'move it away, which changes nothing for git, and type spike init again',
      );
    case 'user':
      return planBesideUser(spot, write);
  }
}

function planBesideUser({ name, path, beforePath, hasBefore, twice, tidy }: Spot, write: Step): Plan {
  if (twice) return plan([write]);
  if (hasBefore) {
    return obstacle(
      `expected one ${name} hook beside spike-gate's, found two: ${path} and ${beforePath}`,
      `join them in ${path}, delete ${beforePath} and type spike init again`,
    );
  }
  const move: Step = { kind: 'move', path, to: beforePath, why: 'your own hook, which still runs, first' };
  return plan([...tidy, move, write]);
}

function planHookAway(spot: Spot, request: HooksRequest): Plan {
  const { path, owner, beforePath, before, hasBefore, twice, tidy } = spot;
  const restore: Step = { kind: 'move', path: beforePath, to: path, why: 'the hook that was there before' };
  switch (owner) {
    case 'nobody':
      if (before === 'kept') return plan([restore]);
      return before === 'strange'
        ? { ...EMPTY_PLAN, notices: [`${beforePath} was not made by spike init: left as it is`] }
        : plan(tidy);
    case 'us':
      return plan(hasBefore ? [restore] : [...tidy, removeOurs(path)]);
    case 'us-edited':
      return planEditedAway(spot, request, [...tidy, ...(hasBefore ? [restore] : [])]);
    case 'no-file':
    case 'user':
      if (twice) {
        return plan([{ kind: 'remove', path: beforePath, why: 'the hook that is in its place again' }]);
      }
      return hasBefore
        ? { ...plan(tidy), notices: [`${path} is not spike-gate's: left as it is, beside ${beforePath}`] }
        : plan(tidy);
  }
}

function planEditedAway({ path }: Spot, { read }: HooksRequest, then: readonly Step[]): Plan {
  const aside = `${path}.edited-spike-gate`;
  if (read(aside) !== undefined) {
    return obstacle(
      `expected no ${aside}, found one from an earlier time`,
      'delete it and type spike init --uninstall again',
    );
  }
  const keep: Step = { kind: 'move', path, to: aside, why: 'edited since spike init wrote it, so it is kept' };
  return {
    ...plan([keep, ...then]),
    notices: [`${path} was edited since spike init wrote it: kept as ${aside}, which git does not run`],
  };
}

function removeOurs(path: string): Step {
  return { kind: 'remove', path, why: 'written by spike init' };
}

function isCurrent(existing: Existing | undefined, content: Buffer): boolean {
  if (existing === undefined) return false;
  return existing.content.equals(content) && (existing.mode & 0o100) !== 0;
}

function plan(steps: readonly Step[]): Plan {
  return { ...EMPTY_PLAN, steps };
}

function obstacle(message: string, hint: string): Plan {
  return { ...EMPTY_PLAN, obstacles: [{ message, hint: [hint] }] };
}
