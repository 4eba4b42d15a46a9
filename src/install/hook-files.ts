/** The only place that knows where the package keeps its hooks; they are shell, and are read when they are installed. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookName } from '../core/hook-name.ts';

export interface HookFiles {
  readonly hooks: Readonly<Record<HookName, Buffer>>;
  /** What the hooks share. */
  readonly gate: Buffer;
}

/** Two folders up from `src/install/` and from `dist/cli/` alike. */
const PACKAGED = join(import.meta.dirname, '..', '..', 'hooks');

export function readHookFiles(): HookFiles {
  const read = (name: string): Buffer => readFileSync(join(PACKAGED, name));
  return {
    hooks: {
      'pre-commit': read('pre-commit'),
      'pre-push': read('pre-push'),
      'prepare-commit-msg': read('prepare-commit-msg'),
      'commit-msg': read('commit-msg'),
    },
    gate: read('gate.sh'),
  };
}
