/** Every way that git has to move a branch, or to publish it: the rows of the table in HOOKS.md. */

import type { Desk } from './desk.ts';

export interface Way {
  /** As the table says it. */
  readonly words: string;
  /** What git is asked, `NO_VERIFY` where `--no-verify` may stand. */
  readonly argv: readonly string[];
  readonly prepare?: (desk: Desk) => void;
  /** Where a way is open on purpose. */
  readonly intended?: true;
  /** What shows whether it happened; the spike's branch here where it is not said. */
  readonly remote?: true;
}

const SPIKE = 'spike/answer';
const NO_VERIFY = '--no-verify';

const stage = (desk: Desk): void => {
  desk.write('app/answer', 'yes\n');
  desk.quietly('add', '--all');
};
const edit = (desk: Desk): void => desk.write('app/answer', 'yes\n');
const onMain = (desk: Desk): void => void desk.quietly('switch', '--quiet', 'main');

export const WAYS: readonly Way[] = [
  { words: 'git commit', argv: ['commit', NO_VERIFY, '-m', 'More'], prepare: stage },
  { words: 'git commit -a', argv: ['commit', NO_VERIFY, '-a', '-m', 'More'], prepare: edit },
  { words: 'git commit -- path', argv: ['commit', NO_VERIFY, '-m', 'More', '--', 'app/answer'], prepare: edit },
  { words: 'git commit --amend', argv: ['commit', NO_VERIFY, '--amend', '-m', 'More'], prepare: stage },
  { words: 'git commit --fixup', argv: ['commit', NO_VERIFY, '--fixup=HEAD'], prepare: stage },
  { words: 'git commit --allow-empty', argv: ['commit', NO_VERIFY, '--allow-empty', '-m', 'More'] },
  { words: 'git cherry-pick', argv: ['cherry-pick', 'side'] },
  {
    words: 'git cherry-pick (several)',
    argv: ['cherry-pick', 'main~1..side'],
    prepare: (desk) => void desk.quietly('reset', '--quiet', '--hard', 'HEAD~2'),
  },
  { words: 'git revert', argv: ['revert', '--no-edit', 'HEAD'] },
  { words: 'git revert (several)', argv: ['revert', '--no-edit', 'HEAD~2..HEAD'] },
  { words: 'git merge --ff-only', argv: ['merge', NO_VERIFY, '--ff-only', 'side'] },
  { words: 'git merge --no-ff', argv: ['merge', NO_VERIFY, '--no-ff', '-m', 'Join', 'side'] },
  { words: 'git merge main', argv: ['merge', NO_VERIFY, '-m', 'Join', 'main'] },
  { words: 'git rebase', argv: ['rebase', NO_VERIFY, 'main'] },
  { words: 'git rebase --apply', argv: ['rebase', NO_VERIFY, '--apply', 'main'] },
  { words: 'git rebase -i', argv: ['rebase', NO_VERIFY, '-i', '--no-ff', 'HEAD~1'] },
  { words: 'git am', argv: ['am', '../../yes.patch'] },
  { words: 'git pull', argv: ['pull', NO_VERIFY, '--quiet', '--ff-only', 'origin', 'feed'] },
  { words: 'git reset --hard, forward', argv: ['reset', '--hard', 'side'] },
  { words: 'git reset --soft, forward', argv: ['reset', '--soft', 'side'] },
  { words: 'git reset, forward', argv: ['reset', 'side'] },
  { words: 'git reset --hard HEAD~1', argv: ['reset', '--hard', 'HEAD~1'], intended: true },
  { words: 'git update-ref', argv: ['update-ref', `refs/heads/${SPIKE}`, 'side'] },
  { words: 'git branch -f', argv: ['branch', '-f', SPIKE, 'side'], prepare: onMain },
  { words: 'git switch -C', argv: ['switch', '-C', SPIKE, 'side'] },
  { words: 'git fetch origin feed:spike/…', argv: ['fetch', 'origin', `feed:${SPIKE}`], prepare: onMain },
  { words: 'git symbolic-ref', argv: ['symbolic-ref', `refs/heads/${SPIKE}`, 'refs/heads/side'] },
  { words: 'git branch -M side spike/…', argv: ['branch', '-M', 'side', SPIKE], prepare: onMain },
  { words: 'git branch -C side spike/…', argv: ['branch', '-C', 'side', SPIKE], prepare: onMain },
  { words: 'git branch -m spike/… other', argv: ['branch', '-m', SPIKE, 'other'] },
  { words: 'git branch -D', argv: ['branch', '-D', SPIKE], prepare: onMain, intended: true },
  { words: 'git push', argv: ['push', NO_VERIFY, 'origin', SPIKE], remote: true },
  { words: 'git push of several refs', argv: ['push', NO_VERIFY, 'origin', 'main', SPIKE], remote: true },
  { words: 'git push HEAD:name', argv: ['push', NO_VERIFY, 'origin', 'HEAD:refs/heads/other'], remote: true },
  { words: 'git push of a tag', argv: ['push', NO_VERIFY, 'origin', 'made-in-time'], remote: true },
  { words: 'git push --delete', argv: ['push', NO_VERIFY, 'origin', '--delete', SPIKE], remote: true, intended: true },
];

/** The ways to pass hooks by that git itself offers. */
export const PASSES = ['', NO_VERIFY, '-c core.hooksPath=/dev/null'] as const;
export type Pass = (typeof PASSES)[number];

/** Git's arguments; undefined where the way does not take that. */
export function argvOf({ argv }: Way, pass: Pass): readonly string[] | undefined {
  const plain = argv.filter((word) => word !== NO_VERIFY);
  switch (pass) {
    case '':
      return plain;
    case NO_VERIFY:
      return argv.includes(NO_VERIFY) ? argv : undefined;
    case '-c core.hooksPath=/dev/null':
      return ['-c', 'core.hooksPath=/dev/null', ...plain];
  }
}

export interface Row {
  readonly words: string;
  readonly way: Way;
  readonly pass: Pass;
  readonly argv: readonly string[];
}

export const ROWS: readonly Row[] = WAYS.flatMap((way) =>
  PASSES.flatMap((pass) => {
    const argv = argvOf(way, pass);
    return argv === undefined ? [] : [{ words: [way.words, pass].filter(Boolean).join(' '), way, pass, argv }];
  }),
);
