/** A file of a bundle as hostile bytes: what cannot be opened or read is an unknown fact, never an exception. */

import { BUNDLE_MODE } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import type { Unknown } from '../core/facts.ts';
import { describeMode } from '../core/file-mode.ts';

/** One file of a bundle, from a commit or from a folder. `read` is called once its mode and size are known to be right. */
export interface BundleFile {
  readonly mode: string;
  /** In bytes; nothing for what has no bytes. */
  readonly size: number | undefined;
  readonly read: () => Uint8Array;
  /** The same a part at a time, for what may be too much at once; each part is the taker's until the next. */
  readonly stream?: (take: (chunk: Uint8Array) => void) => void;
}

export interface BundleFiles {
  /** Where they stand, for people: `spikes/users-email`. */
  readonly folder: string;
  /** By name from the bundle's folder. */
  readonly files: ReadonlyMap<string, BundleFile>;
  /** What stands in the place of the folder or of a parent of it, and is no folder. */
  readonly obstacle?: { readonly path: string; readonly mode: string } | undefined;
}

export type Opened = Unknown | { readonly kind: 'missing' } | { readonly kind: 'file'; readonly file: BundleFile };
export type Open = (name: string, limit: number) => Opened;

export function openFile(file: BundleFile | undefined, { name, limit }: { name: string; limit: number }): Opened {
  if (file === undefined) return { kind: 'missing' };
  if (file.mode !== BUNDLE_MODE) {
    return unknown(name, `expected a regular file of mode ${BUNDLE_MODE}, found ${describeMode(file.mode)}`);
  }
  if (file.size === undefined || file.size > limit)
    return unknown(name, `expected at most ${limit} bytes, found ${file.size ?? 'no size'}`);
  return { kind: 'file', file };
}

export function unknown(file: string, reason: string, hint = 'spike ship -m "why" writes the whole bundle'): Unknown {
  return { kind: 'unknown', reason: `${file}: ${reason}`, hint, file };
}

export function unknownFrom(error: unknown, file: string): Unknown {
  if (!(error instanceof SpikeError)) throw error;
  const line = error.place?.line;
  return {
    kind: 'unknown',
    reason: `${line === undefined ? '' : `line ${line}: `}${error.message}`,
    hint: error.hint ?? 'copy the bundle unchanged from where the spike was started: spike ship writes it again',
    file,
    ...(line === undefined ? {} : { line }),
  };
}
