/** Pure: the fields of each kind of record in the order of the line, and what each may hold. */

import type { RecordKind } from './record.ts';

/** Says what was expected, or nothing where the value is fine. */
type Check = (value: unknown) => string | undefined;
type Field = readonly [name: string, check: Check, presence?: 'optional'];
export type FieldChecks = readonly Field[];

const MAX_HASH = 64;

const integer: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'a safe integer of at least 0';
const positive: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'a safe integer of at least 1';
const exitStatus: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255 ? undefined : 'an exit status from 0 to 255';
const text: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a non-empty string');
const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? undefined : 'a list of strings';
const argv: Check = (value) =>
  texts(value) === undefined && Array.isArray(value) && value.length > 0 ? undefined : 'a non-empty list of strings';
const yes: Check = (value) => (value === true ? undefined : 'true');

function hex(...lengths: readonly number[]): Check {
  const pattern = /^[0-9a-f]+$/;
  return (value) =>
    typeof value === 'string' && lengths.includes(value.length) && pattern.test(value)
      ? undefined
      : `${lengths.join(' or ')} lower-case hex digits`;
}

function oneOf(...words: readonly string[]): Check {
  return (value) => (typeof value === 'string' && words.includes(value) ? undefined : words.join(' or '));
}

const objectId = hex(40, 64);
const hash = hex(MAX_HASH);

const OBSERVABLE: FieldChecks = [
  ['argv', argv],
  ['cwd', text],
  ['exit', exitStatus],
];

const observable: Check = (value) => (isObject(value) ? matchesFields(value, OBSERVABLE) : 'an observable');

/** Unknown settings pass here, so that an older program reads a newer ledger; the gate does not let them through. */
const policy: Check = (value) => {
  if (!isObject(value)) return 'an object of settings';
  const keys = Object.keys(value);
  if (keys.some((key, index) => index > 0 && key <= (keys[index - 1] ?? ''))) return 'settings sorted by name';
  const fine = Object.values(value).every(
    (setting) => typeof setting === 'string' || Number.isSafeInteger(setting) || texts(setting) === undefined,
  );
  return fine ? undefined : 'settings that are strings, safe integers or lists of strings';
};

const COMMON: FieldChecks = [
  ['v', integer],
  ['seq', integer],
  ['prev', hash],
  ['ts', integer],
  ['kind', text],
];

const BOOT: FieldChecks = [
  ['boot', text],
  ['up', integer],
];

export const KINDS: Readonly<Record<RecordKind, FieldChecks>> = {
  open: [
    ...COMMON,
    ['spike', text],
    ['repo', text],
    ['branch', text],
    ['target', text],
    ['base', objectId],
    ['attempt', positive],
    ['previous', hash, 'optional'],
    ['reason', text, 'optional'],
    ['hypothesis', text],
    ['paths', argv],
    ['observable', observable],
    ['deadline', integer],
    ['budget', positive],
    ['policy', policy],
    ...BOOT,
    ['tool', text],
  ],
  start: [
    ...COMMON,
    ['cwd', text],
    ['at', text, 'optional'],
    ['argv', argv],
    ['exe', text, 'optional'],
    ['pid', positive],
    ['born', text, 'optional'],
    ['pidns', text, 'optional'],
    ...BOOT,
  ],
  run: [
    ...COMMON,
    ['of', integer],
    ['cwd', text],
    ['argv', argv],
    ['exit', exitStatus],
    ['fp', hex(16)],
    ['ms', integer],
    ['signal', text, 'optional'],
    ['interrupted', yes, 'optional'],
    ['tree', objectId, 'optional'],
    ['sig', text, 'optional'],
    ['lines', texts, 'optional'],
  ],
  refuse: [
    ...COMMON,
    ['cwd', text],
    ['argv', argv],
    ['why', oneOf('clock-expired', 'budget-exhausted', 'loop')],
    ...BOOT,
  ],
  session: [
    ...COMMON,
    ['event', oneOf('began', 'ended')],
    ['sandbox', oneOf('bubblewrap', 'account')],
    ['hidden', texts],
  ],
  recover: [...COMMON, ['dropped', positive]],
  seal: [
    ...COMMON,
    ['decision', oneOf('ship', 'kill')],
    ['commit', objectId],
    ['tree', objectId],
    ['patch', hash],
    ['files', integer],
    ['outside', texts],
    ['evidence', hash],
    ['self', hash],
  ],
};

/** Walks keys and fields side by side, so that a missing, unknown or misplaced key is named. */
export function matchesFields(value: Readonly<Record<string, unknown>>, fields: FieldChecks): string | undefined {
  const keys = Object.keys(value);
  let at = 0;
  for (const [name, check, presence] of fields) {
    if (keys[at] !== name) {
      if (presence === 'optional' && !Object.hasOwn(value, name)) continue;
      return Object.hasOwn(value, name)
        ? `expected the key ${name} here, found it elsewhere`
        : `expected the key ${name}, found none`;
    }
    const expected = check(value[name]);
    if (expected !== undefined) return `expected ${name} to be ${expected}`;
    at += 1;
  }
  return at === keys.length ? undefined : `expected no key ${JSON.stringify(keys[at])}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
