import { expect, test } from 'vitest';
import { parseSlug } from '../../src/core/slug.ts';
import { freeName } from '../../src/spike/taken-names.ts';

test.each([
  ['users-email', ['users-email'], 'users-email-2'],
  ['users-email', ['users-email', 'Users-Email-2'], 'users-email-3'],
  ['users-email-2', ['users-email-2'], 'users-email-3'],
  ['year-2024', ['year-2024'], 'year-2024-2'],
  ['x'.repeat(64), [], `${'x'.repeat(60)}-2`],
])('after %s comes a name that nothing has', (slug, taken, free) => {
  expect(freeName(parseSlug(slug), taken)).toBe(free);
  expect(parseSlug(free)).toBe(free);
});
