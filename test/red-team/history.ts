/** Histories that hide what a head changes, or a reviewer's clone that shows another one. */

import { parseCommitId } from '../../src/core/object-id.ts';
import { treeOf } from '../../src/git/objects.ts';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';
import { type Attack, attacksOf } from './attack.ts';
import { BUNDLE, forged, moveMain, SPIKE, sealFor, tampered } from './hands.ts';

const SHAPES = attacksOf(
  { row: 'the history is shaped to hide what is changed: several merge bases, none, or a merge that undoes' },
  [
    {
      name: 'a history with several merge bases hides a revert of the target',
      script(field) {
        const mended = moveMain(field, { 'README.md': 'A shop that has been mended\n' });
        field.git('switch', '--quiet', '--create', 'crossing', SPIKE);
        field.git('merge', '--quiet', '--no-edit', mended);
        field.git('switch', '--quiet', 'main');
        field.git('merge', '--quiet', '--no-ff', '--no-edit', `${SPIKE}~1`);
        field.git('switch', '--quiet', 'crossing');
        field.commit('Undo the mending', { 'README.md': 'A shop\n' });
        return { target: field.git('rev-parse', 'main') };
      },
      rule: 'paths',
      says: 'expected one merge base with the target, found several',
      throughAction: true,
    },
    {
      name: 'the history has nothing in common with the target',
      script(field) {
        const orphan = field.git('commit-tree', `${SPIKE}^{tree}`, '-m', 'Begin anew');
        field.git('switch', '--quiet', '--detach', orphan);
      },
      rule: 'paths',
      says: 'expected one merge base with the target, found none',
    },
    {
      name: 'the target is merged in, and the merge keeps nothing of it',
      script(field) {
        const target = moveMain(field, { 'README.md': 'A shop that has been mended\n' });
        field.git('merge', '--quiet', '--no-edit', '--strategy', 'ours', target);
        return { target };
      },
      rule: 'paths',
      says: 'expected changes inside the declared paths, found README.md',
      file: 'README.md',
    },
  ],
);

const CLONES = attacksOf(
  { row: "what the reviewer's clone shows is another history: replace refs, grafts, or a shallow end" },
  [
    {
      name: 'a replace ref shows the head without the change outside its paths',
      script(field) {
        const clean = field.git('rev-parse', 'HEAD');
        const dirty = field.commit('Change the shop', { 'README.md': 'Another shop\n' });
        field.git('replace', dirty, clean);
      },
      rule: 'paths',
      says: 'expected changes inside the declared paths, found README.md',
      file: 'README.md',
    },
    {
      name: 'a graft makes the change outside its paths a part of the target',
      script(field) {
        const dirty = field.commit('Change the shop', { 'README.md': 'Another shop\n' });
        field.write('.git/info/grafts', `${field.git('rev-parse', 'main')} ${dirty}\n`);
      },
      rule: 'paths',
      says: 'expected changes inside the declared paths, found README.md',
      file: 'README.md',
    },
    {
      name: 'a shallow clone ends before the merge base',
      script(field) {
        const head = field.git('rev-parse', 'HEAD');
        const target = moveMain(field, { 'README.md': 'A shop, open on Sundays\n' });
        return { target, clone: shallowClone(field.path, { commits: [target, head] }) };
      },
      rule: 'refused',
      says: 'expected the history from the merge base to the head, found a shallow clone that ends in it',
    },
    {
      name: 'a shallow clone ends so that of two merge bases the one that hides a revert is left',
      script(field) {
        const mended = moveMain(field, { 'README.md': 'A shop that has been mended\n' });
        field.git('switch', '--quiet', '--detach', mended);
        for (let step = 0; step < 6; step += 1) field.commit('Walk');
        const walked = field.git('rev-parse', 'HEAD');
        field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
        field.git('merge', '--quiet', '--no-edit', walked);
        const undone = field.commit('Undo the mending', { 'README.md': 'A shop\n' });
        field.git('switch', '--quiet', 'main');
        field.git('merge', '--quiet', '--no-ff', '--no-edit', `${SPIKE}~1`);
        const target = field.git('rev-parse', 'main');
        field.git('switch', '--quiet', '--detach', undone);
        field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
        const { commit: _, ...seal } = sealFor(field, undone, `${SPIKE}~1`);
        forged({ seal: { ...seal, tree: treeOf(field.path, parseCommitId(field.git('rev-parse', `${SPIKE}~1`))) } })(
          field,
        );
        return {
          target,
          clone: shallowClone(field.path, { commits: [target, field.git('rev-parse', 'HEAD')], depth: 6 }),
        };
      },
      rule: 'refused',
      says: 'expected the history from the merge base to the head, found a shallow clone that ends in it',
    },
    {
      name: 'a shallow clone ends before the commits whose trailers say that an ordinary branch is a spike',
      script(field) {
        field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
        const head = field.commit('Mend a typo', { 'README.md': 'The shop\n' });
        const target = field.git('rev-parse', 'main');
        return { branch: 'fix/typo', target, clone: shallowClone(field.path, { commits: [target, head], depth: 1 }) };
      },
      rule: 'refused',
      says: 'expected the history from the merge base to the head, found a shallow clone that ends in it',
    },
    {
      name: 'a shallow clone ends where a history with several merge bases still shows one',
      script(field) {
        const mended = moveMain(field, { 'README.md': 'A shop that has been mended\n' });
        field.git('switch', '--quiet', '--create', 'crossing', SPIKE);
        field.git('merge', '--quiet', '--no-edit', mended);
        field.git('switch', '--quiet', 'main');
        field.git('merge', '--quiet', '--no-ff', '--no-edit', `${SPIKE}~1`);
        field.git('switch', '--quiet', 'crossing');
        field.commit('Undo the mending', { 'README.md': 'A shop\n' });
        const target = field.git('rev-parse', 'main');
        return { target, clone: shallowClone(field.path, { commits: [target, field.git('rev-parse', 'HEAD')] }) };
      },
      rule: 'refused',
      says: 'expected the history from the merge base to the head, found a shallow clone that ends in it',
    },
    {
      name: "the reviewer's git is told to look at other things",
      script: tampered((field) => {
        field.write('README.md', 'Another shop\n');
        for (const [name, value] of [
          ['diff.ignoreSubmodules', 'all'],
          ['diff.renames', 'copies'],
          ['diff.relative', 'true'],
          ['diff.orderFile', '/dev/null'],
          ['core.quotePath', 'true'],
          ['log.showSignature', 'true'],
          ['trailer.separators', '='],
          ['core.fsmonitor', 'touch /tmp/never'],
        ] as const) {
          field.git('config', name, value);
        }
      }),
      rule: 'paths',
      says: 'expected changes inside the declared paths, found README.md',
      file: 'README.md',
    },
  ],
);

/** Where each commit came without its history. */
function shallowClone(
  from: string,
  { commits, depth = 2 }: { readonly commits: readonly string[]; readonly depth?: number },
): string {
  const folder = createFolder();
  const clone = repositoryAt(folder);
  clone.git('init', '--quiet');
  clone.git('fetch', '--quiet', `--depth=${depth}`, `file://${from}`, ...commits);
  clone.git('checkout', '--quiet', '--detach', commits.at(-1) ?? '');
  return folder;
}

export const HISTORY_ATTACKS: readonly Attack[] = [...SHAPES, ...CLONES];
