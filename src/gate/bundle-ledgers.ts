/** The ledgers of a bundle, oldest attempt first, each read whole or not at all. */

import { type AttemptReader, createAttemptReader } from '../core/attempt-reader.ts';
import type { RecordHash } from '../core/brand.ts';
import { attemptFile, LEDGER_FILE, MAX_EARLIER_ATTEMPTS, MAX_LEDGER_BYTES } from '../core/bundle.ts';
import type { Ledgers, Unknown } from '../core/facts.ts';
import type { Attempt } from '../core/replay.ts';
import { type BundleFile, type BundleFiles, type Open, unknown, unknownFrom } from './bundle-file.ts';

/** A ledger of more is read a part at a time. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Nothing makes these shorter. */
const TOO_MUCH = 'begin another spike under another name: spike new <slug>';

/** Record hashes that trailers point at, by attempt and `seq`. */
export type Wanted = ReadonlyMap<number, ReadonlySet<number>>;
export type Hashes = ReadonlyMap<number, ReadonlyMap<number, RecordHash>>;

export interface BundleLedgers {
  readonly ledgers: Ledgers;
  readonly hashes: Hashes;
}

export function readLedgers({ files, folder }: BundleFiles, open: Open, wanted: Wanted): BundleLedgers {
  const hashes = new Map<number, ReadonlyMap<number, RecordHash>>();
  const earlierNames = [...files.keys()]
    .flatMap((name) => (name === attemptFile(attemptNumber(name)) ? [name] : []))
    .sort((one, other) => attemptNumber(one) - attemptNumber(other));
  const earlier: Attempt[] = [];
  if (earlierNames.length > MAX_EARLIER_ATTEMPTS) {
    const reason = `expected the ledgers of at most ${MAX_EARLIER_ATTEMPTS} earlier attempts, found ${earlierNames.length}`;
    return { ledgers: unknown(`${folder}/${LEDGER_FILE}`, reason, TOO_MUCH), hashes };
  }
  const bytes = [...earlierNames, LEDGER_FILE].reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0);
  if (bytes > MAX_LEDGER_BYTES) {
    return {
      ledgers: unknown(
        `${folder}/${LEDGER_FILE}`,
        `expected ledgers of at most ${MAX_LEDGER_BYTES} bytes in all, found ${bytes}`,
        TOO_MUCH,
      ),
      hashes,
    };
  }
  for (const name of [...earlierNames, LEDGER_FILE]) {
    const opened = open(name, MAX_LEDGER_BYTES);
    if (opened.kind === 'missing') return { ledgers: withoutLedger(files, folder), hashes };
    if (opened.kind === 'unknown') return { ledgers: opened, hashes };
    const file = `${folder}/${name}`;
    const read = readAttempt(opened.file, file, wantedIn(wanted, name));
    if (!('attempt' in read)) return { ledgers: read, hashes };
    const { attempt } = read.attempt.open;
    if (name !== LEDGER_FILE && name !== attemptFile(attempt)) {
      return {
        ledgers: unknown(file, `expected the ledger of attempt ${attemptNumber(name)}, found that of ${attempt}`),
        hashes,
      };
    }
    hashes.set(read.attempt.open.attempt, read.hashes);
    if (name === LEDGER_FILE) return { ledgers: { kind: 'intact', earlier, last: read.attempt }, hashes };
    earlier.push(read.attempt);
  }
  return { ledgers: withoutLedger(files, folder), hashes };
}

function withoutLedger(files: BundleFiles['files'], folder: string): Ledgers {
  const hint = 'spike ship -m "why" writes the whole bundle';
  return files.size === 0
    ? { kind: 'missing', reason: `there is no bundle in ${folder}`, hint }
    : { kind: 'unknown', reason: `there is no ${folder}/${LEDGER_FILE}`, hint, file: `${folder}/${LEDGER_FILE}` };
}

type ReadAttempt = ReturnType<AttemptReader['finish']>;

/** At the gate a start without its run always counts: no process of another machine can be asked. */
function readAttempt(
  { read, size, stream }: BundleFile,
  file: string,
  wanted: ReadonlySet<number>,
): ReadAttempt | Unknown {
  try {
    const reader = createAttemptReader({ file, isGone: () => true, wanted });
    if (stream === undefined || (size ?? 0) <= AT_ONCE_BYTES) reader.push(read());
    else stream(reader.push);
    return reader.finish();
  } catch (error) {
    return unknownFrom(error, file);
  }
}

/** Which attempt the last ledger holds is known once it is read, so every wanted `seq` is looked up there. */
function wantedIn(wanted: Wanted, name: string): ReadonlySet<number> {
  if (name !== LEDGER_FILE) return wanted.get(attemptNumber(name)) ?? new Set();
  return new Set([...wanted.values()].flatMap((seqs) => [...seqs]));
}

function attemptNumber(name: string): number {
  return Number(/^attempts\/([1-9][0-9]{0,5})\.jsonl$/.exec(name)?.[1] ?? 0);
}
