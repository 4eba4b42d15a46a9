/** Seals that speak for something else than what is proposed. */

import { parseCommitId } from '../../src/core/object-id.ts';
import { treeOf } from '../../src/git/objects.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { type Attack, attacksOf } from './attack.ts';
import { forged, moveMain, SPIKE, sealedAnew, tampered } from './hands.ts';

const AFTER = attacksOf({ row: 'code is committed after the seal, past the hooks' }, [
  {
    name: 'code is changed after the seal',
    script: tampered((field) => void field.write('app/answer', 'yes, and more\n')),
    rule: 'seal',
    says: 'expected the patch that was sealed, found other changes',
    throughAction: true,
  },
  {
    name: 'a file is added after the seal, inside the declared paths',
    script: tampered((field) => void field.write('app/backdoor.js', 'open()\n')),
    rule: 'seal',
    says: 'expected the patch that was sealed, found other changes',
  },
  {
    name: 'a file is made executable after the seal',
    script: tampered((field) => void field.write('app/answer', 'yes\n', 0o755)),
    rule: 'seal',
    says: 'expected the patch that was sealed, found other changes',
  },
  {
    name: 'the work is reverted after the seal',
    script: (field) => void field.git('revert', '--no-edit', `${SPIKE}~1`),
    rule: 'seal',
    says: 'expected the patch that was sealed, found other changes',
  },
  {
    name: 'the target is merged in, and the merge changes something by itself',
    script(field) {
      const target = moveMain(field, { 'README.md': 'A shop, open on Sundays\n' });
      field.git('merge', '--quiet', '--no-commit', target);
      field.write('app/answer', 'yes, and more\n');
      field.commit('Merge main');
      return { target };
    },
    rule: 'seal',
    says: 'expected the patch that was sealed, found other changes',
  },
]);

const FORGED = attacksOf(
  { row: 'the seal is forged to speak for later changes, and names the commit on which the observable held' },
  [
    {
      name: 'the seal has the later patch, and the commit and tree that held',
      script: sealedAnew({ files: { 'app/answer': 'no\n', 'app/backdoor.js': 'open()\n' }, seal: held }),
      rule: 'seal',
      says: 'to change what was sealed, found that it changes something else',
      throughAction: true,
    },
    {
      name: 'the seal has the tree that held, and a later commit',
      script: sealedAnew({ files: { 'app/answer': 'yes, and more\n' }, seal: (field) => ({ tree: held(field).tree }) }),
      rule: 'seal',
      says: 'to have the sealed tree',
    },
  ],
);

function held(field: TestRepository) {
  const commit = parseCommitId(field.git('rev-parse', `${SPIKE}~1`));
  return { commit, tree: treeOf(field.path, commit) };
}

const COUNTS = attacksOf(
  { row: 'the seal counts fewer files than changed, or hides those outside the declared paths' },
  [
    {
      name: 'the seal counts no changed file',
      script: forged({ seal: { files: 0 } }),
      rule: 'seal',
      says: 'expected the seal to count what changed, found other counts for the same patch',
    },
    {
      name: 'the seal counts a file outside the declared paths that is not there',
      script: forged({ seal: { outside: ['README.md'] } }),
      rule: 'seal',
      says: 'expected the seal to count what changed',
    },
  ],
);

export const SEAL_ATTACKS: readonly Attack[] = [...AFTER, ...FORGED, ...COUNTS];
