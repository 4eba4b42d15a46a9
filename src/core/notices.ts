/** Pure: what a reviewer should know and no rule decides. */

import type { PullRequestFacts } from './facts.ts';
import { count } from './span.ts';

export function noticesOf({ trailers, ledgers, head }: PullRequestFacts): readonly string[] {
  const notices: string[] = [];
  if (!('kind' in trailers)) {
    const bare = trailers.filter((commit) => commit.trailer === 'absent').length;
    if (bare > 0) notices.push(`${count(bare, 'commit')} without a Spike: trailer`);
  }
  if (ledgers.kind === 'intact' && ledgers.last.seal?.decision === 'ship' && head.sealedCommitTree === undefined) {
    notices.push(
      'the sealed commit is not in this history: it was rebased or squashed, and the patch is what is compared',
    );
  }
  return notices;
}
