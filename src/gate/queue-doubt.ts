/** Holds what a merge queue made of a pull request against that pull request, which is what is judged. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { type CommitSummary, commitsBetween } from '../git/commits.ts';
import type { QueueEntry } from '../github/merge-queue.ts';
import type { PullQuestion } from './github-judge.ts';
import { bundlesToRead } from './pull-request.ts';

const COMMIT_DIGITS = 12;

/** Why the entry is not that pull request, merged, squashed or rebased; undefined where nothing speaks against it. */
export function doubtAbout(entry: QueueEntry, asked: PullQuestion, base: string): SpikeError | undefined {
  return doubtAboutPull(asked, base) ?? doubtAboutCommits(entry, asked) ?? doubtAboutSpikes(entry, asked);
}

function doubtAboutPull({ pull }: PullQuestion, base: string): SpikeError | undefined {
  if (pull.baseRef !== base)
    return doubt(`expected pull request ${pull.number} to be for ${base}, found ${pull.baseRef}`);
  if (pull.state === 'open' || pull.merged) return undefined;
  return doubt(`expected pull request ${pull.number} to be open or merged, found it closed`);
}

/** A merge takes in the pull request's head; a squash or a rebase has no second parents at all. */
function doubtAboutCommits({ parent, head }: QueueEntry, { pull, question }: PullQuestion): SpikeError | undefined {
  const { number, headSha } = pull;
  if (head === headSha) return undefined;
  const commits = new Map(commitsBetween(question.cwd, parent, head).map((commit) => [commit.commit, commit]));
  let at: CommitId | undefined = head;
  while (at !== parent) {
    const found: CommitSummary | undefined = at === undefined ? undefined : commits.get(at);
    if (found === undefined) {
      return doubt(`expected pull request ${number} on top of ${short(parent)}, found ${short(head)} elsewhere`);
    }
    const [next, ...merged]: readonly CommitId[] = found.parents;
    const foreign = merged.find((other) => other !== headSha);
    if (foreign !== undefined) {
      return doubt(
        `expected a merge of ${short(headSha)}, the head of pull request ${number}, found one of ${short(foreign)}`,
      );
    }
    at = next;
  }
  return undefined;
}

/** Whoever writes a squashed message may name a spike in it that the pull request itself does not. */
function doubtAboutSpikes({ head }: QueueEntry, { pull, question }: PullQuestion): SpikeError | undefined {
  const judged = new Set(bundlesToRead(question).slugs);
  const stranger = bundlesToRead({ ...question, head }).slugs.find((slug) => !judged.has(slug));
  if (stranger === undefined) return undefined;
  return doubt(`expected the spikes of pull request ${pull.number} and no other in the merge group, found ${stranger}`);
}

function doubt(message: string): SpikeError {
  return new SpikeError('refused', message, {
    hint: 'take the pull request out of the merge queue, look at what it holds, and queue it again',
  });
}

function short(commit: CommitId): string {
  return commit.slice(0, COMMIT_DIGITS);
}
