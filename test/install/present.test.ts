import { expect, test } from 'vitest';
import { missingOnTarget } from '../../src/install/present.ts';

test('the files of init that the target lacks are named, under the folder of bundles', () => {
  const tip = new Map([['.spike.yml', Buffer.alloc(0)]]);

  expect(missingOnTarget((path) => tip.get(path), 'docs/spikes')).toEqual([
    'docs/spikes/.gitattributes',
    '.github/workflows/spike-gate.yml',
  ]);
  expect(missingOnTarget(() => Buffer.alloc(0), 'spikes')).toEqual([]);
});
