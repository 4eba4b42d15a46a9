/** A change that `init` makes inside a file that people keep, and that `--uninstall` takes out again byte for byte. */

import type { HookName } from '../core/hook-name.ts';

/** Where a file says something that the edit cannot be put into. */
export interface Unfit {
  /** `expected …, found …`. */
  readonly refused: string;
  /** Lines to read or to type; the first completes `spike: hint: `. */
  readonly hint: readonly string[];
}

export interface Edit {
  /** From the top of the worktree. */
  readonly path: string;
  readonly why: string;
  /** Which hooks ask the gate by it. */
  readonly hooks?: readonly HookName[];
  /** Permission bits of a file that has to be made, before the umask. */
  readonly mode: number;
  /** The file with the edit in it, the same text where it is in it already; `text` is undefined where there is no file. */
  readonly put: (text: string | undefined) => string | Unfit;
  /** The file as it was before; undefined where it was made by the edit alone. A text without the edit comes back as it is. */
  readonly take: (text: string) => string | undefined;
}
