/** Pure: what a pull request's reader is shown of each of its spikes. */

import { renderCommand } from '../core/command-line.ts';
import type { PullRequest } from '../github/pull-request.ts';
import type { CommentView } from '../report/view.ts';
import type { JudgedPull } from './github-judge.ts';

const COMMIT_DIGITS = 12;

/** One a spike; none where there is no spike or it could not be judged. */
export function viewsOf(judged: JudgedPull): readonly CommentView[] {
  if (judged.kind === 'refused') return [];
  const verifyCommand = verifyCommandFor(judged.pull);
  return judged.judgement.spikes.map(({ verdict, facts }) => ({ verdict, facts, verifyCommand }));
}

export function hasFailed(judged: JudgedPull): boolean {
  return judged.kind === 'refused' || !judged.judgement.passed;
}

/** Quoted, since the names in it are the author's choice and a reader pastes them into a shell. */
function verifyCommandFor({ number, baseRef, headRef, headSha, isFork }: PullRequest): string {
  const fetch = ['git', 'fetch', 'origin', baseRef, `pull/${number}/head`];
  const head = headSha.slice(0, COMMIT_DIGITS);
  const gate = [
    'spike',
    'gate',
    '--base',
    `origin/${baseRef}`,
    '--head',
    head,
    '--branch',
    headRef,
    ...(isFork ? ['--fork'] : []),
  ];
  return `${renderCommand(fetch)} && ${renderCommand(gate)}`;
}
