import { describe, expect, test } from 'vitest';
import { parsePolicy, renderPolicy } from '../../src/config/policy.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/core/config.ts';
import { refusalOf } from '../support/refusal.ts';

const OTHER: Config = {
  branches: ['team/spike-*'],
  clock: 600,
  budget: 1,
  attempts: 7,
  carriers: ['develop'],
  bundle: 'docs/spikes',
  protected: ['migrations/**', 'LICENSE'],
  assurance: 'confined',
};

test('the policy states every setting and the masks, keys sorted', () => {
  expect(JSON.stringify(renderPolicy(DEFAULT_CONFIG))).toBe(
    '{"assurance":"self-reported","attempts":2,"branches":["spike/*"],"budget":3,"bundle":"spikes","carriers":[],"clock":5400,"masks":1,"protected":[]}',
  );
});

test.each([DEFAULT_CONFIG, OTHER])('a policy gives its settings back', (config) => {
  expect(parsePolicy(renderPolicy(config))).toEqual(config);
});

describe('a policy that no program of ours wrote is refused', () => {
  const { clock: _, ...withoutClock } = renderPolicy(OTHER);
  test.each([
    ['an unknown setting', { ...renderPolicy(OTHER), extra: 1 }],
    ['a missing setting', withoutClock],
    ['masks of a later version', { ...renderPolicy(OTHER), masks: 2 }],
    ['no masks', { ...renderPolicy(OTHER), masks: 0 }],
    ['a clock out of range', { ...renderPolicy(OTHER), clock: 10 }],
    ['a budget of another type', { ...renderPolicy(OTHER), budget: '3' }],
    ['no branches', { ...renderPolicy(OTHER), branches: [] }],
    ['a pattern that is every branch', { ...renderPolicy(OTHER), branches: ['*'] }],
    ['a bundle not in its normal form', { ...renderPolicy(OTHER), bundle: './spikes/' }],
    ['a list where a text belongs', { ...renderPolicy(OTHER), bundle: ['spikes'] }],
    ['an unknown assurance', { ...renderPolicy(OTHER), assurance: 'full' }],
    ['magic in a protected path', { ...renderPolicy(OTHER), protected: [':!x'] }],
  ])('%s', (_name, policy) => {
    expect(refusalOf(() => parsePolicy(policy)).code).toBe('ledger-broken');
  });
});
