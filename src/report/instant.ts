/** Pure: moments of an attempt as people say them, the same in every time zone and language. EVIDENCE.md is made of this too: its output is part of that format. */

import type { OpenRecord } from '../core/record.ts';

/** Whole minutes since the clock began. */
export function minuteOf(open: Pick<OpenRecord, 'ts'>, ts: number): number {
  return Math.max(0, Math.floor((ts - open.ts) / 60));
}

/** `minute 12`, or `minutes 12 to 40`. */
export function renderMinutes(open: Pick<OpenRecord, 'ts'>, first: number, last: number): string {
  const [from, to] = [minuteOf(open, first), minuteOf(open, last)];
  return from === to ? `minute ${from}` : `minutes ${from} to ${to}`;
}

/** `2026-03-01 10:00 UTC`. A ledger may claim a time that no calendar has. */
export function renderInstant(ts: number): string {
  const date = new Date(ts * 1000);
  if (Number.isNaN(date.getTime())) return `second ${ts} since 1970`;
  const [day, time = ''] = date.toISOString().split('T');
  return `${day} ${time.slice(0, 5)} UTC`;
}
