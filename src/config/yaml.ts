/** Pure: YAML to plain values with positions. The only place that imports yaml. */

import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';

interface Positioned {
  /** Of the first character. */
  readonly offset: number;
}

/** `plain` is false for a quoted text, which is then no number. */
export interface YamlText extends Positioned {
  readonly kind: 'text';
  readonly text: string;
  readonly plain: boolean;
}

export interface YamlList extends Positioned {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

interface YamlMapping extends Positioned {
  readonly kind: 'mapping';
  readonly entries: readonly YamlEntry[];
}

/** Nothing written, or what no setting may be: an alias, which could also be a bomb. */
interface YamlOther extends Positioned {
  readonly kind: 'nothing' | 'alias';
}

export type YamlNode = YamlText | YamlList | YamlMapping | YamlOther;

export interface YamlEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

interface YamlProblem extends Positioned {
  readonly kind: 'problem';
  readonly message: string;
}

/** The one document of the text, or the first thing wrong with it. Every scalar is a text: converting is the caller's. */
export function readYaml(text: string): YamlNode | YamlProblem {
  try {
    return readDocument(text);
  } catch (error) {
    // Nesting deep enough exhausts the stack, here or in the parser.
    if (error instanceof RangeError) return { kind: 'problem', message: 'Nesting too deep', offset: 0 };
    throw error;
  }
}

function readDocument(text: string): YamlNode | YamlProblem {
  // Without its failsafe schema, `012` would be 12, `1e3` 1000 and `~` nothing.
  const documents = parseAllDocuments(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'error' });
  const found = Array.isArray(documents) ? documents : [];
  // An unknown tag is a mere warning there.
  const trouble = found.flatMap(({ errors, warnings }) => [...errors, ...warnings])[0];
  if (trouble !== undefined) return { kind: 'problem', message: trouble.message, offset: trouble.pos[0] };
  const second = found[1];
  if (second !== undefined) return { kind: 'problem', message: 'A second document', offset: second.range[0] };
  return translate(found[0]?.contents ?? null, 0);
}

/** Line and column, both from 1. */
export function placeInText(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split(/\r\n|\n/);
  return { line: line.length, column: (line.at(-1) ?? '').length + 1 };
}

function translate(node: unknown, fallback: number): YamlNode {
  if (isScalar(node)) {
    const offset = node.range?.[0] ?? fallback;
    if (node.source === '' && node.type === 'PLAIN') return { kind: 'nothing', offset };
    return { kind: 'text', text: String(node.value), plain: node.type === 'PLAIN', offset };
  }
  if (isSeq(node)) {
    const offset = node.range?.[0] ?? fallback;
    return { kind: 'list', items: node.items.map((item) => translate(item, offset)), offset };
  }
  if (isMap(node)) {
    const offset = node.range?.[0] ?? fallback;
    const entries = node.items.map((pair) => {
      const key = translate(pair.key, offset);
      return { key, value: translate(pair.value, key.offset) };
    });
    return { kind: 'mapping', entries, offset };
  }
  if (isAlias(node)) return { kind: 'alias', offset: node.range?.[0] ?? fallback };
  return { kind: 'nothing', offset: fallback };
}
