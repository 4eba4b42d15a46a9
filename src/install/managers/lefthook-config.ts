/** Pure: the setting `rc` of lefthook's configuration, put in and taken out again. */

import { readYaml, type YamlNode } from '../../config/yaml.ts';
import type { Edit, Unfit } from '../edit.ts';
import { RC } from './lefthook-rc.ts';

const MARKER = '# spike-gate: every hook that lefthook writes asks the gate first; without spike init it asks nobody.';
const SETTING = `rc: '${RC}'`;
/** The line break in front is put there with it, whether or not the file ended in one. */
const BLOCK = /\r?\n# spike-gate: every hook that lefthook [^\r\n]*\r?\nrc: [^\r\n]*(?:\r?\n|$)/;

/** For the formats that are not edited, as a person would write it. */
const BY_HAND: Readonly<Record<string, string>> = {
  json: `"rc": ${JSON.stringify(RC)},`,
  jsonc: `"rc": ${JSON.stringify(RC)},`,
  toml: SETTING.replace(':', ' ='),
};

export function rcByHand(path: string): string {
  return BY_HAND[path.slice(path.lastIndexOf('.') + 1)] ?? SETTING;
}

export function isYamlPath(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** Whether a configuration in another format has the line: a look, not a parse. */
export function mentionsRc(text: string): boolean {
  return text.includes('/../spike-gate/lefthook.sh');
}

/** What the configuration names; undefined where it has no such setting, or cannot be read. */
export function rcOf(text: string): string | undefined {
  const value = settingOf(readYaml(text), 'rc');
  return value?.kind === 'text' ? value.text : undefined;
}

/** Further configurations that this one reads, which win over it. */
export function extendsOf(text: string): readonly string[] {
  const value = settingOf(readYaml(text), 'extends');
  if (value?.kind === 'text') return [value.text];
  return value?.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'text' ? [item.text] : [])) : [];
}

export function rcEdit(path: string): Edit {
  return { path, why: 'makes the hooks of lefthook ask the gate', mode: 0o666, put: (text) => put(text, path), take };
}

function put(text: string | undefined, path: string): string | Unfit {
  if (text === undefined) return unfit('no such file', path);
  const root = readYaml(text);
  if (root.kind === 'problem') return unfit(`one that is not plain YAML (${root.message})`, path);
  const rc = rcOf(text);
  if (rc === RC) return text;
  if (rc !== undefined) return unfit(`rc: ${rc}`, path);
  const eol = eolOf(text);
  const edited = `${text}${eol}${MARKER}${eol}${SETTING}${eol}`;
  // Not below the end of a document, nor below a text that keeps its last line breaks.
  return rcOf(edited) === RC && shapeOf(readYaml(edited)) === shapeOf(root)
    ? edited
    : unfit('one that takes no further line', path);
}

function unfit(found: string, path: string): Unfit {
  return {
    refused: `expected ${path} to be a lefthook configuration with room for a line, found ${found}`,
    hint: ['write this setting into it, at its top level, and type spike init again', SETTING],
  };
}

function take(text: string): string {
  const found = BLOCK.exec(text);
  if (found === null) return text;
  const before = text.slice(0, found.index);
  const rest = text.slice(found.index + found[0].length);
  // Unless the line break in front is all that keeps two lines of a person's apart.
  const isBlank = rest === '' || before === '' || before.endsWith('\n');
  return isBlank ? before + rest : before + eolOf(text) + rest;
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function settingOf(root: ReturnType<typeof readYaml>, name: string): YamlNode | undefined {
  if (root.kind !== 'mapping') return undefined;
  return root.entries.find(({ key }) => key.kind === 'text' && key.text === name)?.value;
}

/** All that a configuration says but for our setting, and for where it says it. */
function shapeOf(root: ReturnType<typeof readYaml>): string {
  if (root.kind !== 'mapping') return shapeOfNothing(root);
  const kept = root.entries.filter(({ key }) => key.kind !== 'text' || key.text !== 'rc');
  return kept.length === 0 ? NOTHING : withoutPlaces(kept);
}

const NOTHING = '';

/** Nothing but comments is no mapping yet. */
function shapeOfNothing(root: ReturnType<typeof readYaml>): string {
  return root.kind === 'nothing' ? NOTHING : withoutPlaces(root);
}

function withoutPlaces(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'offset' ? undefined : inner));
}
