import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writePatterns } from '../../src/install/patterns.ts';
import { createFolder } from '../support/git-fixture.ts';

test('patterns are added and never dropped: a spike keeps the rules it was opened under', () => {
  const commonDir = createFolder();
  const read = (): string => readFileSync(join(commonDir, 'spike-gate/patterns'), 'utf8');

  writePatterns(commonDir, ['spike/*', 'try-*']);
  expect(read()).toBe('spike/*\ntry-*\n');
  writePatterns(commonDir, ['later/*', 'spike/*']);
  expect(read()).toBe('spike/*\ntry-*\nlater/*\n');
});
