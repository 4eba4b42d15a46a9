/** What a process that was killed has left: the new content of a file, beside the place that it did not come to put it in. */

import { dirname, join } from 'node:path';
import { namesIn } from './names-in.ts';
import type { Step } from './plan.ts';

const SUFFIX = /\.spike-gate-([0-9]{1,10})$/;

/** As the ledger names what it writes in this product's folder. */
const DRAFT = /^\.[0-9a-f]{12}\.new$/;

/** Where the process `pid` writes the new content of `path`. */
export function temporaryOf(path: string, pid: number): string {
  return `${path}.spike-gate-${pid}`;
}

/** Removes what was to become one of `paths`, where its writer is over. */
export function planLeftovers(paths: readonly string[], isGone: (pid: number) => boolean): readonly Step[] {
  const wanted = new Set(paths);
  const folders = new Set(paths.map((path) => dirname(path)));
  return [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => {
        const pid = SUFFIX.exec(name)?.[1];
        return pid !== undefined && wanted.has(join(folder, name.replace(SUFFIX, ''))) && isGone(Number(pid));
      })
      .map((name) => removal(join(folder, name))),
  );
}

/** Removes what the ledger was writing in `folder`: only where nothing of a spike is there any more. */
export function planDrafts(folder: string): readonly Step[] {
  return namesIn(folder)
    .filter((name) => DRAFT.test(name))
    .map((name) => removal(join(folder, name)));
}

function removal(path: string): Step {
  return { kind: 'remove', path, why: 'left by one that was killed' };
}
