/** Pure: the clock of an attempt as one line of text that reads without rendering. */

import type { Attempt, Moment } from '../core/replay.ts';
import { stopOf } from './ending.ts';

interface TimelineOptions {
  readonly cells: number;
  /** Unix seconds by the ledger's clock, for an attempt that is still open; its last record otherwise. */
  readonly now?: number;
}

type Mark = Moment['what'] | 'stopped';

/** In the order of the legend. Where several things fall into one cell, the last of these is drawn. */
const MARKS: readonly (readonly [Mark, string, string])[] = [
  ['passed', 'o', 'passed'],
  ['interrupted', '~', 'interrupted'],
  ['refused', '!', 'refused'],
  ['failed', 'x', 'failed'],
  ['held', '✓', 'observable held'],
  ['stopped', '■', 'stopped'],
];
const QUIET = '·';
const AFTER_STOP = ' ';

/** The line, its minutes, and a legend of the marks in it. The bar closes at the deadline; what came later stands behind it. */
export function renderTimeline(attempt: Attempt, { cells, now = attempt.ts }: TimelineOptions): string[] {
  const { open, seal, moments } = attempt;
  const seconds = Math.max(1, open.deadline - open.ts);
  const cellOf = (ts: number): number => Math.min(cells, Math.max(0, Math.floor(((ts - open.ts) / seconds) * cells)));

  const stop = stopOf(attempt, seal, now);
  const marks = new Map<number, Mark>();
  for (const { ts, what } of moments) mark(marks, ts < open.deadline ? cellOf(ts) : cells + 1, what);
  const end = stop === undefined ? cellOf(now) + 1 : drawStop(marks, cellOf(stop.ts));

  const cell = (at: number): string => signOf(marks.get(at)) ?? (at < end ? QUIET : AFTER_STOP);
  const bar = Array.from({ length: cells }, (_, at) => cell(at)).join('');
  const late = [cells, cells + 1].map((at) => signOf(marks.get(at)) ?? '').join('');
  return [`|${bar}|${late}`, scale(seconds, cells), ...legend(attempt, stop !== undefined)];
}

/** The stop stands beside what caused it rather than over it, where there is room. Gives its cell. */
function drawStop(marks: Map<number, Mark>, cell: number): number {
  const at = marks.has(cell) && !marks.has(cell + 1) ? cell + 1 : cell;
  mark(marks, at, 'stopped');
  return at;
}

function mark(marks: Map<number, Mark>, cell: number, what: Mark): void {
  const before = marks.get(cell);
  if (before === undefined || rank(what) > rank(before)) marks.set(cell, what);
}

function rank(what: Mark): number {
  return MARKS.findIndex(([name]) => name === what);
}

function signOf(what: Mark | undefined): string | undefined {
  return MARKS.find(([name]) => name === what)?.[1];
}

/** `0`, the thirds, and the length of the clock, each under its place. */
function scale(seconds: number, cells: number): string {
  const [unit, length] = seconds >= 180 ? (['min', seconds / 60] as const) : (['s', seconds] as const);
  let line = ' 0';
  for (const third of [1, 2]) {
    const label = String(Math.round((length * third) / 3));
    const at = 1 + Math.round((cells * third) / 3);
    if (at > line.length + 1) line = line.padEnd(at) + label;
  }
  const end = `${Math.round(length * 10) / 10} ${unit}`;
  return `${line.padEnd(Math.max(line.length + 1, cells + 1 - end.length))}${end}`;
}

/** Counts every kind, since a mark may stand for many and before others. */
function legend(attempt: Attempt, stopped: boolean): string[] {
  const { moments, passed, failed, interrupted, refused } = attempt;
  const counts: Readonly<Record<Mark, number>> = {
    passed,
    failed,
    interrupted,
    refused: Object.values(refused).reduce((sum, times) => sum + times, 0),
    held: moments.filter(({ what }) => what === 'held').length,
    stopped: stopped ? 1 : 0,
  };
  const words = MARKS.filter(([what]) => counts[what] > 0).map(([what, sign, word]) =>
    what === 'stopped' || what === 'held' ? `${sign} ${word}` : `${sign} ${counts[what]} ${word}`,
  );
  const all = passed + failed + interrupted + counts.refused;
  const lines = words.length === 0 ? [] : [` ${words.join('   ')}`];
  if (moments.length < all) lines.push(` the first ${moments.length} of ${all} events are drawn`);
  return lines;
}
