/** Keys of one configuration file, read and written by git itself: it locks the file, and replaces it at once. */

import { dirname, join } from 'node:path';
import { SpikeError } from '../core/error.ts';
import { rewriteConfigFile } from './config-file.ts';
import { withoutSetting } from './config-text.ts';
import { type GitResult, gitFailure, tryGit } from './plumbing.ts';

/** A key as git spells it to all its values, in the file's order. One without `=` has the value `true`, as for git. */
export type ConfigValues = ReadonlyMap<string, readonly string[]>;

/** The configuration that all worktrees of a repository share, and a worktree's own does not add to. */
export function commonConfigPath(commonDir: string): string {
  return join(commonDir, 'config');
}

/** How git says that nothing matched. */
const NOTHING_FOUND = 1;
/** How it says that there was nothing to unset. */
const NOTHING_UNSET = 5;
/** How it says that it could not write: most often because another git holds the lock, which takes a moment. */
const NOT_WRITTEN = 255;

const TRIES = 40;
const BETWEEN_TRIES_MS = 50;

/** `pattern` is a POSIX extended one. Files that this one includes do not count. Throws `git-failed` for a file that git cannot read. */
export function readConfigValues(path: string, pattern: string): ConfigValues {
  const args = ['config', '--file', path, '-z', '--get-regexp', pattern];
  const result = tryGit(args, { cwd: dirname(path) });
  if (result.status === NOTHING_FOUND) return new Map();
  if (result.status !== 0) throw gitFailure(args, result);
  return parseConfigValues(result.stdout.toString());
}

function parseConfigValues(text: string): ConfigValues {
  const values = new Map<string, readonly string[]>();
  for (const entry of text.split('\0').slice(0, -1)) {
    const end = entry.indexOf('\n');
    const [key, value] = end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

/** Whatever it was, it has this one value then. Throws `refused` where the file cannot be changed. */
export function setConfigKey(path: string, key: string, value: string): void {
  const result = write(['--replace-all', key, value], path);
  if (result.status !== 0) throw unwritten({ path, key, result });
}

/**
 * All its values, and its section where nothing else is in it; the rest of the file stays as it is where git wrote the key. Throws
 * `refused` where the file cannot be changed.
 */
export function unsetConfigKey(path: string, key: string): void {
  rewriteConfigFile(path, (content) => {
    const without = withoutSetting(content.toString('latin1'), key);
    return without === undefined ? undefined : Buffer.from(without, 'latin1');
  });
  const result = write(['--unset-all', key], path);
  if (result.status !== 0 && result.status !== NOTHING_UNSET) throw unwritten({ path, key, result });
}

function write(args: readonly string[], path: string): GitResult {
  for (let tries = 1; ; tries += 1) {
    const result = tryGit(['config', '--file', path, ...args], { cwd: dirname(path) });
    if (result.status !== NOT_WRITTEN || tries === TRIES) return result;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
  }
}

interface Unwritten {
  readonly path: string;
  readonly key: string;
  readonly result: GitResult;
}

/** Without the command that failed: a value may be a page long. */
function unwritten({ path, key, result: { status, stderr } }: Unwritten): SpikeError {
  return new SpikeError('refused', `expected to change ${key} in ${path}, found git config to fail: ${stderr.trim()}`, {
    hint: `mend that (where no git is running, remove ${path}.lock), then type the same command again`,
    cause: { status, stderr },
  });
}
