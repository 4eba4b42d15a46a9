/** The repositories that attacks begin with, each built once with real commands and copied for every attack. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolder, repositoryAt, type TestRepository } from '../support/git-fixture.ts';
import { createSpikeRepository, killedSpike, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

/** Each stands on `spike/users-email`. */
const FIELDS = {
  /** Shipped, beside another spike that is shipped on `spike/other`. */
  async shipped() {
    const repository = await shippedSpike();
    repository.git('switch', '--quiet', 'main');
    repository.begin({ slug: 'other' });
    repository.commitWork('Answer yes', { 'app/answer': 'yes\n', 'app/other': 'yes\n' });
    await repository.run('sh', 'check.sh');
    await repository.ship();
    return repository;
  },
  /** Its budget is spent; its evidence is on `spike-evidence/users-email`, its code on its branch. */
  killed: () => killedSpike(),
  /** Shipped, opened again for a review, changed and shipped again. */
  async reviewed() {
    const repository = await shippedSpike();
    repository.again('A question came up');
    repository.commitWork('Answer politely', { 'app/answer': 'yes, please\n' });
    await repository.run('sh', 'check.sh');
    await repository.ship('Politely.');
    return repository;
  },
  /** The first attempt spent its budget, the second shipped. */
  async retried() {
    const repository = createSpikeRepository();
    repository.begin();
    for (let time = 0; time < 3; time += 1) await repository.run('sh', 'check.sh');
    repository.again('The word was missing');
    repository.commitWork('Answer yes', { 'app/answer': 'yes\n' });
    await repository.run('sh', 'check.sh');
    await repository.ship();
    return repository;
  },
} as const satisfies Record<string, () => Promise<SpikeRepository>>;

export type FieldName = keyof typeof FIELDS;

export interface Fields {
  /** A copy that is gone when the test is finished. */
  readonly copyOf: (name: FieldName) => Promise<TestRepository>;
  readonly remove: () => void;
}

export function createFields(): Fields {
  const kept = realpathSync(mkdtempSync(join(tmpdir(), 'spike-gate-fields-')));
  const built = new Set<FieldName>();
  return {
    async copyOf(name) {
      if (!built.has(name)) {
        const made = await FIELDS[name]();
        made.git('switch', '--quiet', 'spike/users-email');
        execFileSync('cp', ['-a', made.path, join(kept, name)]);
        built.add(name);
      }
      const folder = createFolder();
      execFileSync('cp', ['-a', `${join(kept, name)}/.`, folder]);
      return repositoryAt(folder);
    },
    remove: () => rmSync(kept, { recursive: true, force: true }),
  };
}
