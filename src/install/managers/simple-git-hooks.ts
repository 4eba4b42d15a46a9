/**
 * simple-git-hooks 2: whenever it runs it writes the commands of its configuration as whole hooks, over what stands there, and
 * deletes every other hook that the configuration does not tell it to keep.
 */

import { join, relative } from 'node:path';
import { HOOK_NAMES, type HookName } from '../../core/hook-name.ts';
import { hasBlock, renderBlock, withBlockAt, withoutBlock } from '../block.ts';
import type { Edit } from '../edit.ts';
import { gateCallKeepingInput } from '../gate-call.ts';
import type { Manager, Scenery } from '../manager.ts';
import type { Obstacle } from '../plan.ts';
import { memberOf } from './json-edit.ts';
import { type Config, everyConfig, findConfig, settingsIn } from './simple-git-hooks-config.ts';
import { configEdit, KEEP } from './simple-git-hooks-edit.ts';

export const SIMPLE_GIT_HOOKS: Manager = {
  name: 'simple-git-hooks',
  // Where people keep their hooks elsewhere, it writes them there, and neither it nor this product is at work in the usual place.
  leadsGit: () => false,
  recognise: (scenery) => scenery.elsewhere?.kind !== 'folder' && findConfig(scenery) !== undefined,
  edits(scenery) {
    const config = findConfig(scenery);
    if (config === undefined || config.kind === 'script') return [];
    return [configEdit(config), ...writtenHooks(scenery).map((name) => hookEdit(name, scenery))];
  },
  traces: (scenery) => [...everyConfig(scenery).map(configEdit), ...HOOK_NAMES.map((name) => hookEdit(name, scenery))],
  hookFile: (name, scenery) => (writtenHooks(scenery).includes(name) ? undefined : join(scenery.folder, name)),
  formerHookFiles: () => [],
  obstacles(scenery) {
    const config = findConfig(scenery);
    return config?.kind === 'script' ? byHand(config, scenery) : [];
  },
};

/** Those that it has written: with the gate in them they are what it writes again from the configuration, so that nothing changes when it runs. */
function writtenHooks(scenery: Scenery): readonly HookName[] {
  return HOOK_NAMES.filter((name) => {
    const existing = scenery.read(join(scenery.folder, name));
    if (existing?.kind !== 'file') return false;
    const text = existing.content.toString();
    return hasBlock(text) || commandIn(text, name, scenery) !== undefined;
  });
}

/** The offset at which the configured command begins; undefined in a hook that is not made of it. */
function commandIn(text: string, name: HookName, scenery: Scenery): number | undefined {
  const config = findConfig(scenery);
  if (config === undefined || config.kind === 'script') return undefined;
  const source = scenery.read(join(scenery.top, config.path))?.content.toString() ?? '';
  const configured = memberOf(settingsIn(source, config), name)?.value;
  if (configured?.kind !== 'string') return undefined;
  const command = withoutBlock(configured.value) ?? '';
  if (command === '') return undefined;
  const at = text.length - command.length;
  return text.startsWith('#!') && text.endsWith(command) && text[at - 1] === '\n' ? at : undefined;
}

function hookEdit(name: HookName, scenery: Scenery): Edit {
  return {
    path: relative(scenery.top, join(scenery.folder, name)),
    why: 'asks the gate, as simple-git-hooks will write it',
    hooks: [name],
    mode: 0o777,
    put: (text = '') =>
      withBlockAt(text, { at: commandIn(text, name, scenery) ?? 0, lines: gateCallKeepingInput(name) }),
    take: withoutBlock,
  };
}

/** A script may say anything by any means: what can be told is whether it holds the very words. */
function byHand({ path, key }: Config, scenery: Scenery): readonly Obstacle[] {
  const text = scenery.read(join(scenery.top, path))?.content.toString() ?? '';
  const isKept = new RegExp(`${KEEP}['"]?\\s*:\\s*true`).test(text);
  const unkept = isKept ? [] : HOOK_NAMES.filter((name) => !new RegExp(`['"\`]${name}['"\`]\\s*[,\\]]`).test(text));
  const written = HOOK_NAMES.filter((name) => isWritten(name, scenery));
  const silent = written
    .map((name) => JSON.stringify(`${renderBlock(gateCallKeepingInput(name))}\n`))
    .filter((line) => !text.includes(line));
  if (unkept.length === 0 && silent.length === 0) return [];
  const place = key === undefined ? path : `what ${key} in ${path} names`;
  return [
    {
      message: `expected simple-git-hooks to ask the gate and to keep the hooks that do, found ${place}, which spike init cannot change`,
      hint: [
        `change it by hand, then npx simple-git-hooks and spike init:`,
        ...(unkept.length === 0 ? [] : [`${KEEP} has to hold: ${unkept.map((name) => `'${name}'`).join(', ')}`]),
        ...(silent.length === 0
          ? []
          : ['each of these has to stand in front of the command of the hook that it names, joined by +', ...silent]),
      ],
    },
  ];
}

/** Whether simple-git-hooks has a command for it, by what it has written. */
function isWritten(name: HookName, { folder, read }: Scenery): boolean {
  return ['', '.before-spike-gate'].some((end) =>
    read(join(folder, `${name}${end}`))
      ?.content.toString()
      .includes('SKIP_SIMPLE_GIT_HOOKS'),
  );
}
