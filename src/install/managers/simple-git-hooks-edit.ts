/** Pure: the gate in the configuration of simple-git-hooks, put in and taken out again in the bytes of a JSON file. */

import { HOOK_NAMES, type HookName } from '../../core/hook-name.ts';
import { BLOCK_BEGIN, BLOCK_END, INSTEAD_OF, renderBlock } from '../block.ts';
import type { Edit, Unfit } from '../edit.ts';
import { gateCallKeepingInput } from '../gate-call.ts';
import { appendTo, type JsonNode, memberOf, removeFrom, replaceIn, spaceBefore } from './json-edit.ts';
import { type Config, settingsIn } from './simple-git-hooks-config.ts';

/** Which hooks it leaves alone that have no command. */
export const KEEP = 'preserveUnused';

export function configEdit(config: Config): Edit {
  return {
    path: config.path,
    why: 'has simple-git-hooks ask the gate, and keep the hooks that do',
    mode: 0o666,
    put: (text) => putInto(text, config),
    take: (text) => HOOK_NAMES.reduce((rest, name) => takeCommand(rest, name, config), takeKeep(text, config)),
  };
}

function putInto(text: string | undefined, config: Config): string | Unfit {
  if (text === undefined || settingsIn(text, config)?.kind !== 'object') {
    return unfit(config, text === undefined ? 'no such file' : 'something else');
  }
  const settings = settingsIn(text, config);
  const strange = HOOK_NAMES.find((name) => (memberOf(settings, name)?.value.kind ?? 'string') !== 'string');
  if (strange !== undefined) return unfit(config, `${strange} to be no string`);
  return HOOK_NAMES.reduce((rest, name) => putCommand(rest, name, config), putKeep(text, config));
}

function unfit({ path }: Config, found: string): Unfit {
  return {
    refused: `expected a JSON object of commands for simple-git-hooks in ${path}, found ${found}`,
    hint: [`mend ${path}, then spike init`],
  };
}

/** As it stands between the quotes of a string of JSON, which keeps the way in which the rest of the string is written. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const COMMAND_BLOCK = new RegExp(`^"${BLOCK_BEGIN}\\\\n(?:(?!${BLOCK_BEGIN}).)*?${BLOCK_END}\\\\n`);

function putCommand(text: string, name: HookName, config: Config): string {
  const command = memberOf(settingsIn(text, config), name)?.value;
  if (command === undefined) return text;
  const raw = text.slice(command.begin, command.end).replace(COMMAND_BLOCK, '"');
  return replaceIn(text, command, `"${escaped(`${renderBlock(gateCallKeepingInput(name))}\n`)}${raw.slice(1)}`);
}

function takeCommand(text: string, name: HookName, config: Config): string {
  const command = memberOf(settingsIn(text, config), name)?.value;
  if (command === undefined) return text;
  return replaceIn(text, command, text.slice(command.begin, command.end).replace(COMMAND_BLOCK, '"'));
}

/**
 * All hooks of ours, also those that have a command: uninstalled, simple-git-hooks deletes what it is not told to keep. It passes
 * over an entry that is no hook's name, so two of them can tell which are ours, and what was there before.
 */
function keepItems(note = ''): readonly string[] {
  return [`${BLOCK_BEGIN}${note}`, ...HOOK_NAMES, BLOCK_END].map((item) => JSON.stringify(item));
}

function putKeep(text: string, config: Config): string {
  const without = takeKeep(text, config);
  const settings = settingsIn(without, config);
  const kept = memberOf(settings, KEEP)?.value;
  if (settings === undefined) return text;
  const instead = (before: string): string => renderList(without, settings, keepItems(`${INSTEAD_OF}${before}`));
  if (kept === undefined) {
    const member = `${JSON.stringify(KEEP)}: ${instead('nothing')}`;
    return unlessSame(text, appendTo(without, settings, [member]), config);
  }
  if (kept.kind === 'array') return unlessSame(text, appendTo(without, kept, keepItems()), config);
  // Anything else that is true has it keep every hook, and anything that is not, none.
  if (kept.kind === 'object' || kept.value) return text;
  return unlessSame(text, replaceIn(without, kept, instead(without.slice(kept.begin, kept.end))), config);
}

/** However the file was formatted meanwhile. */
function unlessSame(before: string, after: string, config: Config): string {
  const listIn = (text: string): string => JSON.stringify(namesKept(text, config));
  return listIn(before) === listIn(after) ? before : after;
}

function namesKept(text: string, config: Config): readonly string[] {
  const kept = memberOf(settingsIn(text, config), KEEP)?.value;
  return kept?.kind === 'array' ? kept.items.map((item) => (item.kind === 'string' ? item.value : '')) : [];
}

/** One a line where the settings have a line each, as npm writes package.json. */
function renderList(text: string, settings: JsonNode, items: readonly string[]): string {
  const [first] = settings.kind === 'object' ? settings.members : [];
  const space = first === undefined ? '' : spaceBefore(text, first);
  if (!space.includes('\n')) return `[${items.join(', ')}]`;
  const outer = spaceBefore(text, { begin: settings.end - 1 });
  const unit = space.startsWith(outer) ? space.slice(outer.length) : '';
  return `[${items.map((item) => `${space}${unit}${item}`).join(',')}${space}]`;
}

function takeKeep(text: string, config: Config): string {
  const settings = settingsIn(text, config);
  const member = memberOf(settings, KEEP);
  const names = namesKept(text, config);
  const first = names.findIndex((name) => name.startsWith(BLOCK_BEGIN));
  const last = names.indexOf(BLOCK_END, first);
  if (settings?.kind !== 'object' || member === undefined || first === -1 || last === -1) return text;
  const others = names.length - (last - first + 1);
  const [, before] = names[first]?.split(INSTEAD_OF) ?? [];
  if (before === undefined || others > 0) return removeFrom(text, member.value, { first, last });
  if (before !== 'nothing') return replaceIn(text, member.value, before);
  const index = settings.members.indexOf(member);
  return removeFrom(text, settings, { first: index, last: index });
}
