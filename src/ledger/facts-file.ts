/** Keeps what the hooks' shell may let through beside the ledger that it was read from. Nothing here may fail what it is done for. */

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Landscape, renderCachedFacts } from '../core/cached-facts.ts';
import { encodeRecord, hashLine } from '../core/codec.ts';
import { errnoOf } from '../core/errno.ts';
import type { OpenRecord } from '../core/record.ts';
import { bookmarkFile } from './cache.ts';
import { pathsIn } from './control-directory.ts';
import type { OpenLedger } from './ledger-writer.ts';
import { makePrivateFolder, PRIVATE_FILE, readAtOnce } from './private-files.ts';
import { updateLedger } from './store.ts';
import type { LedgerWorld } from './world.ts';

/** Whether the shell can use what is there: written on this boot, after each of `files` was, and beside a bookmark. */
export function doFactsServe(directory: string, { boot, files }: { boot: string; files: readonly string[] }): boolean {
  const { cache } = pathsIn(directory);
  const written = writtenAt(factsFile(directory));
  if (written === undefined || writtenAt(bookmarkFile(cache)) === undefined) return false;
  return files.every((file) => (writtenAt(file) ?? 0) < written) && bootOf(directory) === boot;
}

/** Writes them anew, and the bookmark that they go with; takes them away where the spike is not live on this boot. */
export function keepFacts(
  directory: string,
  world: LedgerWorld,
  survey: (open: OpenRecord) => Landscape | undefined,
): void {
  try {
    updateLedger(directory, world, (ledger) => {
      const text = factsOf(ledger, world, survey);
      if (text === undefined) dropFacts(directory);
      else write(directory, text);
    });
  } catch {
    dropFacts(directory);
  }
}

/** Before the spike ends by a decision, so that nothing is let through after it. */
export function dropFacts(directory: string): void {
  try {
    rmSync(factsFile(directory), { force: true });
  } catch {
    // Whoever may not write here could not have written them.
  }
}

function factsOf(
  ledger: OpenLedger,
  { self }: LedgerWorld,
  survey: (open: OpenRecord) => Landscape | undefined,
): string | undefined {
  const { open, seal, spent } = ledger.standing();
  const clock = ledger.chain().clocks.get(self.boot);
  if (seal !== undefined || spent !== undefined || clock === undefined || ledger.now() >= open.deadline)
    return undefined;
  const landscape = survey(open);
  if (landscape === undefined) return undefined;
  const opening = hashLine(Buffer.from(encodeRecord(open)));
  return renderCachedFacts({ open, opening, boot: self.boot, clock, landscape });
}

/** In one step: the shell must not read half of it. */
function write(directory: string, text: string): void {
  const file = factsFile(directory);
  const draft = `${file}.${process.pid}`;
  makePrivateFolder(pathsIn(directory).cache);
  try {
    writeFileSync(draft, text, { mode: PRIVATE_FILE, flag: 'wx' });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function factsFile(directory: string): string {
  return `${pathsIn(directory).cache}/facts`;
}

function bootOf(directory: string): string | undefined {
  try {
    return readAtOnce(factsFile(directory), 'utf8').split('\n')[1];
  } catch {
    return undefined;
  }
}

function writtenAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  } catch (error) {
    // Beside a reftable, git keeps a file where the folder of branches was.
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
