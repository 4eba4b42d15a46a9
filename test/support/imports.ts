/** Reads what a TypeScript module imports, in every way that the language has. */

import { parseAst } from 'rolldown/parseAst';

/** `specifier` is undefined where the import is computed, so that no reader can tell what it names. */
export interface Import {
  readonly specifier: string | undefined;
  readonly line: number;
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

function literal(value: unknown): string | undefined {
  return isNode(value) && value['type'] === 'Literal' && typeof value['value'] === 'string'
    ? value['value']
    : undefined;
}

function isRequire(callee: unknown): boolean {
  return isNode(callee) && callee['type'] === 'Identifier' && callee['name'] === 'require';
}

/** The node's specifier in a list of one; an empty list for a node that imports nothing. */
function specifiers(node: Node): readonly (string | undefined)[] {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
    case 'ExportAllDeclaration':
      return [literal(node['source'])];
    case 'ExportNamedDeclaration':
      return node['source'] === null ? [] : [literal(node['source'])];
    case 'TSExternalModuleReference':
      return [literal(node['expression'])];
    case 'CallExpression':
      return isRequire(node['callee']) && Array.isArray(node['arguments']) ? [literal(node['arguments'][0])] : [];
    default:
      return [];
  }
}

export function readImports(source: string): readonly Import[] {
  const found: Import[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element);
      return;
    }
    if (!isNode(value)) return;
    for (const specifier of specifiers(value)) {
      const start = typeof value['start'] === 'number' ? value['start'] : 0;
      found.push({ specifier, line: source.slice(0, start).split('\n').length });
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(source, { lang: 'ts', sourceType: 'module' }));
  return found;
}
