/** What stands at a path before a plan is made. */

import { lstatSync, readFileSync } from 'node:fs';

export interface Existing {
  /** Symbolic links are not followed: a hook that is one is kept as one. */
  readonly kind: 'file' | 'link' | 'other';
  /** Empty unless it is a file. */
  readonly content: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

export type ReadExisting = (path: string) => Existing | undefined;

export function readExisting(path: string): Existing | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const mode = stat.mode & 0o777;
  if (stat.isFile()) return { kind: 'file', content: readFileSync(path), mode };
  return { kind: stat.isSymbolicLink() ? 'link' : 'other', content: Buffer.alloc(0), mode };
}
