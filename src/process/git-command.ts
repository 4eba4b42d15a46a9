/** Which git command a hook runs for: its ancestors, as far as the kernel shows them. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { procIsOurs, readStat } from './process-table.ts';

export interface GitCommand {
  readonly pid: number;
  /** Tells it from a later process of that number. */
  readonly born: string;
  /** Such as `merge`; empty where it cannot be told. */
  readonly name: string;
  /** What follows the name. */
  readonly args: readonly string[];
}

export interface GitCommands {
  /** The one that runs the hook. */
  readonly nearest: GitCommand;
  /** The one that somebody typed: `git pull` runs others. */
  readonly typed: GitCommand;
}

/** Options of git itself that take the next word. */
const WITH_VALUE = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--super-prefix', '--config-env']);
/** A shell or two, and what git starts to run another git. */
const MOST_ANCESTORS = 32;

/** Nothing without /proc, or where git is not among the ancestors. */
export function gitCommandsAbove(pid: number = process.ppid): GitCommands | undefined {
  if (!procIsOurs()) return undefined;
  const found: GitCommand[] = [];
  for (let at = pid, steps = 0; at > 1 && steps < MOST_ANCESTORS; steps += 1) {
    const stat = readStat(at);
    if (stat === undefined) break;
    const command = parseGitCommand(wordsOf(at));
    if (command !== undefined) found.push({ pid: at, born: stat.born, ...command });
    at = stat.parent;
  }
  const [nearest] = found;
  const typed = found.at(-1);
  return nearest === undefined || typed === undefined ? undefined : { nearest, typed };
}

/** The words of a process that is git; nothing for any other program. */
export function parseGitCommand(words: readonly string[]): Pick<GitCommand, 'name' | 'args'> | undefined {
  const [program = '', ...rest] = words;
  const called = basename(program);
  if (called.startsWith('git-')) return { name: called.slice('git-'.length), args: rest };
  if (called !== 'git') return undefined;
  let at = 0;
  while (rest[at]?.startsWith('-') === true) at += WITH_VALUE.has(rest[at] ?? '') ? 2 : 1;
  return { name: rest[at] ?? '', args: rest.slice(at + 1) };
}

function wordsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}
