/** What differs between two trees, or a tree and an index, as raw entries that no configuration or attribute can change. */

import type { CommitId, PathBytes, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { pathBytes } from '../core/path-bytes.ts';
import { foldedPathspec, globPathspec } from './pathspec.ts';
import { git } from './plumbing.ts';

/** Every flag that a setting could turn otherwise is said. The order of entries is git's own: callers sort. */
const RAW = [
  '-r',
  '--raw',
  '-z',
  '--no-renames',
  '--no-abbrev',
  '--no-relative',
  '--ignore-submodules=none',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
] as const;

export interface Selection {
  /** The caller's environment: in a hook it names the index that is about to be committed. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Patterns as a hypothesis or a configuration writes them: only entries that one of them matches. An empty list matches none. */
  readonly pathspecs?: readonly string[] | undefined;
  /** Match in every case of ASCII letters. */
  readonly folded?: boolean;
}

interface Between extends Selection {
  readonly from: CommitId | TreeId;
  readonly to: CommitId | TreeId;
}

/** Entries that differ between two commits or trees. */
export function changedEntries(cwd: string, { from, to, ...selection }: Between): readonly ChangeEntry[] {
  return select(['diff-tree', ...RAW, from, to], cwd, selection);
}

interface SelectionOfIndex extends Selection {
  /** Compare with the one merge base that HEAD has with `from`, a commit; git fails where there is none, or more. */
  readonly sinceFork?: boolean;
}

/** Entries of the index that differ from a commit or tree. What is only intended to be added is not about to be committed. */
export function changedEntriesOfIndex(
  cwd: string,
  from: CommitId | TreeId,
  { sinceFork = false, ...selection }: SelectionOfIndex = {},
): readonly ChangeEntry[] {
  const fork = sinceFork ? ['--merge-base'] : [];
  return select(['diff-index', '--cached', '--ita-invisible-in-index', ...RAW, ...fork, from], cwd, selection);
}

/** Git takes an empty list of pathspecs for "everything", so it is never asked. */
function select(args: readonly string[], cwd: string, { env, pathspecs, folded }: Selection): readonly ChangeEntry[] {
  if (pathspecs?.length === 0) return [];
  const specs = (pathspecs ?? []).map(folded === true ? foldedPathspec : globPathspec);
  return parseRawEntries(git([...args, '--', ...specs], { cwd, env }));
}

const ENTRY = /:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) ([ADMTUX])\0([^\0]+)\0/y;

/** Throws `unreadable` for anything but whole entries without renames. */
function parseRawEntries(output: Uint8Array): readonly ChangeEntry[] {
  const text = pathBytes(output);
  const entries: ChangeEntry[] = [];
  for (ENTRY.lastIndex = 0; ENTRY.lastIndex < text.length; ) {
    const from = ENTRY.lastIndex;
    const [, oldMode, newMode, oldId, newId, status, path] = ENTRY.exec(text) ?? [];
    if (oldMode === undefined || newMode === undefined || oldId === undefined || newId === undefined)
      throw odd(text, from);
    if (status === undefined || path === undefined) throw odd(text, from);
    entries.push({ oldMode, newMode, oldId, newId, status, path: path as PathBytes });
  }
  return entries;
}

function odd(text: string, from: number): SpikeError {
  const found = JSON.stringify(text.slice(from, from + 120));
  return new SpikeError('unreadable', `expected an entry of git diff --raw, found ${found}`);
}
