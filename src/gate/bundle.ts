/** Reads the files of a bundle as hostile bytes: what cannot be read becomes an unknown fact, never an exception. */

import { createHash } from 'node:crypto';
import { type AttemptReader, createAttemptReader } from '../core/attempt-reader.ts';
import type { RecordHash } from '../core/brand.ts';
import {
  attemptFile,
  BUNDLE_MODE,
  EVIDENCE_FILE,
  HYPOTHESIS_FILE,
  LEDGER_FILE,
  MAX_EARLIER_ATTEMPTS,
  MAX_LEDGER_BYTES,
} from '../core/bundle.ts';
import { renderCommand } from '../core/command-line.ts';
import { SpikeError } from '../core/error.ts';
import type { EvidenceDocument, HypothesisDocument, Ledgers, Unknown } from '../core/facts.ts';
import { describeMode } from '../core/file-mode.ts';
import type { Attempt } from '../core/replay.ts';
import { parseEvidence } from '../evidence/parse.ts';
import { renderFacts } from '../evidence/render.ts';
import { parseHypothesis } from '../hypothesis/parse.ts';

const MAX_MARKDOWN_BYTES = 256 * 1024;
/** A ledger of more is read a part at a time. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Record hashes that trailers point at, by attempt and `seq`. */
export type Wanted = ReadonlyMap<number, ReadonlySet<number>>;
export type Hashes = ReadonlyMap<number, ReadonlyMap<number, RecordHash>>;

export interface Bundle {
  readonly ledgers: Ledgers;
  readonly hypothesis: HypothesisDocument;
  readonly evidence: EvidenceDocument;
  readonly hashes: Hashes;
}

/** One file of a bundle, from a commit or from a folder. `read` is called once its mode and size are known to be right. */
export interface BundleFile {
  readonly mode: string;
  /** In bytes; nothing for what has no bytes. */
  readonly size: number | undefined;
  readonly read: () => Uint8Array;
  /** The same a part at a time, for what may be too much at once; each part is the taker's until the next. */
  readonly stream?: (take: (chunk: Uint8Array) => void) => void;
}

export interface BundleFiles {
  /** Where they stand, for people: `spikes/users-email`. */
  readonly folder: string;
  /** By name from the bundle's folder. */
  readonly files: ReadonlyMap<string, BundleFile>;
  /** What stands in the place of the folder or of a parent of it, and is no folder. */
  readonly obstacle?: { readonly path: string; readonly mode: string } | undefined;
}

/** Facts of a bundle. One without a single file has `missing` ledgers: its spike has not shipped yet. */
export function readBundle(bundle: BundleFiles, wanted: Wanted = new Map()): Bundle {
  if (bundle.obstacle !== undefined) return obstructed(bundle.obstacle);
  const open: Open = (name, limit) => openFile(bundle.files.get(name), { name: `${bundle.folder}/${name}`, limit });
  const { ledgers, hashes } = readLedgers(bundle, open, wanted);
  return {
    ledgers,
    hashes,
    hypothesis: readHypothesis(open, bundle.folder),
    evidence: readEvidence(open, { folder: bundle.folder, ledgers }),
  };
}

/** What a link leads to is never read, and a submodule is another repository. */
function obstructed({ path, mode }: { readonly path: string; readonly mode: string }): Bundle {
  const found: Unknown = {
    kind: 'unknown',
    reason: `expected a folder at ${path}, found ${describeMode(mode)}`,
    hint: `${renderCommand(['git', 'rm', '--', path])} and commit that, then spike ship writes the bundle again`,
    file: path,
  };
  return { ledgers: found, hypothesis: found, evidence: found, hashes: new Map() };
}

type Opened = Unknown | { readonly kind: 'missing' } | { readonly kind: 'file'; readonly file: BundleFile };
type Open = (name: string, limit: number) => Opened;

function openFile(file: BundleFile | undefined, { name, limit }: { name: string; limit: number }): Opened {
  if (file === undefined) return { kind: 'missing' };
  if (file.mode !== BUNDLE_MODE) {
    return unknown(name, `expected a regular file of mode ${BUNDLE_MODE}, found ${describeMode(file.mode)}`);
  }
  if (file.size === undefined || file.size > limit)
    return unknown(name, `expected at most ${limit} bytes, found ${file.size ?? 'no size'}`);
  return { kind: 'file', file };
}

function readLedgers({ files, folder }: BundleFiles, open: Open, wanted: Wanted): Pick<Bundle, 'ledgers' | 'hashes'> {
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

function readHypothesis(open: Open, folder: string): HypothesisDocument {
  const opened = open(HYPOTHESIS_FILE, MAX_MARKDOWN_BYTES);
  if (opened.kind !== 'file') return opened;
  const bytes = opened.file.read();
  const file = `${folder}/${HYPOTHESIS_FILE}`;
  try {
    const parsed = parseHypothesis(bytes, file);
    return { kind: 'known', text: Buffer.from(bytes).toString('utf8'), parsed };
  } catch (error) {
    return unknownFrom(error, file);
  }
}

function readEvidence(open: Open, { folder, ledgers }: { folder: string; ledgers: Ledgers }): EvidenceDocument {
  const opened = open(EVIDENCE_FILE, MAX_MARKDOWN_BYTES);
  if (opened.kind !== 'file') return opened;
  const bytes = opened.file.read();
  const file = `${folder}/${EVIDENCE_FILE}`;
  try {
    const { facts, paragraph } = parseEvidence(bytes, file);
    return {
      kind: 'known',
      found: facts,
      expected: expectedFacts(ledgers),
      paragraph: paragraph.trim(),
      digest: createHash('sha256').update(bytes).digest('hex'),
    };
  } catch (error) {
    return unknownFrom(error, file);
  }
}

function expectedFacts(ledgers: Ledgers): string {
  if (ledgers.kind !== 'intact' || ledgers.last.seal === undefined) return '';
  return renderFacts({ earlier: ledgers.earlier, last: ledgers.last, seal: ledgers.last.seal });
}

/** Nothing makes these shorter. */
const TOO_MUCH = 'begin another spike under another name: spike new <slug>';

function unknown(file: string, reason: string, hint = 'spike ship -m "why" writes the whole bundle'): Unknown {
  return { kind: 'unknown', reason: `${file}: ${reason}`, hint, file };
}

function unknownFrom(error: unknown, file: string): Unknown {
  if (!(error instanceof SpikeError)) throw error;
  const line = error.place?.line;
  return {
    kind: 'unknown',
    reason: `${line === undefined ? '' : `line ${line}: `}${error.message}`,
    hint: error.hint ?? 'copy the bundle unchanged from where the spike was started: spike ship writes it again',
    file,
    ...(line === undefined ? {} : { line }),
  };
}
