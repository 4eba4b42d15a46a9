/** Pure: a path as git keeps it, in a form that compares, sorts and searches as fast as text and loses no byte. */

import type { PathBytes } from './brand.ts';

export function pathBytes(bytes: Uint8Array): PathBytes {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as PathBytes;
}

export function bytesOf(path: PathBytes): Uint8Array {
  return Buffer.from(path, 'latin1');
}
