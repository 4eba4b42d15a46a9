import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/core/evaluate.ts';
import { commitId, patchIdOf, treeId } from '../../report/ledger.ts';
import { COMMIT, change, foundBy, PLACED, repoPaths, shippedFacts, TREE } from '../../support/facts.ts';

const AGAIN = 'spike start --again -m "why" opens a review round for what was added since';
const OTHER_PATCH = { message: 'expected the patch that was sealed, found other changes', hint: AGAIN };
const OTHER_TREE = {
  message: `expected commit ${COMMIT.slice(0, 12)} to have the sealed tree ${TREE.slice(0, 12)}, found another`,
  hint: AGAIN,
};
const head = (tree: string | undefined) => ({
  commit: commitId('head'),
  sealedCommitTree: tree === undefined ? undefined : treeId(tree),
  sealedCommitPatch: tree === undefined ? undefined : patchIdOf('sealed'),
});

describe('the seal', () => {
  test.each([
    { name: 'speaks for this head', patch: 'sealed', tree: 'sealed', found: [] },
    { name: 'speaks for this head, which was rebased', patch: 'sealed', tree: undefined, found: [] },
    { name: 'is followed by other changes', patch: 'more', tree: 'sealed', found: [OTHER_PATCH] },
    { name: 'is followed by other changes, and rebased', patch: 'more', tree: undefined, found: [OTHER_PATCH] },
    { name: 'names a commit with another tree', patch: 'sealed', tree: 'more', found: [OTHER_TREE] },
    { name: 'fits in nothing', patch: 'more', tree: 'more', found: [OTHER_PATCH, OTHER_TREE] },
  ])('$name', ({ patch, tree, found }) => {
    const facts = shippedFacts({ change: change({ patch: patchIdOf(patch) }), head: head(tree) });

    expect(foundBy('seal', { gate: 'pull-request', facts })).toEqual(found);
  });

  test('names a commit that changes something else than the patch it seals', () => {
    const older = { ...head('sealed'), sealedCommitPatch: patchIdOf('older') };

    expect(foundBy('seal', { gate: 'pull-request', facts: shippedFacts({ head: older }) })).toEqual([
      {
        message: `expected commit ${COMMIT.slice(0, 12)} to change what was sealed, found that it changes something else`,
        hint: AGAIN,
      },
    ]);
  });

  test.each([
    { name: 'files', over: { files: 4 } },
    { name: 'paths outside', over: { outside: repoPaths('src/a.py') } },
  ])('counts other $name than the same patch changes', ({ over }) => {
    const { findings } = evaluate({ gate: 'pull-request', facts: shippedFacts({ change: change(over) }) });

    expect(findings).toContainEqual({
      rule: 'seal',
      message: 'expected the seal to count what changed, found other counts for the same patch',
      hint: AGAIN,
    });
  });

  test('cannot speak for changes that nobody could read', () => {
    const { findings } = evaluate({ gate: 'pull-request', facts: shippedFacts({ change: PLACED }) });

    expect(findings).toEqual([
      {
        rule: 'paths',
        message: 'expected to know what changed: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
      {
        rule: 'seal',
        message: 'expected the sealed patch, found that the change cannot be read: it is torn',
        hint: 'mend it',
        file: 'spikes/users-email/a-file',
        line: 7,
      },
    ]);
  });
});
