/** Pure: one record, one spelling. The decoder re-encodes what it read and refuses every other spelling. */

import type { RecordHash } from './brand.ts';
import { type FieldChecks, KINDS, matchesFields } from './codec-fields.ts';
import { type Place, SpikeError } from './error.ts';
import type { LedgerRecord, RecordKind, SealRecord } from './record.ts';
import { sha256 } from './sha256.ts';

/** Longer than any command line a kernel accepts, spelled in JSON; bounds the memory of every reader. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export const FIRST_PREV = '0'.repeat(64) as RecordHash;

const HASH_PREFIX = Buffer.from('spike-gate/ledger/v1\n');

/** Lines of the usual length are hashed here, behind the prefix, without an allocation each. */
const hashed = Buffer.alloc(8 * 1024);
hashed.set(HASH_PREFIX);

/** The line of a record, without its LF. */
export function encodeRecord(record: LedgerRecord): string {
  const source: Readonly<Record<string, unknown>> = { ...record };
  const ordered: Record<string, unknown> = {};
  for (const [name] of KINDS[record.kind]) {
    if (source[name] !== undefined) ordered[name] = source[name];
  }
  return JSON.stringify(ordered);
}

/** The record of a line, without its LF. Throws `ledger-broken` with `place` and the reason. */
export function decodeRecord(line: Uint8Array, place: Place): LedgerRecord {
  const text = decodeUtf8(line, place);
  const value = parse(text, place);
  if (!isPlainObject(value)) throw broken('expected one JSON object a line', place);
  if (value['v'] !== 1) throw broken(`expected format v 1, found ${brief(value['v'])}`, place);
  const fields = fieldsOf(value['kind']);
  if (fields === undefined) throw broken(`expected a known kind of record, found ${brief(value['kind'])}`, place);
  const mismatch = matchesFields(value, fields);
  if (mismatch !== undefined) throw broken(mismatch, place);
  if (JSON.stringify(value) !== text)
    throw broken('expected the canonical spelling of this record, found another', place);
  if (!isRecord(value)) throw broken('expected a record', place);
  return value;
}

/** Hash of a line (without its LF): what the next record carries as `prev`. */
export function hashLine(line: string | Uint8Array): RecordHash {
  const bytes = typeof line === 'string' ? Buffer.from(line) : line;
  const length = HASH_PREFIX.length + bytes.length;
  if (length > hashed.length) return sha256(Buffer.concat([HASH_PREFIX, bytes])) as RecordHash;
  hashed.set(bytes, HASH_PREFIX.length);
  return sha256(hashed.subarray(0, length)) as RecordHash;
}

/** A seal's `self`: its own hash with `self` empty. */
export function selfOf(seal: SealRecord): RecordHash {
  return hashLine(encodeRecord({ ...seal, self: '' }));
}

/** What a lenient decoder puts in place of bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';

/** The strict decoder takes long to load, and only a text that holds a replacement character needs it: it may be meant. */
function decodeUtf8(line: Uint8Array, place: Place): string {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString();
  if (!text.includes(REPLACEMENT)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch (cause) {
    throw new SpikeError('ledger-broken', 'expected UTF-8, found other bytes', { place, cause });
  }
}

function parse(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpikeError('ledger-broken', 'expected one JSON object a line', { place, cause });
  }
}

function broken(message: string, place: Place): SpikeError {
  return new SpikeError('ledger-broken', message, { place });
}

function brief(value: unknown): string {
  // Nested deep enough, a hostile value would end this program before it could be refused.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(kind: unknown): FieldChecks | undefined {
  return isKind(kind) ? KINDS[kind] : undefined;
}

function isKind(kind: unknown): kind is RecordKind {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind);
}

/** Only narrows: `matchesFields` has checked every field by then. */
function isRecord(value: Record<string, unknown>): value is Record<string, unknown> & LedgerRecord {
  return typeof value['kind'] === 'string';
}
