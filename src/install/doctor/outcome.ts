/** Pure: what it means how git ended, and what was said meanwhile. */

import type { LimitedEnding } from '../../process/limited.ts';
import type { Trial } from '../../report/diagnosis.ts';

/** Nobody else can have said `token`. */
export function trialOf(
  { status, said, cut }: LimitedEnding,
  { token, seconds }: { token: string; seconds: number },
): Trial {
  if (cut) return { kind: 'slow', seconds };
  const isHeard = said.includes(token);
  if (status === 0) return { kind: isHeard ? 'swallowed' : 'allowed' };
  return isHeard && status !== undefined ? { kind: 'refused' } : { kind: 'failed', status, said };
}

/** In the gate's own words, where it is the gate that could not go on. */
export function gateWords(said: string): { readonly message: string; readonly hint: readonly string[] } | undefined {
  const [, message, hint] = /^spike: error: ([^\n]*)\n(?:spike: hint: ([^\n]*))?/m.exec(said) ?? [];
  return message === undefined ? undefined : { message, hint: hint === undefined ? [] : [hint] };
}

/** Of all that was said, the line that most likely names the reason. */
export function lastLine(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '') ?? 'nothing';
}
