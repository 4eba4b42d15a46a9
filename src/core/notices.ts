/** Pure: what a reviewer should know and no rule decides. */

import type { Oddity, PullRequestFacts } from './facts.ts';
import { count } from './span.ts';

/** Of paths of one kind, as many are named. */
const MAX_NAMED = 3;

/** In the order in which they are told: the noun that is counted, and what is said of it. */
const WORDS: Readonly<Record<Oddity['kind'], readonly [noun: string, more: string]>> = {
  link: ['symbolic link', ''],
  submodule: ['submodule', ''],
  file: ['file', ' in place of a link or a submodule'],
  executable: ['file', ' made executable'],
  inexecutable: ['file', ' no longer executable'],
};

export function noticesOf(facts: PullRequestFacts): readonly string[] {
  return [...bareCommits(facts), ...oddities(facts), ...comparedByPatch(facts)];
}

function bareCommits({ trailers }: PullRequestFacts): readonly string[] {
  if ('kind' in trailers) return [];
  const bare = trailers.filter((commit) => commit.trailer === 'absent').length;
  return bare === 0 ? [] : [`${count(bare, 'commit')} without a Spike: trailer`];
}

/** A patch shows these as one line among many, and none of them is text that can be reviewed. */
function oddities({ change }: PullRequestFacts): readonly string[] {
  if (change.kind === 'unknown') return [];
  return Object.entries(WORDS).flatMap(([kind, [noun, more]]) => {
    const paths = (change.oddities ?? []).filter((oddity) => oddity.kind === kind).map(({ path }) => path);
    if (paths.length === 0) return [];
    const others = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
    return [`${count(paths.length, noun)}${more}: ${paths.slice(0, MAX_NAMED).join(', ')}${others}`];
  });
}

function comparedByPatch({ ledgers, head, change }: PullRequestFacts): readonly string[] {
  const seal = ledgers.kind === 'intact' ? ledgers.last.seal : undefined;
  if (seal?.decision !== 'ship') return [];
  if (head.sealedCommitTree === undefined) {
    return ['the sealed commit is not in this history: it was rebased or squashed, and the patch is what is compared'];
  }
  const isSame = change.kind === 'known' && change.patch === seal.patch;
  return head.movedOn === true && isSame
    ? ['more than the sealed commit is in this history: the target was merged in, and the patch is what is compared']
    : [];
}
