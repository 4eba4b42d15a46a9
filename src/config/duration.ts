/** Pure: lengths of time as people write them, `90m`, `1h30m` or `45s`. A bare number could be either of them. */

import { SpikeError } from '../core/error.ts';

const FORM = /^(?=\d)(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?$/;

/** Whole seconds, at least one. Throws `usage`. */
export function parseDuration(text: string): number {
  const seconds = durationOf(text);
  if (seconds !== undefined) return seconds;
  throw new SpikeError('usage', `expected a length of time, found ${JSON.stringify(text.slice(0, 40))}`, {
    hint: durationHint(text),
  });
}

/** How to write what `text` may have meant. */
export function durationHint(text: string): string {
  return /^[1-9]\d{0,3}$/.test(text)
    ? `${text} of what? write ${text}m for minutes; other forms are 1h30m and 90s`
    : 'write it like 90m, 1h30m or 90s';
}

export function durationOf(text: string): number | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, rest] = match;
  const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
  return seconds > 0 ? seconds : undefined;
}

/** The shortest of these forms; `parseDuration` reads it back. */
export function renderDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('') || '0s';
}
