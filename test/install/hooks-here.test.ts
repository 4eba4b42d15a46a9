import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingHooks } from '../../src/install/hooks-here.ts';
import { scene } from './scene.ts';

const ALL = ['pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'pre-rebase', 'pre-push'];

test('a clone has the hooks once they were installed, each of them', () => {
  const here = scene();
  const missing = () => [...missingHooks(here.repository.path, process.env)];

  expect(missing().sort()).toEqual(ALL.toSorted());
  here.init();
  expect(missing()).toEqual([]);
  chmodSync(join(here.repository.path, '.git/hooks/pre-push'), 0o644);
  expect(missing()).toEqual(['pre-push']);
  here.repository.write('.git/hooks/pre-push', '#!/bin/sh\n', 0o755);
  expect(missing()).toEqual(['pre-push']);
  here.init();
  here.repository.remove('.git/spike-gate/gate.sh');
  expect(missing().sort()).toEqual(ALL.toSorted());
});

test('hooks that people keep elsewhere have to ask', () => {
  const here = scene();
  here.init();
  here.repository.git('config', 'core.hooksPath', '.hooks');
  const missing = () => [...missingHooks(here.repository.path, process.env)];

  expect(missing().sort()).toEqual(ALL.toSorted());
  for (const name of ALL) here.repository.write(`.hooks/${name}`, `#!/bin/sh\nspike-gate hook ${name} "$@"\n`, 0o755);
  expect(missing()).toEqual([]);
});
