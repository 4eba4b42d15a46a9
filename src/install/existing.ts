/** What stands at a path before a plan is made. */

import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';

export interface Existing {
  /** Symbolic links are not followed: a hook that is one is kept as one. */
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  /** Empty unless it is a file. */
  readonly content: Buffer;
  /** What a link leads to, as it says; empty for anything else. */
  readonly target: string;
  /** Permission bits. */
  readonly mode: number;
}

export type ReadExisting = (path: string) => Existing | undefined;

/** Throws `unreadable`: what cannot be looked at must not be taken for nothing. */
export function readExisting(path: string): Existing | undefined {
  try {
    const stat = lstatSync(path);
    const mode = stat.mode & 0o777;
    const plain = { content: Buffer.alloc(0), target: '', mode };
    if (stat.isFile()) return { ...plain, kind: 'file', content: readFileSync(path) };
    if (stat.isSymbolicLink()) return { ...plain, kind: 'link', target: readlinkSync(path) };
    return { ...plain, kind: stat.isDirectory() ? 'folder' : 'other' };
  } catch (cause) {
    const errno = errnoOf(cause);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return undefined;
    throw new SpikeError('unreadable', `expected to read ${path}, found ${errno ?? 'an error'}`, {
      hint: 'make it readable, then type the same command again',
      cause,
    });
  }
}

/** Two looks at one path, or at two: nothing is the same as nothing. */
export function isSame(one: Existing | undefined, other: Existing | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const alike = one.kind === other.kind && one.mode === other.mode && one.target === other.target;
  return alike && one.content.equals(other.content);
}
