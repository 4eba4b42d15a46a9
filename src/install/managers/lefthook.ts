/**
 * lefthook 2. It writes the hooks that its configuration names, moves what stands there to `<hook>.old`, and puts that back when
 * it is uninstalled. So its hooks ask the gate through the setting `rc`, and ours stand where it names no hook, and wait at `.old`.
 */

import { join, relative } from 'node:path';
import { HOOK_NAMES, type HookName } from '../../core/hook-name.ts';
import type { Edit } from '../edit.ts';
import type { Manager, Scenery } from '../manager.ts';
import type { Obstacle } from '../plan.ts';
import { extendsOf, isYamlPath, mentionsRc, rcByHand, rcEdit, rcOf } from './lefthook-config.ts';
import { generatedHookEdit, isLefthookHook } from './lefthook-hook.ts';
import { callsGate, isWithin, ownRcEdit, ownRcPath } from './lefthook-own-rc.ts';
import { CALL_RC, RC, RC_SCRIPT, RC_SCRIPT_PATH } from './lefthook-rc.ts';

/** In the order in which lefthook looks for the one that it reads. */
const EXTENSIONS = ['.yml', '.yaml', '.json', '.jsonc', '.toml'];
const MAIN = ['lefthook', '.lefthook', '.config/lefthook'];
const LOCAL = ['lefthook-local', '.lefthook-local', '.config/lefthook-local'];

const OLD = '.old';

export const LEFTHOOK: Manager = {
  name: 'lefthook',
  leadsGit: () => false,
  recognise: (scenery) => mainConfig(scenery) !== undefined || ownedHooks(scenery).length > 0,
  edits(scenery) {
    const own = ownRcs(scenery);
    const main = mainConfig(scenery);
    const isMainFree = main !== undefined && !own.some(({ path }) => path === main);
    return [
      scriptEdit(scenery),
      ...(isMainFree && isYamlPath(main) ? [rcEdit(main)] : []),
      ...own
        .flatMap(({ file }) => (file !== undefined && isWithin(scenery.top, file) ? [file] : []))
        .map((file) => ownRcEdit(relative(scenery.top, file))),
      ...(own.length === 0 ? generatedEdits(ownedHooks(scenery), scenery) : []),
    ];
  },
  traces(scenery) {
    const own = ownRcs(scenery).flatMap(({ file }) => file ?? []);
    return [
      scriptEdit(scenery),
      ...names([...MAIN, ...LOCAL])
        .filter(isYamlPath)
        .map(rcEdit),
      ...own.filter((file) => isWithin(scenery.top, file)).map((file) => ownRcEdit(relative(scenery.top, file))),
      ...generatedEdits(HOOK_NAMES, scenery),
    ];
  },
  hookFile(name, scenery) {
    const path = join(scenery.folder, name);
    return isLefthookHook(textAt(path, scenery)) ? `${path}${OLD}` : path;
  },
  formerHookFiles: (name, { folder }) => [`${join(folder, name)}${OLD}`],
  obstacles: (scenery) => [...obstacleOfMain(scenery), ...obstaclesOfOwn(scenery)],
};

function obstacleOfMain(scenery: Scenery): readonly Obstacle[] {
  const main = mainConfig(scenery);
  if (main === undefined) {
    const message = `expected a configuration of lefthook, as its hooks are here, found none in ${scenery.top}`;
    return [
      { message, hint: ['lefthook uninstall where it is not in use any more, else lefthook install; then spike init'] },
    ];
  }
  if (isYamlPath(main) || mentionsRc(textAt(join(scenery.top, main), scenery))) return [];
  return [
    {
      message: `expected the hooks of lefthook to ask the gate, found ${main}, which spike init does not edit`,
      hint: [
        'write this setting into it, at its top level, type lefthook install and then spike init again',
        rcByHand(main),
      ],
    },
  ];
}

/** A file of a person's at home, or one that only the shell can find, gets its line by hand. */
function obstaclesOfOwn(scenery: Scenery): readonly Obstacle[] {
  return ownRcs(scenery)
    .filter(({ file }) => file === undefined || !(isWithin(scenery.top, file) || callsGate(textAt(file, scenery))))
    .map(({ path, rc, file }) => ({
      message: `expected the hooks of lefthook to ask the gate, found an rc file of your own in ${path}: ${rc}`,
      hint:
        file === undefined
          ? [
              'begin that file with this line, and name it in the configuration without variables, so that spike init can find it',
              CALL_RC,
            ]
          : ['begin that file with this line, and type spike init again', CALL_RC],
    }));
}

interface OwnRc {
  /** Of the configuration that names it, from the top of the worktree. */
  readonly path: string;
  readonly rc: string;
  /** Absolute; undefined where only the shell of the hook can tell. */
  readonly file: string | undefined;
}

/** Any of them may be the one that lefthook uses: a local configuration wins, where there is one. */
function ownRcs(scenery: Scenery): readonly OwnRc[] {
  return configsIn(scenery).flatMap((path) => {
    const rc = isYamlPath(path) ? rcOf(textAt(join(scenery.top, path), scenery)) : undefined;
    return rc === undefined || rc === RC ? [] : [{ path, rc, file: ownRcPath(rc, scenery.top) }];
  });
}

function configsIn(scenery: Scenery): readonly string[] {
  const named = [configAt(MAIN, scenery), configAt(LOCAL, scenery)].flatMap((path) => path ?? []);
  const extended = named.filter(isYamlPath).flatMap((path) => extendsOf(textAt(join(scenery.top, path), scenery)));
  return [...new Set([...named, ...extended])];
}

/** A local configuration may do without a main one. */
function mainConfig(scenery: Scenery): string | undefined {
  return configAt(MAIN, scenery) ?? configAt(LOCAL, scenery);
}

function configAt(bases: readonly string[], { top, read }: Scenery): string | undefined {
  return names(bases).find((path) => read(join(top, path)) !== undefined);
}

function names(bases: readonly string[]): readonly string[] {
  return EXTENSIONS.flatMap((extension) => bases.map((base) => `${base}${extension}`));
}

function ownedHooks(scenery: Scenery): readonly HookName[] {
  return HOOK_NAMES.filter((name) => isLefthookHook(textAt(join(scenery.folder, name), scenery)));
}

function generatedEdits(names: readonly HookName[], scenery: Scenery): readonly Edit[] {
  return names.map((name) => generatedHookEdit(name, fromTop(join(scenery.folder, name), scenery)));
}

function scriptEdit(scenery: Scenery): Edit {
  return {
    path: fromTop(join(scenery.folder, '..', RC_SCRIPT_PATH), scenery),
    why: 'asks the gate from the hooks of lefthook',
    mode: 0o666,
    put: () => RC_SCRIPT,
    take: () => undefined,
  };
}

function fromTop(path: string, { top }: Scenery): string {
  return relative(top, path);
}

/** Empty where there is no file, or one that is not followed. */
function textAt(path: string, { read }: Scenery): string {
  return read(path)?.content.toString() ?? '';
}
