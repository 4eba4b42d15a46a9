/** What `spike verify` was pointed at, and what was meant where that is neither a ledger nor a bundle. */

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBundleFile, LEDGER_FILE } from '../core/bundle.ts';
import { renderCommand } from '../core/command-line.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';

const ANY_BUNDLE = 'name a bundle, spike verify spikes/<slug>, or stand on the branch of a spike and type spike verify';

/** Throws `usage` where nothing is there, and for a folder without a single file of a bundle. */
export function kindOf(path: string, cwd: string): 'ledger' | 'bundle' {
  if (!isFolder(path)) return 'ledger';
  const entries = readdirSync(path, { withFileTypes: true });
  if (entries.some((entry) => isBundleFile(entry.name) || entry.name === 'attempts')) return 'bundle';
  const inside = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(path, entry.name, LEDGER_FILE)))
    .map((entry) => verifyCommand(join(path, entry.name), cwd));
  throw new SpikeError('usage', `expected a ledger or a bundle, found a folder without ${LEDGER_FILE}: ${path}`, {
    hint: inside.slice(0, 5).join(', or ') || ANY_BUNDLE,
  });
}

/** For a file that is no ledger from its first line on. */
export function meantInstead(file: string, cwd: string): string | undefined {
  if (file.endsWith('.jsonl')) return undefined;
  const folder = dirname(file);
  return existsSync(join(folder, LEDGER_FILE)) ? verifyCommand(folder, cwd) : ANY_BUNDLE;
}

function verifyCommand(path: string, cwd: string): string {
  return renderCommand(['spike', 'verify', relative(cwd, path) || '.']);
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch (cause) {
    const found = errnoOf(cause) === 'ENOENT' ? 'nothing' : 'no access';
    throw new SpikeError('usage', `expected a ledger or a bundle, found ${found} at ${path}`, {
      hint: ANY_BUNDLE,
      cause,
    });
  }
}
