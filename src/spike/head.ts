/** The commit that a spike branch stands at. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { resolveCommit } from '../git/objects.ts';

export function headOf(top: string): CommitId {
  const head = resolveCommit(top, 'HEAD');
  if (head !== undefined) return head;
  throw new SpikeError('refused', 'expected a commit on this branch, found none', {
    hint: 'git commit --allow-empty -m "Begin"',
  });
}
