/** husky 9: git looks into a folder `_` that husky generates, and that runs the hooks beside it, which people write and commit. */

import { basename, dirname, join, relative } from 'node:path';
import { type HookName, STANDING_HOOKS } from '../../core/hook-name.ts';
import { withBlock, withoutBlock } from '../block.ts';
import type { Edit } from '../edit.ts';
import { gateCallKeepingInput } from '../gate-call.ts';
import type { Manager, Scenery } from '../manager.ts';
import type { Obstacle } from '../plan.ts';
import { memberOf, parseJson } from './json-edit.ts';

/** What husky generates a hook for. It overwrites those whenever it runs, and leaves any other file in its folder alone. */
const SHIMMED: readonly HookName[] = [...STANDING_HOOKS, 'commit-msg'];

/** Where husky keeps hooks unless it is told otherwise, from the top. */
const USUAL = '.husky';
const GENERATED = '_';

/** As husky makes it: a shell reads such a hook, nothing executes it. */
const PLAIN = 0o666;

export const HUSKY: Manager = {
  name: 'husky',
  leadsGit: (scenery) => generatedFolder(scenery) !== undefined,
  recognise: (scenery) => generatedFolder(scenery) !== undefined || isDeclared(scenery),
  edits: (scenery) =>
    [folderOf(scenery)].filter((folder) => isHere(folder, scenery)).flatMap((folder) => editsIn(folder, scenery)),
  traces: (scenery) => foldersOf(scenery).flatMap((folder) => editsIn(folder, scenery)),
  hookFile(name, scenery) {
    const generated = generatedFolder(scenery);
    if (generated === undefined) return join(scenery.folder, name);
    // Made without husky, the folder would lack the file by which git ignores it.
    const isOurs = !SHIMMED.includes(name) && isHere(generated, scenery) && isThere(generated, scenery);
    return isOurs ? join(generated, name) : undefined;
  },
  formerHookFiles: (name, scenery) => foldersOf(scenery).map((folder) => join(folder, GENERATED, name)),
  obstacles: (scenery) => [...missing(scenery), ...another(scenery)],
};

/** Absolute; undefined while git does not look there. It need not exist: husky sets it for all worktrees, and generates it in one. */
function generatedFolder({ elsewhere, read }: Scenery): string | undefined {
  if (elsewhere?.kind !== 'folder') return undefined;
  const { searched } = elsewhere;
  if (basename(searched) !== GENERATED) return undefined;
  const isHuskys = basename(dirname(searched)) === USUAL || read(join(searched, 'h')) !== undefined;
  return isHuskys ? searched : undefined;
}

/** Absolute. */
function folderOf(scenery: Scenery): string {
  const generated = generatedFolder(scenery);
  return generated === undefined ? join(scenery.top, USUAL) : dirname(generated);
}

/** Those of this worktree that it may have kept hooks in. */
function foldersOf(scenery: Scenery): readonly string[] {
  const folders = new Set([join(scenery.top, USUAL), folderOf(scenery)]);
  return [...folders].filter((folder) => isHere(folder, scenery));
}

/** A clone before its first `npm install`: from then on git would pass by the hooks that are in force until then. */
function isDeclared({ top, elsewhere, read }: Scenery): boolean {
  if (elsewhere !== undefined) return false;
  const root = parseJson(read(join(top, 'package.json'))?.content.toString() ?? '');
  return ['devDependencies', 'dependencies'].some((list) => {
    const version = memberOf(memberOf(root, list)?.value, 'husky')?.value;
    return version?.kind === 'string' && !/^[^\d]*[0-8]\./.test(version.value);
  });
}

function editsIn(folder: string, { top }: Scenery): readonly Edit[] {
  return SHIMMED.map((name) => ({
    path: relative(top, join(folder, name)),
    why: 'asks the gate',
    hooks: [name],
    mode: PLAIN,
    put: (text) => withBlock(text, gateCallKeepingInput(name)),
    take: withoutBlock,
  }));
}

function missing(scenery: Scenery): readonly Obstacle[] {
  const generated = generatedFolder(scenery);
  if (generated !== undefined && (!isHere(generated, scenery) || isThere(generated, scenery))) return [];
  const found =
    generated === undefined ? 'that it was not run yet' : `no ${generated}: git runs no hook in this worktree`;
  return [
    {
      message: `expected the folder that husky generates, found ${found}`,
      hint: ['npm install, or what else runs husky here, then spike init'],
    },
  ];
}

/** Some programs that make worktrees lead git from each of them to the hooks of one. */
function another(scenery: Scenery): readonly Obstacle[] {
  const folder = folderOf(scenery);
  if (isHere(folder, scenery)) return [];
  const asking = SHIMMED.filter((name) => {
    const text = scenery.read(join(folder, name))?.content.toString() ?? '';
    return withoutBlock(text) !== text;
  });
  if (asking.length === SHIMMED.length) return [];
  const by = scenery.elsewhere?.by ?? folder;
  return [
    {
      message: `expected git to run the hooks of this worktree, found ${by}, which is outside it`,
      hint: [`git config core.hooksPath ${join(USUAL, GENERATED)}, or spike init in the worktree that holds ${folder}`],
    },
  ];
}

function isHere(path: string, { top }: Scenery): boolean {
  return path.startsWith(`${top}/`);
}

function isThere(path: string, { read }: Scenery): boolean {
  return read(path)?.kind === 'folder';
}
