import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommitId, Fingerprint, PatchId, RecordHash, Slug, TreeId } from '../../src/core/brand.ts';
import { decodeRecord, encodeRecord, hashLine, selfOf } from '../../src/core/codec.ts';
import type { LedgerRecord, SealRecord } from '../../src/core/record.ts';
import { chained, open, seal, start } from '../support/chained-records.ts';
import { refusalOf } from '../support/refusal.ts';

const HEX = '0123456789abcdef';
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...HEX), minLength: length, maxLength: length });
/** Any text that UTF-8 can carry, awkward characters often. */
const anyText = fc.string({ unit: 'grapheme' });
const text = anyText.filter((value) => value !== '');
const integer = fc.maxSafeNat();
const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const exit = fc.integer({ min: 0, max: 255 });
const argv = fc.array(anyText, { minLength: 1, maxLength: 4 });

const common = {
  v: fc.constant(1 as const),
  seq: integer,
  prev: hex(64).map((digits) => digits as RecordHash),
  ts: integer,
};
const boot = { boot: text, up: integer };
const objectId = fc.oneof(hex(40), hex(64));

const policy = fc
  .dictionary(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_', 'Z'), minLength: 1 }),
    fc.oneof(anyText, fc.maxSafeInteger(), fc.array(anyText)),
  )
  .map((settings) => Object.fromEntries(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))));

const record: fc.Arbitrary<LedgerRecord> = fc.oneof(
  fc.record(
    {
      ...common,
      kind: fc.constant('open' as const),
      spike: text.map((value) => value as Slug),
      repo: text,
      branch: text,
      target: text,
      base: objectId.map((id) => id as CommitId),
      attempt: positive,
      previous: hex(64).map((digits) => digits as RecordHash),
      reason: text,
      hypothesis: text,
      paths: argv,
      observable: fc.record({ argv, cwd: text, exit }),
      deadline: integer,
      budget: positive,
      policy,
      ...boot,
      tool: text,
    },
    {
      requiredKeys: [
        'v',
        'seq',
        'prev',
        'ts',
        'kind',
        'spike',
        'repo',
        'branch',
        'target',
        'base',
        'attempt',
        'hypothesis',
        'paths',
        'observable',
        'deadline',
        'budget',
        'policy',
        'boot',
        'up',
        'tool',
      ],
    },
  ),
  fc.record(
    {
      ...common,
      kind: fc.constant('start' as const),
      cwd: text,
      at: text,
      argv,
      exe: text,
      pid: positive,
      born: text,
      pidns: text,
      ...boot,
    },
    { requiredKeys: ['v', 'seq', 'prev', 'ts', 'kind', 'cwd', 'argv', 'pid', 'boot', 'up'] },
  ),
  fc.record(
    {
      ...common,
      kind: fc.constant('run' as const),
      of: integer,
      cwd: text,
      argv,
      exit,
      fp: hex(16).map((digits) => digits as Fingerprint),
      ms: integer,
      signal: text,
      interrupted: fc.constant(true as const),
      tree: objectId.map((id) => id as TreeId),
      sig: text,
      lines: fc.array(anyText),
    },
    { requiredKeys: ['v', 'seq', 'prev', 'ts', 'kind', 'of', 'cwd', 'argv', 'exit', 'fp', 'ms'] },
  ),
  fc.record({
    ...common,
    kind: fc.constant('refuse' as const),
    cwd: text,
    argv,
    why: fc.constantFrom('clock-expired' as const, 'budget-exhausted' as const, 'loop' as const),
    ...boot,
  }),
  fc.record({
    ...common,
    kind: fc.constant('session' as const),
    event: fc.constantFrom('began' as const, 'ended' as const),
    sandbox: fc.constantFrom('bubblewrap' as const, 'account' as const),
    hidden: fc.array(anyText),
  }),
  fc.record({ ...common, kind: fc.constant('recover' as const), dropped: positive }),
  fc.record({
    ...common,
    kind: fc.constant('seal' as const),
    decision: fc.constantFrom('ship' as const, 'kill' as const),
    commit: objectId.map((id) => id as CommitId),
    tree: objectId.map((id) => id as TreeId),
    patch: hex(64).map((digits) => digits as PatchId),
    files: integer,
    outside: fc.array(anyText),
    evidence: hex(64),
    self: hex(64),
  }),
);

describe('properties', () => {
  test('a record comes back as it was written, and is spelled the same again', () => {
    fc.assert(
      fc.property(record, (value) => {
        const line = encodeRecord(value);
        const decoded = decodeRecord(Buffer.from(line), {});
        expect(decoded).toEqual(value);
        expect(encodeRecord(decoded)).toBe(line);
        expect(line).not.toMatch(/[\n\r]/);
      }),
    );
  });

  test('a line with one byte changed is refused, or is another record with another hash', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
        const line = Buffer.from(encodeRecord(value));
        const changed = Buffer.from(line);
        const index = at % line.length;
        changed[index] = (changed[index] ?? 0) ^ flip;
        expect(hashLine(changed)).not.toBe(hashLine(line));
        expect(readsAsOther(changed, value)).toBe(true);
      }),
    );
  });

  test('bytes that nobody wrote are refused with a place, and nothing else is thrown', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((json) => Buffer.from(json)),
        ),
        (bytes) => {
          const refusal = refusalOf(() => decodeRecord(bytes, { file: 'ledger', line: 7 }));
          expect(refusal).toMatchObject({ code: 'ledger-broken', place: { file: 'ledger', line: 7 } });
        },
      ),
    );
  });
});

