/** What the steps of a plan are about to make, for the list by which `--uninstall` takes it away again. */

import type { ReadExisting } from './existing.ts';
import { digestOf } from './installed.ts';
import { listName } from './list-name.ts';
import { foldersToMake } from './made-folders.ts';
import type { Step } from './plan.ts';
import type { Repository } from './repository.ts';

type Entry = readonly [name: string, digest: string];

/** Files that are written, folders that are made for them, and hooks that are moved aside: those that were there before are in no list. */
export function entriesOf(steps: readonly Step[], repository: Repository, read: ReadExisting): readonly Entry[] {
  return steps.flatMap((step): readonly Entry[] => {
    if (step.kind === 'move') {
      return [[listName(step.to, repository), digestOf(read(step.path)?.content ?? Buffer.alloc(0))]];
    }
    if (step.kind !== 'write') return [];
    const folders = foldersToMake(step.path, read).map(
      (folder): Entry => [`${listName(folder, repository)}/`, digestOf(Buffer.alloc(0))],
    );
    return [...folders, [listName(step.path, repository), digestOf(step.content)]];
  });
}
