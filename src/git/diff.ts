/** What differs between two trees, or a tree and an index, as raw entries that no configuration or attribute can change. */

import type { CommitId, TreeId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import type { ChangeEntry } from '../core/patch.ts';
import { everythingBut, foldedPathspec, globPathspec } from './pathspec.ts';
import { git, gitFailure, tryGit } from './plumbing.ts';
import { splitZeroTerminated } from './zero-terminated.ts';

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

interface Outside {
  readonly from: CommitId | TreeId;
  readonly to: CommitId | TreeId;
  /** From the top, literal. */
  readonly folder: string;
}

/** Whether two commits or trees differ by more than what lies in `folder`. */
export function differsOutside(cwd: string, { from, to, folder }: Outside): boolean {
  const args = ['diff-tree', ...RAW, '--quiet', from, to, '--', everythingBut(folder)];
  const result = tryGit(args, { cwd });
  if (result.status > 1) throw gitFailure(args, result);
  return result.status === 1;
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

const HEAD_OF_ENTRY = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) ([ADMTUX])$/;

/** Throws `unreadable` for anything but whole entries without renames. */
function parseRawEntries(output: Uint8Array): readonly ChangeEntry[] {
  const fields = splitZeroTerminated(output);
  const entries: ChangeEntry[] = [];
  for (let at = 0; at < fields.length; at += 2) entries.push(parseEntry(fields[at], fields[at + 1]));
  return entries;
}

function parseEntry(head: Uint8Array | undefined, path: Uint8Array | undefined): ChangeEntry {
  const text = Buffer.from(head ?? []).toString('latin1');
  const [, oldMode, newMode, oldId, newId, status] = HEAD_OF_ENTRY.exec(text) ?? [];
  if (
    oldMode === undefined ||
    newMode === undefined ||
    oldId === undefined ||
    newId === undefined ||
    status === undefined ||
    path === undefined
  ) {
    throw new SpikeError(
      'unreadable',
      `expected an entry of git diff --raw, found ${JSON.stringify(text.slice(0, 120))}`,
    );
  }
  return { oldMode, newMode, oldId, newId, status, path };
}
