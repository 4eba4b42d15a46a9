/** The ledger of a spike: the only source of truth, changed by one writer at a time. */

import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { createChain } from '../core/chain.ts';
import { encodeRecord, FIRST_PREV } from '../core/codec.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import type { BootReading, Draft, OpenRecord } from '../core/record.ts';
import { appendLine } from './append-line.ts';
import { pathsIn, type SpikePaths } from './control-directory.ts';
import type { OpenLedger } from './ledger-writer.ts';
import { withLock } from './lock.ts';
import { accessLedger } from './open-ledger.ts';
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER, syncFolder } from './private-files.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld } from './world.ts';

/** Changes a ledger while no other process writes. */
export type UpdateLedger = <Result>(act: (ledger: OpenLedger) => Result) => Result;

/**
 * For a process that changes one ledger several times. The function throws `not-started` where there is no ledger, `ledger-busy` after
 * ten seconds, `ledger-broken` for a ledger that must be left alone.
 */
export function ledgerIn(directory: string, world: LedgerWorld): UpdateLedger {
  const paths = pathsIn(directory);
  const access = accessLedger(paths, world);
  return (act) => {
    if (!existsSync(paths.ledger)) throw notStarted(paths);
    return withLock(paths.lock, world, () => access.use(act));
  };
}

export function updateLedger<Result>(
  directory: string,
  world: LedgerWorld,
  act: (ledger: OpenLedger) => Result,
): Result {
  return ledgerIn(directory, world)(act);
}

export type OpenDraft = Extract<Draft, { kind: 'open' }>;

/** When the opening record is written: what its `boot` and `up` must be, and its `ts`, which the deadline counts from. */
export interface OpeningMoment {
  readonly reading: BootReading;
  readonly now: number;
}

/**
 * Opens the ledger of the next attempt. The one before, where there is one, becomes `attempts/<n>.jsonl` in the same step, and a kill
 * at any moment leaves either the old ledger or the new. Throws `already-started` where the draft does not follow it.
 */
export function createLedger(
  directory: string,
  world: LedgerWorld,
  compose: (moment: OpeningMoment) => OpenDraft,
): OpenRecord {
  const paths = pathsIn(directory);
  makePrivateFolder(directory);
  return withLock(paths.lock, world, () => {
    const before = existsSync(paths.ledger) ? accessLedger(paths, world).use(standingOf) : undefined;
    const moment: OpeningMoment = { reading: world.reading(), now: Math.max(world.wall(), before?.ts ?? 0) };
    const draft = compose(moment);
    refuseUnlessNext(draft, before);
    const record: OpenRecord = { v: 1, seq: 0, prev: FIRST_PREV, ts: moment.now, ...draft };
    const line = encodeRecord(record);
    createChain(paths.ledger).push(Buffer.from(line));
    try {
      writeBeside(line, paths, world);
      if (before !== undefined) keepEarlier(paths, before.attempt);
      renameSync(besideOf(paths), paths.ledger);
      syncFolder(directory);
    } catch (error) {
      throw unwritable(error, directory);
    }
    return record;
  });
}

interface Before {
  readonly attempt: number;
  readonly head: string;
  readonly ts: number;
}

function standingOf(ledger: OpenLedger): Before {
  const { head, ts } = ledger.chain();
  return { attempt: ledger.standing().open.attempt, head, ts };
}

function refuseUnlessNext({ attempt, previous }: OpenDraft, before: Before | undefined): void {
  const next = (before?.attempt ?? 0) + 1;
  if (attempt === next && previous === before?.head) return;
  const found = before === undefined ? 'no ledger' : `attempt ${before.attempt} at ${before.head.slice(0, 12)}`;
  const expected =
    attempt === 1 ? 'no ledger' : `attempt ${attempt - 1} at ${previous?.slice(0, 12) ?? 'an unknown record'}`;
  throw new SpikeError('already-started', `expected ${expected} before this one, found ${found}`, {
    hint: 'spike status',
  });
}

function besideOf({ ledger }: SpikePaths): string {
  return `${ledger}.new`;
}

function writeBeside(line: string, paths: SpikePaths, { writer }: LedgerWorld): void {
  // What a kill left there, and not a file that a link leads to.
  rmSync(besideOf(paths), { force: true });
  const file = openSync(besideOf(paths), 'wx', PRIVATE_FILE);
  try {
    appendLine(line, { file, at: 0, path: paths.ledger, writer });
  } finally {
    closeSync(file);
  }
}

/** A second name for the current ledger, which the new one then takes the first name from. */
function keepEarlier(paths: SpikePaths, attempt: number): void {
  const kept = paths.attempt(attempt);
  mkdirSync(paths.attempts, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    linkSync(paths.ledger, kept);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    if (statSync(kept).ino !== statSync(paths.ledger).ino) throw occupied(kept, attempt);
  }
  syncFolder(paths.attempts);
}

function occupied(kept: string, attempt: number): SpikeError {
  return new SpikeError('ledger-broken', `expected no other ledger of attempt ${attempt}, found ${kept}`, {
    hint: `move ${kept} away, then run this again`,
  });
}

function notStarted({ ledger }: SpikePaths): SpikeError {
  return new SpikeError('not-started', `expected a ledger, found none at ${ledger}`, { hint: 'spike start' });
}
