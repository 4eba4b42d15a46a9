/** Hostile bundles: every one through the built `spike gate`. */

import { expect, test } from 'vitest';
import { ATTACKS, ON_BUNDLES } from './attacks.ts';
import { eachIsCaught } from './through-gate.ts';

test('the attacks are many, and each has a name of its own', () => {
  const names = ATTACKS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
});

eachIsCaught(ON_BUNDLES);
