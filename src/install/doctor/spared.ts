/** What a manager would run of a person's beside the gate, and can be told to leave out: it may take minutes, and change files. */

import { join } from 'node:path';
import type { ManagerName, Scenery } from '../manager.ts';
import { managersOf } from '../managers/table.ts';

type Spared = Readonly<Record<string, string>>;

/** Variables for the environment of the hooks. */
export function sparedBy(scenery: Scenery, env: NodeJS.ProcessEnv): Spared {
  return Object.assign({}, ...managersOf(scenery).map(({ name }) => SPARING[name](scenery, env)));
}

const NOTHING = (): Spared => ({});

/** Those whose hooks ask the gate first stop there. */
const SPARING: Readonly<Record<ManagerName, (scenery: Scenery, env: NodeJS.ProcessEnv) => Spared>> = {
  husky: NOTHING,
  lefthook: NOTHING,
  'simple-git-hooks': NOTHING,
  // Whatever the gate has said, it goes on to the hooks of its configuration, and installs what they need.
  'pre-commit': ({ top, read }, { SKIP: skipped }) => {
    const text = read(join(top, '.pre-commit-config.yaml'))?.content.toString() ?? '';
    const ids = idsIn(text);
    return ids.length === 0 ? {} : { SKIP: [...(skipped === undefined ? [] : [skipped]), ...ids].join(',') };
  },
};

/** A word too many skips nothing. */
function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bid["']?\s*:\s*["']?([^\s"',}#]+)/g)].flatMap(([, id]) => id ?? []);
}
