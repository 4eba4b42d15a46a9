/** Pure: the `Spike:` trailer of a commit, `<slug>/<attempt> <seq>:<first 12 hex of the ledger head>`. */

import type { RecordHash, Slug } from './brand.ts';
import { isSlug } from './slug.ts';

export const TRAILER_KEY = 'Spike';

export interface Trailer {
  readonly spike: Slug;
  readonly attempt: number;
  /** `seq` of the newest record when the commit was made. */
  readonly seq: number;
  readonly head: string;
}

const HEAD_DIGITS = 12;
const VALUE = /^([A-Za-z0-9._-]+)\/([1-9][0-9]{0,5}) (0|[1-9][0-9]{0,14}):([0-9a-f]{12})$/;

export function renderTrailer({ spike, attempt, seq, head }: Trailer): string {
  return `${spike}/${attempt} ${seq}:${head}`;
}

export function trailerHead(hash: RecordHash): string {
  return hash.slice(0, HEAD_DIGITS);
}

/** The spike that a value names which is not one of ours: a mangled trailer must not make a spike's commit an ordinary one. */
export function seemingSlug(value: string): Slug | undefined {
  const [word = ''] = /^[A-Za-z0-9._-]+/.exec(value.trim()) ?? [];
  return isSlug(word) ? word : undefined;
}

/** The value after `Spike:`; nothing where it is not one of ours. */
export function parseTrailer(value: string): Trailer | undefined {
  const [, spike = '', attempt, seq, head = ''] = VALUE.exec(value.trim()) ?? [];
  return isSlug(spike) ? { spike, attempt: Number(attempt), seq: Number(seq), head } : undefined;
}
