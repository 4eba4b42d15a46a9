/** Pure: a span of time as people say it. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `45 seconds`, `12 minutes`, `1 hour 30 minutes`. Whole minutes from two minutes on, rounded down. */
export function renderSpan(seconds: number): string {
  if (seconds < 2 * MINUTE) return count(Math.max(0, Math.floor(seconds)), 'second');
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (hours === 0) return count(minutes, 'minute');
  return minutes === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(minutes, 'minute')}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