function readsAsOther(line: Uint8Array, value: LedgerRecord): boolean {
  let decoded: LedgerRecord;
  try {
    decoded = decodeRecord(line, {});
  } catch {
    return true;
  }
  return JSON.stringify(decoded) !== JSON.stringify(value);
}

const [OPEN = '', START = '', SEAL = ''] = chained([open(), start(['make']), seal()]);

interface Refused {
  readonly name: string;
  readonly line: string | Uint8Array;
  readonly message: string;
}

const change = (line: string, from: string | RegExp, to: string): string => {
  const changed = line.replace(from, to);
  if (changed === line) throw new Error(`expected ${from} in the line`);
  return changed;
};

const REFUSED: readonly Refused[] = [
  { name: 'an unknown version', line: change(START, '"v":1', '"v":2'), message: 'expected format v 1, found 2' },
  {
    name: 'an unknown kind',
    line: change(START, '"kind":"start"', '"kind":"begin"'),
    message: 'expected a known kind of record, found "begin"',
  },
  {
    name: 'a kind that every object has',
    line: change(START, '"kind":"start"', '"kind":"constructor"'),
    message: 'expected a known kind of record, found "constructor"',
  },
  { name: 'a missing key', line: change(START, ',"pid":4242', ''), message: 'expected the key pid, found none' },
  {
    name: 'an unknown key',
    line: change(START, '"up":1000000}', '"up":1000000,"x":1}'),
    message: 'expected no key "x"',
  },
  {
    name: 'another order',
    line: change(START, '"v":1,"seq":1', '"seq":1,"v":1'),
    message: 'expected the key v here, found it elsewhere',
  },
  {
    name: 'a duplicate key',
    line: change(START, '"v":1', '"v":1,"v":1'),
    message: 'expected the canonical spelling of this record, found another',
  },
  {
    name: 'a key named __proto__',
    line: change(START, '"up":1000000}', '"up":1000000,"__proto__":{"x":1}}'),
    message: 'expected no key "__proto__"',
  },
  {
    name: 'a number that is no safe integer',
    line: change(START, '"up":1000000', '"up":9007199254740993'),
    message: 'expected up to be a safe integer of at least 0',
  },
  {
    name: 'a fraction',
    line: change(START, '"up":1000000', '"up":0.5'),
    message: 'expected up to be a safe integer of at least 0',
  },
  {
    name: 'an exponent',
    line: change(START, '"up":1000000', '"up":1e6'),
    message: 'expected the canonical spelling of this record, found another',
  },
  {
    name: 'minus zero',
    line: change(START, '"up":1000000', '"up":-0'),
    message: 'expected the canonical spelling of this record, found another',
  },
  {
    name: 'a space',
    line: change(START, '"v":1', '"v": 1'),
    message: 'expected the canonical spelling of this record, found another',
  },
  {
    name: 'an escape that is not needed',
    line: change(START, 'make', '\\u006dake'),
    message: 'expected the canonical spelling of this record, found another',
  },
  {
    name: 'a carriage return at the end',
    line: `${START}\r`,
    message: 'expected the canonical spelling of this record, found another',
  },
  { name: 'a byte order mark', line: `\ufeff${START}`, message: 'expected one JSON object a line' },
  { name: 'a blank line', line: '', message: 'expected one JSON object a line' },
  { name: 'an array', line: '[]', message: 'expected one JSON object a line' },
  { name: 'null', line: 'null', message: 'expected one JSON object a line' },
  {
    name: 'bytes that are not UTF-8',
    line: Buffer.concat([Buffer.from(START.slice(0, 60)), Buffer.from([0xff]), Buffer.from(START.slice(60))]),
    message: 'expected UTF-8, found other bytes',
  },
  {
    name: 'an empty argument vector',
    line: change(START, '["make"]', '[]'),
    message: 'expected argv to be a non-empty list of strings',
  },
  {
    name: 'an exit status that no process has',
    line: change(chained([open(), start(['make'])])[0] ?? '', '"exit":0', '"exit":256'),
    message: 'expected observable to be expected exit to be an exit status from 0 to 255',
  },
  {
    name: 'settings out of order',
    line: change(OPEN, '{"budget":3,"clock":5400}', '{"clock":5400,"budget":3}'),
    message: 'expected policy to be settings sorted by name',
  },
  {
    name: 'a setting that is an object',
    line: change(OPEN, '"clock":5400', '"clock":{}'),
    message: 'expected policy to be settings that are strings, safe integers or lists of strings',
  },
  {
    name: 'a hash in capitals',
    line: change(SEAL, /"evidence":"5/, '"evidence":"A'),
    message: 'expected evidence to be 64 lower-case hex digits',
  },
  {
    name: 'a decision that is none',
    line: change(SEAL, '"kill"', '"maybe"'),
    message: 'expected decision to be ship or kill',
  },
];

describe('the decoder refuses', () => {
  test.each(REFUSED)('$name', ({ line, message }) => {
    const refusal = refusalOf(() => decodeRecord(Buffer.from(line), { file: 'command_log.jsonl', line: 3 }));

    expect(refusal).toMatchObject({ code: 'ledger-broken', message, place: { file: 'command_log.jsonl', line: 3 } });
  });
});

test('a seal speaks for every field of its own line', () => {
  const decoded = decodeRecord(Buffer.from(SEAL), {});
  if (decoded.kind !== 'seal') throw new Error(`expected a seal, found ${decoded.kind}`);
  const altered: SealRecord = { ...decoded, files: decoded.files + 1 };

  expect(decoded.self).toBe(selfOf(decoded));
  expect(altered.self).not.toBe(selfOf(altered));
});
