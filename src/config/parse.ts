/** Pure: `.spike.yml` to settings. The text may be hostile; every refusal names line and column. */

import { type Config, DEFAULT_CONFIG } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { durationHint, durationOf, renderDuration } from './duration.ts';
import { type ItemParser, type ListKey, type Range, readSettings, SETTINGS, type SettingsSource } from './settings.ts';
import { placeInText, readYaml, type YamlEntry, type YamlNode, type YamlText } from './yaml.ts';

const MAX_CHARACTERS = 64 * 1024;
const ALLOWED_KEYS = `the keys are ${SETTINGS.join(', ')}`;

const KINDS: Readonly<Record<YamlNode['kind'], string>> = {
  text: 'a text',
  list: 'a list',
  mapping: 'keys and values',
  nothing: 'nothing',
  alias: 'an alias',
};

const EXAMPLES: Readonly<Record<ListKey, string>> = {
  branches: '["spike/*"]',
  carriers: '[develop]',
  protected: '["migrations/**"]',
};

/** What was expected and found, and the one thing to change. */
interface Refusal {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

type Refuse = (refusal: Refusal) => SpikeError;

/** Throws `config-invalid`. An empty text is the defaults. */
export function parseConfig(text: string, file: string): Config {
  const refuse: Refuse = ({ offset, message, hint }) =>
    new SpikeError('config-invalid', message, { hint, place: { file, ...placeInText(text, offset) } });
  return readSettings(sourceOf(readValues(text, refuse), refuse));
}

function readValues(text: string, refuse: Refuse): ReadonlyMap<string, YamlNode> {
  if (text.length > MAX_CHARACTERS) {
    const message = `expected at most ${MAX_CHARACTERS} characters, found ${text.length}`;
    throw refuse({ offset: 0, message, hint: ALLOWED_KEYS });
  }
  const root = readYaml(text);
  if (root.kind === 'problem') {
    const message = `expected one YAML document, found an error: ${lowerCase(root.message)}`;
    throw refuse({ offset: root.offset, message, hint: 'write one "key: value" a line, each key once' });
  }
  if (root.kind === 'nothing') return new Map();
  if (root.kind === 'mapping') return new Map(root.entries.map((entry) => readEntry(entry, refuse)));
  throw refuse({
    offset: root.offset,
    message: `expected settings as "key: value" lines, found ${KINDS[root.kind]}`,
    hint: ALLOWED_KEYS,
  });
}

function readEntry({ key, value }: YamlEntry, refuse: Refuse): [string, YamlNode] {
  const name = key.kind === 'text' ? key.text : undefined;
  if (name !== undefined && SETTINGS.some((setting) => setting === name)) return [name, value];
  const found = name === undefined ? KINDS[key.kind] : quoted(name);
  throw refuse({ offset: key.offset, message: `expected a known key, found ${found}`, hint: ALLOWED_KEYS });
}

function sourceOf(values: ReadonlyMap<string, YamlNode>, refuse: Refuse): SettingsSource {
  const textOf = (node: YamlNode, expected: string): YamlText => {
    if (node.kind === 'text') return node;
    throw refuse({
      offset: node.offset,
      message: `expected ${expected}, found ${KINDS[node.kind]}`,
      hint: `write ${expected}`,
    });
  };
  return {
    list(key, parse) {
      const node = values.get(key);
      if (node === undefined) return DEFAULT_CONFIG[key];
      if (node.kind === 'list' && (node.items.length > 0 || key !== 'branches')) {
        return node.items.map((item) => itemOf(textOf(item, `a text in ${key}`), parse, refuse));
      }
      const found = node.kind === 'list' ? 'none' : KINDS[node.kind];
      throw refuse({
        offset: node.offset,
        message: `expected a list of ${key}, found ${found}`,
        hint: `write ${key}: ${EXAMPLES[key]}`,
      });
    },
    text(key, parse) {
      const node = values.get(key) ?? { kind: 'text', text: DEFAULT_CONFIG[key], plain: true, offset: 0 };
      return itemOf(textOf(node, `a text for ${key}`), parse, refuse);
    },
    count(key, range) {
      const node = values.get(key);
      if (node === undefined) return DEFAULT_CONFIG[key];
      const { text, plain, offset } = textOf(node, `a number for ${key}`);
      const number = plain && /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
      if (isWithin(number, range)) return number;
      const message = `expected ${key} to be a number from ${range.min} to ${range.max}, found ${quoted(text)}`;
      throw refuse({ offset, message, hint: `write ${key}: ${DEFAULT_CONFIG[key]}` });
    },
    seconds(key, range) {
      const node = values.get(key);
      if (node === undefined) return DEFAULT_CONFIG[key];
      const { text, offset } = textOf(node, `a length of time for ${key}`);
      const seconds = durationOf(text);
      if (isWithin(seconds, range)) return seconds;
      const message = `expected ${key} to be from ${renderDuration(range.min)} to ${renderDuration(range.max)}, found ${quoted(text)}`;
      throw refuse({ offset, message, hint: durationHint(text) });
    },
  };
}

function itemOf<Item extends string>({ text, offset }: YamlText, parse: ItemParser<Item>, refuse: Refuse): Item {
  const item = parse(text);
  if (typeof item === 'string') return item;
  throw refuse({
    offset,
    message: `expected a setting that can hold, found ${item.problem}: ${quoted(text)}`,
    hint: item.hint,
  });
}

function isWithin(value: number | undefined, { min, max }: Range): value is number {
  return value !== undefined && value >= min && value <= max;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function lowerCase(message: string): string {
  return (message.charAt(0).toLowerCase() + message.slice(1)).replace(/\.$/, '');
}
