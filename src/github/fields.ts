/** Pure: reads JSON that nobody vouches for one field at a time, and names the first field that is not as expected. */

import { SpikeError } from '../core/error.ts';

/** A JSON object and where it stands, such as `pull request.head`. */
export interface Fields {
  readonly at: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function readFields(value: unknown, at: string): Fields {
  if (!isObject(value)) throw unexpected(at, 'an object', value);
  return { at, values: value };
}

export function readList(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected(at, 'a list', value);
  return value;
}

export function fieldsAt(from: Fields, key: string): Fields {
  return readFields(own(from, key), `${from.at}.${key}`);
}

/** Null where GitHub says null or nothing, as for a fork or an account that is gone. */
export function fieldsOrNullAt(from: Fields, key: string): Fields | null {
  return (own(from, key) ?? null) === null ? null : fieldsAt(from, key);
}

export function textAt(from: Fields, key: string): string {
  const value = own(from, key);
  if (typeof value !== 'string') throw unexpected(`${from.at}.${key}`, 'text', value);
  return value;
}

export function textOrNullAt(from: Fields, key: string): string | null {
  return (own(from, key) ?? null) === null ? null : textAt(from, key);
}

/** A count or an id: a safe integer of at least 1. */
export function numberAt(from: Fields, key: string): number {
  const value = own(from, key);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw unexpected(`${from.at}.${key}`, 'a whole number of at least 1', value);
  }
  return value;
}

/** False where the key is absent: GitHub leaves some flags out. */
export function flagAt(from: Fields, key: string): boolean {
  const value = own(from, key) ?? false;
  if (typeof value !== 'boolean') throw unexpected(`${from.at}.${key}`, 'true or false', value);
  return value;
}

/** Never an inherited key: a payload may name `constructor` or `__proto__`. */
function own({ values }: Fields, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function unexpected(at: string, expected: string, found: unknown): SpikeError {
  return new SpikeError('unreadable', `expected ${at} to be ${expected}, found ${describe(found)}`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'a list';
  return typeof value === 'string' ? `text ${JSON.stringify(value.slice(0, 80))}` : typeof value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
