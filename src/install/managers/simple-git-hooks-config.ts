/** Where simple-git-hooks 2 has its configuration. */

import { extname, isAbsolute, join, normalize } from 'node:path';
import type { Scenery } from '../manager.ts';
import { type JsonNode, memberOf, parseJson } from './json-edit.ts';

/** In the order of its own search; package.json is the last. */
const OWN_FILES = ['.', ''].flatMap((dot) => ['cjs', 'js', 'mjs'].map((end) => `${dot}simple-git-hooks.${end}`));
const OWN_JSON = ['.simple-git-hooks.json', 'simple-git-hooks.json'];
const MANIFEST = 'package.json';
const KEY = 'simple-git-hooks';

export interface Config {
  /** From the top of the worktree. */
  readonly path: string;
  /** `script` is one that only Node can read. */
  readonly kind: 'json' | 'script';
  /** Where in the file it stands; undefined for all of it. */
  readonly key: string | undefined;
}

export function findConfig(scenery: Scenery): Config | undefined {
  const { top, read } = scenery;
  const files: readonly Config[] = [
    ...customConfigs(scenery),
    ...OWN_FILES.map((path): Config => ({ path, kind: 'script', key: undefined })),
    ...OWN_JSON.map((path): Config => ({ path, kind: 'json', key: undefined })),
  ];
  const file = files.find(({ path }) => read(join(top, path)) !== undefined);
  if (file !== undefined) return file;
  const member = memberOf(manifest(scenery), KEY);
  if (member === undefined) return undefined;
  // A name there leads to a folder whose own files are read.
  return { path: MANIFEST, kind: member.value.kind === 'string' ? 'script' : 'json', key: KEY };
}

/** A file of the worktree that a script of package.json names to the program. */
function customConfigs(scenery: Scenery): readonly Config[] {
  const scripts = memberOf(manifest(scenery), 'scripts')?.value;
  if (scripts?.kind !== 'object') return [];
  return scripts.members.flatMap(({ value }): readonly Config[] => {
    const [, named] = (value.kind === 'string' ? /\bsimple-git-hooks\s+([\w./-]+)/.exec(value.value) : null) ?? [];
    if (named === undefined) return [];
    const path = normalize(named);
    if (isAbsolute(path) || path.startsWith('..')) return [];
    return [{ path, kind: extname(path) === '.json' ? 'json' : 'script', key: undefined }];
  });
}

/** Wherever an earlier `init` may have put the edit, that a later one would find; each file once. */
export function everyConfig(scenery: Scenery): readonly Config[] {
  const custom = customConfigs(scenery).filter(({ kind }) => kind === 'json');
  const files = new Set([...OWN_JSON, ...custom.map(({ path }) => path)]);
  return [
    ...[...files].map((path): Config => ({ path, kind: 'json', key: undefined })),
    { path: MANIFEST, kind: 'json', key: KEY },
  ];
}

function manifest({ top, read }: Scenery): JsonNode | undefined {
  return parseJson(read(join(top, MANIFEST))?.content.toString() ?? '');
}

export function settingsIn(text: string, { key }: Config): JsonNode | undefined {
  const root = parseJson(text);
  return key === undefined ? root : memberOf(root, key)?.value;
}
