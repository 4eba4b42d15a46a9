import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/core/version.ts';

test('the version in the code is the version of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

  expect(manifest).toMatchObject({ version: VERSION });
});
