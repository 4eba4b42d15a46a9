/** What stands at a path before a plan is made. */

import { lstatSync, readFileSync } from 'node:fs';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';

export interface Existing {
  /** Symbolic links are not followed: a hook that is one is kept as one. */
  readonly kind: 'file' | 'link' | 'other';
  /** Empty unless it is a file. */
  readonly content: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

export type ReadExisting = (path: string) => Existing | undefined;

/** Throws `unreadable`: what cannot be looked at must not be taken for nothing. */
export function readExisting(path: string): Existing | undefined {
  try {
    const stat = lstatSync(path);
    const mode = stat.mode & 0o777;
    if (stat.isFile()) return { kind: 'file', content: readFileSync(path), mode };
    return { kind: stat.isSymbolicLink() ? 'link' : 'other', content: Buffer.alloc(0), mode };
  } catch (cause) {
    const errno = errnoOf(cause);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return undefined;
    throw new SpikeError('unreadable', `expected to read ${path}, found ${errno ?? 'an error'}`, {
      hint: 'make it readable, then type the same command again',
      cause,
    });
  }
}
