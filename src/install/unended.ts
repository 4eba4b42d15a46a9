/**
 * Pure: git ends the last line of a configuration file when it adds to it, and leaves it ended when that is taken away again. What
 * such a file was is noted in it before anything else is added, so that it can be made the same again.
 */

import { digestOf } from './installed.ts';

const SECTION = '[spike-gate "ending"]';
export const UNENDED_KEY = 'spike-gate.ending.before';

/** What to note of a file; undefined where its last line is ended, or where there is none. */
export function digestIfUnended(content: Buffer): string | undefined {
  return content.length === 0 || content.at(-1) === 0x0a ? undefined : digestOf(content);
}

/** Without the note, and the line feed before it; undefined where anything else was added. */
export function withoutNote(content: Buffer): Buffer | undefined {
  const before = content.subarray(0, Math.max(0, content.length - noteOf('0'.repeat(64)).length));
  return content.subarray(before.length).equals(noteOf(digestOf(before))) ? before : undefined;
}

/** As git writes it. */
function noteOf(digest: string): Buffer {
  return Buffer.from(`\n${SECTION}\n\tbefore = ${digest}\n`);
}
