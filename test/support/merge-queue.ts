/** A merge queue by hand: what GitHub builds for each entry, and the payload of its event. */

import type { TestRepository } from './git-fixture.ts';
import { REPOSITORY } from './proposal.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

interface NewEntry {
  readonly number: number;
  /** Branch or commit of the pull request. */
  readonly head: string;
  readonly method?: MergeMethod;
  /** What it is put on: the target, or the head of the entry before. */
  readonly parent: string;
  readonly base?: string;
  /** Of the commit that a merge or a squash makes. */
  readonly message?: string;
}

export interface QueuedEntry {
  /** `gh-readonly-queue/main/pr-1-<commit>`. */
  readonly branch: string;
  readonly head: string;
  /** Of the event for this entry's group. */
  readonly payload: string;
}

/** Builds the entry in `work` and pushes its branch to `origin`; the working tree is left where it was. */
export function enqueue(work: TestRepository, origin: string, entry: NewEntry): QueuedEntry {
  const { number, base = 'main' } = entry;
  const parent = work.git('rev-parse', `${entry.parent}^{commit}`);
  const branch = `gh-readonly-queue/${base}/pr-${number}-${parent}`;
  const before = work.git('rev-parse', '--abbrev-ref', 'HEAD');
  work.git('switch', '--quiet', '--force-create', branch, parent);
  build(work, entry);
  const head = work.git('rev-parse', 'HEAD');
  work.git('switch', '--quiet', before);
  work.git('push', '--quiet', '--force', origin, branch);
  return { branch, head, payload: payloadOf({ branch, head, base, parent }) };
}

function build(work: TestRepository, { number, head, method = 'merge', message }: NewEntry): void {
  const text = message ?? `Merge pull request #${number}`;
  switch (method) {
    case 'merge':
      work.git('merge', '--quiet', '--no-ff', '--message', text, head);
      return;
    case 'squash':
      work.git('merge', '--quiet', '--squash', head);
      work.git('commit', '--quiet', '--no-verify', '--message', text);
      return;
    case 'rebase':
      work.git('cherry-pick', '--keep-redundant-commits', `HEAD..${head}`);
      return;
  }
}

interface Group {
  readonly branch: string;
  readonly head: string;
  readonly base: string;
  readonly parent: string;
}

/** As GitHub writes it, so far as it is read. */
export function payloadOf({ branch, head, base, parent }: Group): string {
  return JSON.stringify({
    action: 'checks_requested',
    merge_group: {
      head_sha: head,
      head_ref: `refs/heads/${branch}`,
      base_sha: parent,
      base_ref: `refs/heads/${base}`,
    },
    repository: { full_name: REPOSITORY },
  });
}
