/** Pure: the settings as the opening record fixes them, and back. */

import type { Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Policy } from '../core/record.ts';
import { MASKS_VERSION } from '../core/secrets.ts';
import { readSettings, SETTINGS, type SettingsSource } from './settings.ts';

const KEYS: readonly string[] = [...SETTINGS, 'masks'];

/** Every effective setting and the masks' version, keys sorted, the clock in seconds. */
export function renderPolicy(config: Config): Policy {
  return {
    assurance: config.assurance,
    attempts: config.attempts,
    branches: config.branches,
    budget: config.budget,
    bundle: config.bundle,
    carriers: config.carriers,
    clock: config.clock,
    masks: MASKS_VERSION,
    protected: config.protected,
  };
}

/** The strict inverse: a setting missing, unknown or out of range is `ledger-broken`, since no program of ours wrote it. */
export function parsePolicy(policy: Policy): Config {
  const unknown = Object.keys(policy).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw broken(`expected no setting ${JSON.stringify(unknown)} in the policy, found one`);
  const masks = policy['masks'];
  if (typeof masks !== 'number' || masks < 1 || masks > MASKS_VERSION) {
    throw broken(`expected masks of a version up to ${MASKS_VERSION} in the policy, found ${JSON.stringify(masks)}`);
  }
  return readSettings(sourceOf(policy));
}

function sourceOf(policy: Policy): SettingsSource {
  const number: SettingsSource['count'] & SettingsSource['seconds'] = (key: string, { min, max }) => {
    const value = policy[key];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw unexpected(key, `an integer from ${min} to ${max}`);
  };
  return {
    count: number,
    seconds: number,
    text(key, parse) {
      const value = policy[key];
      const item = typeof value === 'string' ? parse(value) : undefined;
      if (typeof item === 'string' && item === value) return item;
      throw unexpected(key, 'a setting');
    },
    list(key, parse) {
      const value = policy[key];
      if (!isList(value) || (key === 'branches' && value.length === 0)) throw unexpected(key, 'a list');
      if (value.every((text) => parse(text) === text)) return value;
      throw unexpected(key, 'a list of settings');
    },
  };
}

function isList(value: Policy[string] | undefined): value is readonly string[] {
  return Array.isArray(value);
}

function unexpected(key: string, expected: string): SpikeError {
  return broken(`expected ${key} of the policy to be ${expected}, found something else`);
}

function broken(message: string): SpikeError {
  return new SpikeError('ledger-broken', message, {
    hint: 'read this ledger with the version of spike-gate that wrote it',
  });
}
