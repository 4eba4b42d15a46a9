/** The layers of `src/` as a table, and the checker that reads them off the imports. Pure: sources in, broken rules out. */

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type Import, readImports } from './imports.ts';

/** From the ground up. A file imports from its own folder and from folders of lower rows, never from another folder of its row. */
const ROWS = [
  { folders: ['core'], pure: true },
  { folders: ['hypothesis', 'evidence', 'config', 'report'], pure: true },
  { folders: ['ledger', 'git', 'github', 'process'], pure: false },
  { folders: ['spike', 'gate', 'install'], pure: false },
  { folders: ['cli', 'action'], pure: false },
] as const;

/** A digest is a value of its input; everything else that Node brings is the outside world. */
const PURE_BUILTINS: readonly string[] = ['node:crypto'];

/** Names that say where a file was put, not what it is. */
const EMPTY_NAMES = new Set([
  'common',
  'helper',
  'helpers',
  'index',
  'misc',
  'shared',
  'type',
  'types',
  'util',
  'utils',
]);

/** Path from the top of the repository, such as `src/core/chain.ts`, to the file's text. */
export type Sources = ReadonlyMap<string, string>;

interface Edge extends Import {
  readonly from: string;
  /** The file of `src/` that it names; undefined for anything else. */
  readonly to: string | undefined;
}

function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function rowOf(path: string): number {
  return ROWS.findIndex((row) => row.folders.some((folder) => path.startsWith(`src/${folder}/`)));
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.') || specifier.startsWith('/');
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function readEdges(sources: Sources): readonly Edge[] {
  return [...sources].flatMap(([from, source]) =>
    readImports(source).map(({ specifier, line }) => {
      const relative = specifier !== undefined && isRelative(specifier);
      return { from, line, specifier, to: relative ? posix.join(posix.dirname(from), specifier) : undefined };
    }),
  );
}

function checkName(path: string): readonly string[] {
  if (rowOf(path) === -1) return [`${path}: lies in no layer`];
  const empty = path
    .replace(/\.ts$/, '')
    .split('/')
    .find((name) => EMPTY_NAMES.has(name));
  return empty === undefined ? [] : [`${path}: \`${empty}\` says nothing about what is inside`];
}

/** Rooms of one row that may look into a neighbour, each in one direction: adapters never may. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  evidence: ['hypothesis', 'report'],
  spike: ['gate', 'install'],
};

function checkDirection(edge: Edge, to: string): string | undefined {
  const [from, target] = [rowOf(edge.from), rowOf(to)];
  if (folderOf(edge.from) === folderOf(to) || from === -1 || target < from) return undefined;
  if (NEIGHBOURS[folderOf(edge.from)]?.includes(folderOf(to)) === true) return undefined;
  const way = target === from ? 'sideways' : 'up';
  return `imports ${way}, from ${folderOf(edge.from)}/ to ${folderOf(to)}/`;
}

function checkOutside(edge: Edge, specifier: string): string | undefined {
  if (!isBuiltin(specifier) || ROWS[rowOf(edge.from)]?.pure !== true) return undefined;
  const name = specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  return PURE_BUILTINS.includes(name) ? undefined : `${folderOf(edge.from)}/ is pure`;
}

function checkEdge(edge: Edge, sources: Sources): string | undefined {
  if (edge.specifier === undefined) return 'what is imported is computed, so nobody can tell what it is';
  if (edge.to === undefined) return checkOutside(edge, edge.specifier);
  return sources.has(edge.to) ? checkDirection(edge, edge.to) : 'names no file of src/';
}

function checkEdges(edges: readonly Edge[], sources: Sources): readonly string[] {
  return edges.flatMap((edge) => {
    const broken = checkEdge(edge, sources);
    return broken === undefined ? [] : [`${edge.from}:${edge.line}: import of \`${edge.specifier ?? '…'}\`: ${broken}`];
  });
}

function checkPackages(edges: readonly Edge[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, to, specifier } of edges) {
    if (specifier === undefined || to !== undefined || isBuiltin(specifier)) continue;
    const name = packageOf(specifier);
    importers.set(name, (importers.get(name) ?? new Set()).add(from));
  }
  return [...importers]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `package \`${name}\`: imported in more than one file: ${[...files].sort().join(', ')}`);
}

/** Reports each way back that a depth-first walk meets, so at least one for every set of files that reach each other. */
function checkCycles(edges: readonly Edge[]): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (to !== undefined) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    const back = trail.indexOf(file);
    if (back !== -1) cycles.push(`import cycle: ${[...trail.slice(back), file].join(' → ')}`);
    if (back !== -1 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return cycles;
}

/** One line for each broken rule, naming the file, the import and the rule; empty when all hold. */
export function checkLayers(sources: Sources): readonly string[] {
  const edges = readEdges(sources);
  return [
    ...[...sources.keys()].flatMap(checkName),
    ...checkEdges(edges, sources),
    ...checkPackages(edges),
    ...checkCycles(edges),
  ];
}
