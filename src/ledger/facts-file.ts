/** Keeps what the hooks' shell may let through beside the ledger that it was read from. Nothing here may fail what it is done for. */

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Landscape, renderCachedFacts, renderStanding } from '../core/cached-facts.ts';
import { encodeRecord, hashLine } from '../core/codec.ts';
import { errnoOf } from '../core/errno.ts';
import type { OpenRecord } from '../core/record.ts';
import { dropStanding, readStanding, writeStanding } from './cache.ts';
import { pathsIn } from './control-directory.ts';
import type { OpenLedger } from './ledger-writer.ts';
import { makePrivateFolder, PRIVATE_FILE } from './private-files.ts';
import { updateLedger } from './store.ts';
import type { LedgerWorld } from './world.ts';

/** Whether the shell can use what is there: written after each of `files` was, beside where the ledger stands on this boot. */
export function doFactsServe(directory: string, { boot, files }: { boot: string; files: readonly string[] }): boolean {
  const written = writtenAt(factsFile(directory));
  if (written === undefined || files.some((file) => (writtenAt(file) ?? 0) >= written)) return false;
  return readStanding(pathsIn(directory).cache)?.includes(` ${boot} `) === true;
}

/** Writes them anew, and where the ledger stands; takes them away where the spike is over. */
export function keepFacts(
  directory: string,
  world: LedgerWorld,
  survey: (open: OpenRecord) => Landscape | undefined,
): void {
  try {
    updateLedger(directory, world, (ledger) => {
      const text = factsOf(ledger, survey);
      if (text === undefined) dropFacts(directory);
      else write(directory, text);
      keepStanding(directory, ledger, world);
    });
  } catch {
    letNothingThrough(directory);
  }
}

/** Before the spike ends by a decision: nothing is let through after it, though a kill may leave no time to remember that it is over. */
export function letNothingThrough(directory: string): void {
  dropFacts(directory);
  try {
    dropStanding(pathsIn(directory).cache);
  } catch {
    // As for the facts.
  }
}

export function dropFacts(directory: string): void {
  try {
    rmSync(factsFile(directory), { force: true });
  } catch {
    // Whoever may not write here could not have written them.
  }
}

function factsOf(ledger: OpenLedger, survey: (open: OpenRecord) => Landscape | undefined): string | undefined {
  const { open, seal, spent } = ledger.standing();
  if (seal !== undefined || spent !== undefined || ledger.now() >= open.deadline) return undefined;
  const landscape = survey(open);
  if (landscape === undefined) return undefined;
  return renderCachedFacts(hashLine(Buffer.from(encodeRecord(open))), landscape);
}

/** The bookmark may be all that it should be while this is not there. */
function keepStanding(directory: string, ledger: OpenLedger, { self }: LedgerWorld): void {
  const standing = ledger.standing();
  const opening = hashLine(Buffer.from(encodeRecord(standing.open)));
  const line = renderStanding({ ...standing, chain: ledger.chain(), opening, boot: self.boot });
  writeStanding(pathsIn(directory).cache, line);
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

function writtenAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  } catch (error) {
    // Beside a reftable, git keeps a file where the folder of branches was.
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
