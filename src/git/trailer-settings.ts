/** Pure: what git must not take from a person's settings when it reads or writes our trailer: its separator and its name. */

import { TRAILER_KEY } from '../core/trailer.ts';

export const TRAILER_SETTINGS = [
  '-c',
  'trailer.separators=:',
  '-c',
  `trailer.${TRAILER_KEY}.key=${TRAILER_KEY}`,
] as const;
