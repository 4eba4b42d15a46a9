/** The only place that knows where the package keeps its hooks; they are shell, and are read when they are installed. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookName } from '../core/hook-name.ts';

export interface HookFiles {
  /** The file that git runs as that hook. */
  readonly hook: (name: HookName) => Buffer;
  /** What the hooks share, by its name in this product's folder of the git common directory. */
  readonly shared: { readonly [Name in (typeof SHARED)[number]]: Buffer };
}

const SHARED = ['gate.sh', 'live.sh'] as const;

/** Two folders up from `src/install/` and from `dist/cli/` alike. */
const PACKAGED = join(import.meta.dirname, '..', '..', 'hooks');

export function readHookFiles(): HookFiles {
  const read = (name: string): Buffer => readFileSync(join(PACKAGED, name));
  const template = read('hook.sh').toString();
  return {
    hook: (name) => Buffer.from(template.replaceAll('@HOOK@', name)),
    shared: { 'gate.sh': read('gate.sh'), 'live.sh': read('live.sh') },
  };
}
