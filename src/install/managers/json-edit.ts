/** Pure: where things stand in a JSON file, and small changes to it that leave every other byte. The only place that imports jsonc-parser. */

import { type Node, type ParseError, parseTree } from 'jsonc-parser';

/** `begin` and `end` are offsets into the text. */
interface Spot {
  readonly begin: number;
  readonly end: number;
}

export type JsonNode = Spot &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'plain'; readonly value: unknown }
  );

export interface JsonMember extends Spot {
  readonly name: string;
  readonly value: JsonNode;
}

/** Undefined for a text that is not JSON. */
export function parseJson(text: string): JsonNode | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  return tree === undefined || errors.length > 0 ? undefined : nodeOf(tree);
}

/** Of two members of one name the last one counts, as for `JSON.parse`. */
export function memberOf(node: JsonNode | undefined, name: string): JsonMember | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.name === name) : undefined;
}

function nodeOf({ type, offset, length, children = [], value }: Node): JsonNode {
  const spot = { begin: offset, end: offset + length };
  switch (type) {
    case 'object':
      return { ...spot, kind: 'object', members: children.flatMap(memberFrom) };
    case 'array':
      return { ...spot, kind: 'array', items: children.map(nodeOf) };
    case 'string':
      return { ...spot, kind: 'string', value: String(value) };
    case 'property':
    case 'number':
    case 'boolean':
    case 'null':
      return { ...spot, kind: 'plain', value };
  }
}

function memberFrom({ offset, length, children: [name, value] = [] }: Node): readonly JsonMember[] {
  if (name === undefined || value === undefined) return [];
  return [{ begin: offset, end: offset + length, name: String(name.value), value: nodeOf(value) }];
}

/** Puts `added` between the two offsets, in place of what is there. */
export function replaceIn(text: string, { begin, end }: Spot, added: string): string {
  return text.slice(0, begin) + added + text.slice(end);
}

/** What belongs to an object or an array, in its order. */
function partsOf(node: JsonNode): readonly Spot[] {
  if (node.kind === 'object') return node.members;
  return node.kind === 'array' ? node.items : [];
}

/** Puts parts behind the last one of an object or an array, spaced as that is. */
export function appendTo(text: string, node: JsonNode, added: readonly string[]): string {
  const last = partsOf(node).at(-1);
  const space = spaceBefore(text, last ?? { begin: node.begin + 1 });
  const at = last?.end ?? node.begin + 1;
  const joined = added.join(`,${space === '' && node.kind === 'array' ? ' ' : space}`);
  return replaceIn(
    text,
    { begin: at, end: at },
    last === undefined ? joined : `,${space === '' ? ' ' : space}${joined}`,
  );
}

/** Takes out the parts from `first` to `last`, and the comma that then parts nothing. */
export function removeFrom(
  text: string,
  node: JsonNode,
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const parts = partsOf(node);
  const begin = parts[first - 1]?.end ?? (parts[last + 1] === undefined ? node.begin + 1 : parts[first]?.begin);
  const end = parts[first - 1] === undefined ? (parts[last + 1]?.begin ?? parts[last]?.end) : parts[last]?.end;
  return begin === undefined || end === undefined ? text : replaceIn(text, { begin, end }, '');
}

/** A line feed and what indents the part, or the spaces before it. */
export function spaceBefore(text: string, { begin }: { readonly begin: number }): string {
  return /\s*$/.exec(text.slice(0, begin))?.[0] ?? '';
}
