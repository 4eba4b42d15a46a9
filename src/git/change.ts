/** Measures what a spike changes: its patch, and what of it lies outside the declared paths or on protected ones. */

import type { CommitId, PatchId, RepoPath, Slug, TreeId } from '../core/brand.ts';
import { BUNDLE_MODE, bundleFolder, isBundleFile } from '../core/bundle.ts';
import { ALWAYS_PROTECTED } from '../core/config.ts';
import type { Oddity } from '../core/facts.ts';
import { EXECUTABLE_MODE, LINK_MODE, SUBMODULE_MODE } from '../core/file-mode.ts';
import { byPath, type ChangeEntry, patchId } from '../core/patch.ts';
import { pathBytes } from '../core/path-bytes.ts';
import { changedEntries, changedEntriesOfIndex, type Selection } from './diff.ts';
import { twinsAmong } from './path-twins.ts';
import { escapeGlob } from './pathspec.ts';
import { plainMatcher } from './plain-pathspec.ts';
import { repoPaths, shownPath } from './repo-path.ts';

export interface ChangeQuestion {
  readonly cwd: string;
  /** The one merge base with the target. */
  readonly base: CommitId | TreeId;
  /**
   * `index`: what is about to be committed, in the index that `env` names. `index-since-fork`: the same where `base` is the target's
   * tip; git fails where HEAD has not one merge base with it.
   */
  readonly to: CommitId | TreeId | 'index' | 'index-since-fork';
  /** The declared paths: pathspecs with `glob` semantics. */
  readonly paths: readonly string[];
  /** Those of the tip's configuration; what is always protected is added here. */
  readonly protectedPaths: readonly string[];
  /** The folder of bundles. */
  readonly bundle: string;
  readonly slug: Slug;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Everything that differs, where that has been read already. */
  readonly entries?: readonly ChangeEntry[] | undefined;
}

/** The bundle's own files are in `bundleFiles` alone. All lists are sorted by bytes. */
export interface MeasuredChange {
  readonly patch: PatchId;
  /** Number of changed paths. */
  readonly files: number;
  readonly outside: readonly RepoPath[];
  readonly protected: readonly RepoPath[];
  /** Of those, the ones that are protected for what some file system takes them for, and what that is. */
  readonly aliases: ReadonlyMap<RepoPath, string>;
  readonly oddities: readonly Oddity[];
  readonly bundleFiles: readonly RepoPath[];
}

export function measureChange(question: ChangeQuestion): MeasuredChange {
  const { paths, bundle, slug } = question;
  const all = question.entries ?? entriesOf(question, {});
  const bundled = all.filter((entry) => isBundled(entry, bundle, slug));
  const rest = without(all, bundled);
  const inside = selected(all, question, { pathspecs: paths });
  const guards = protectedPathspecs(question);
  const guarded = without(selected(all, question, { pathspecs: guards, folded: true }), bundled);
  const twins = twinsAmong(without(rest, guarded), question.cwd, guards);
  return {
    patch: patchId(rest),
    files: rest.length,
    outside: pathsOf(without(rest, inside)),
    protected: pathsOf([...guarded, ...twins.map(({ entry }) => entry)]),
    aliases: new Map(twins.map(({ entry, of }) => [shownPath(entry.path), of])),
    oddities: odditiesOf(rest),
    bundleFiles: pathsOf(bundled),
  };
}

/** The patch alone, between two commits. */
export function patchBetween({
  cwd,
  base,
  to,
  bundle,
  slug,
}: Pick<ChangeQuestion, 'cwd' | 'base' | 'bundle' | 'slug'> & { readonly to: CommitId }): PatchId {
  const all = changedEntries(cwd, { from: base, to });
  return patchId(all.filter((entry) => !isBundled(entry, bundle, slug)));
}

/** Whether all of `entries`, and there are some, are named files of this spike's bundle: a commit of the bundle alone. */
export function isBundleOnly(entries: readonly ChangeEntry[], bundle: string, slug: Slug): boolean {
  return entries.length > 0 && entries.every((entry) => isBundled(entry, bundle, slug));
}

/** Those of `all` that the pathspecs match. Git is asked only where that is not plain. */
function selected(
  all: readonly ChangeEntry[],
  question: ChangeQuestion,
  { pathspecs, folded = false }: Patterns,
): readonly ChangeEntry[] {
  if (all.length === 0) return all;
  const matches = plainMatcher(pathspecs, { folded });
  return matches === undefined ? entriesOf(question, { pathspecs, folded }) : all.filter(({ path }) => matches(path));
}

interface Patterns {
  readonly pathspecs: readonly string[];
  readonly folded?: boolean;
}

function entriesOf({ cwd, base, to, env }: ChangeQuestion, selection: Selection): readonly ChangeEntry[] {
  switch (to) {
    case 'index':
      return changedEntriesOfIndex(cwd, base, { ...selection, env });
    case 'index-since-fork':
      return changedEntriesOfIndex(cwd, base, { ...selection, env, sinceFork: true });
  }
  return changedEntries(cwd, { ...selection, env, from: base, to });
}

/** A named file by its exact bytes and of the one mode; a symbolic link or a submodule of that name is ordinary change, and so is its removal. */
function isBundled({ path, newMode }: ChangeEntry, bundle: string, slug: Slug): boolean {
  const folder = pathBytes(Buffer.from(`${bundleFolder(bundle, slug)}/`));
  return newMode === BUNDLE_MODE && path.startsWith(folder) && isBundleFile(path.slice(folder.length));
}

/** A folder that is protected is so under its own name too: a link or a submodule may stand in its place. */
export function protectedPathspecs({
  protectedPaths,
  bundle,
}: Pick<ChangeQuestion, 'protectedPaths' | 'bundle'>): readonly string[] {
  const specs = [...ALWAYS_PROTECTED, ...protectedPaths, `${escapeGlob(bundle)}/**`];
  return [...new Set(specs.flatMap((spec) => [spec, spec.replace(/\/(?:\*\*)?$/, '')]))].filter((spec) => spec !== '');
}

/** What a reviewer of a patch may overlook: everything but the text of regular files. */
function odditiesOf(entries: readonly ChangeEntry[]): readonly Oddity[] {
  const odd = entries.flatMap((entry) => {
    const kind = oddityOf(entry);
    return kind === undefined ? [] : [{ kind, path: entry.path }];
  });
  return odd.toSorted(byPath).map(({ kind, path }) => ({ kind, path: shownPath(path) }));
}

function oddityOf({ oldMode, newMode, status }: ChangeEntry): Oddity['kind'] | undefined {
  if (status === 'D') return undefined;
  if (newMode === LINK_MODE) return 'link';
  if (newMode === SUBMODULE_MODE) return 'submodule';
  if (oldMode === LINK_MODE || oldMode === SUBMODULE_MODE) return 'file';
  if (newMode === EXECUTABLE_MODE && oldMode !== EXECUTABLE_MODE) return 'executable';
  return oldMode === EXECUTABLE_MODE && newMode !== EXECUTABLE_MODE ? 'inexecutable' : undefined;
}

function without(entries: readonly ChangeEntry[], others: readonly ChangeEntry[]): readonly ChangeEntry[] {
  const left = new Set(others.map(({ path }) => path));
  return entries.filter(({ path }) => !left.has(path));
}

function pathsOf(entries: readonly ChangeEntry[]): readonly RepoPath[] {
  return repoPaths(entries.map(({ path }) => path));
}
