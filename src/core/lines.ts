/** Pure: cuts a stream of bytes into ledger lines, holding at most one line in memory. */

import { MAX_LINE_BYTES } from './codec.ts';
import { type Place, SpikeError } from './error.ts';

export interface LineCutter {
  /** Takes the next bytes; they may be reused by the caller afterwards. */
  readonly push: (chunk: Uint8Array) => void;
  /** Throws `ledger-broken` when the last line has no LF. */
  readonly end: () => void;
}

const LF = 0x0a;

/** Calls `take` with every line, without its LF. `file` names the ledger in errors. */
export function createLineCutter(take: (line: Uint8Array) => void, file?: string): LineCutter {
  let rest: Uint8Array[] = [];
  let held = 0;
  let lines = 0;
  const place = (): Place => ({ ...(file === undefined ? {} : { file }), line: lines + 1 });

  const hold = (bytes: number): void => {
    held += bytes;
    if (held <= MAX_LINE_BYTES) return;
    throw new SpikeError('ledger-broken', `expected a line of at most ${MAX_LINE_BYTES} bytes, found a longer one`, {
      place: place(),
    });
  };

  const finish = (tail: Uint8Array): void => {
    hold(tail.length);
    const line = rest.length === 0 ? tail : Buffer.concat([...rest, tail]);
    rest = [];
    held = 0;
    take(line);
    lines += 1;
  };

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(LF, from); at !== -1; at = chunk.indexOf(LF, from)) {
        finish(chunk.subarray(from, at));
        from = at + 1;
      }
      if (from === chunk.length) return;
      hold(chunk.length - from);
      rest.push(Uint8Array.prototype.slice.call(chunk, from));
    },
    end() {
      if (held > 0)
        throw new SpikeError('ledger-broken', 'expected a line feed after the last line, found none', {
          place: place(),
        });
    },
  };
}
