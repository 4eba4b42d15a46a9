/**
 * Pure: the clock of an attempt as a diagram for mermaid. One error in it hides the whole of it, and its language has no way to
 * quote: so it says nothing that the text does not, and holds numbers and words of our own alone.
 */

import { type Attempt, type Moment, repeated } from '../core/replay.ts';
import { renderClock, stopOf } from './ending.ts';
import { minuteOf } from './instant.ts';

/** What falls into one slice of the clock is one box with a number: the diagram does not grow with the spike. */
const SLICES = 24;
/** Its times are times of one day. */
const LONGEST = 20 * 3600;
const MAX_REPEATED = 5;

const HEAD = [
  '---',
  'displayMode: compact',
  'config:',
  ' gantt:',
  '  useWidth: 760',
  '  leftPadding: 120',
  '---',
  'gantt',
];
const FORMATS = ['  dateFormat HH:mm:ss', '  axisFormat %H:%M'];

const KINDS: readonly (readonly [section: string, style: string, what: readonly Moment['what'][]])[] = [
  ['Passed', 'active', ['passed', 'held']],
  ['Failed', 'crit', ['failed']],
  ['Interrupted', 'done', ['interrupted']],
  ['Refused', 'done', ['refused']],
];

/** Lines of a block; none for a clock that does not fit into a day, or where nothing happened. */
export function renderPicture(attempt: Attempt): readonly string[] {
  const { open, moments } = attempt;
  const seconds = open.deadline - open.ts;
  if (seconds > LONGEST || moments.length === 0) return [];
  const scale = { from: open.ts, seconds, slice: Math.max(1, Math.ceil(seconds / SLICES)) };
  const rows = [
    '  section Clock',
    `  ${renderClock(attempt)} : 00:00:00, ${seconds}s`,
    ...KINDS.flatMap(([section, style, what]) => renderKind({ section, style, what }, moments, scale)),
    ...renderRepeated(attempt, scale),
    ...renderEnd(attempt, scale),
  ];
  return [...HEAD, ...FORMATS, ...rows];
}

interface Scale {
  /** Unix seconds. */
  readonly from: number;
  readonly seconds: number;
  readonly slice: number;
}

function renderKind(
  { section, style, what }: { section: string; style: string; what: readonly Moment['what'][] },
  moments: readonly Moment[],
  scale: Scale,
): readonly string[] {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    if (!what.includes(moment.what)) continue;
    const slice = Math.floor(within(moment.ts, scale) / scale.slice);
    counts.set(slice, (counts.get(slice) ?? 0) + 1);
  }
  const boxes = [...counts].map(
    ([slice, number]) => `  ${number} : ${style}, ${time(slice * scale.slice)}, ${scale.slice}s`,
  );
  return boxes.length === 0 ? [] : [`  section ${section}`, ...boxes];
}

function renderRepeated(attempt: Attempt, scale: Scale): readonly string[] {
  const bars = repeated(attempt)
    .slice(0, MAX_REPEATED)
    .map(({ count, first, last }) => {
      const [from, to] = [within(first, scale), within(last, scale)];
      return `  ${count} : crit, ${time(from)}, ${Math.max(1, to - from)}s`;
    });
  return bars.length === 0 ? [] : ['  section Came back', ...bars];
}

/** A section each, so that their words never lie over each other. */
function renderEnd(attempt: Attempt, scale: Scale): readonly string[] {
  const { seal, held, ts, open } = attempt;
  const stop = stopOf(attempt, seal, ts);
  const last = held.at(-1);
  const mark = (section: string, word: string, at: number): readonly string[] => [
    `  section ${section}`,
    `  ${word} : milestone, ${time(within(at, scale))}, 0s`,
  ];
  return [
    ...(last === undefined ? [] : mark('Observable held', `minute ${minuteOf(open, last.ts)}`, last.ts)),
    ...(stop === undefined ? [] : mark('Stopped', `by the ${STOPPED[stop.why]}`, stop.ts)),
  ];
}

const STOPPED = { sealed: 'seal', budget: 'budget', clock: 'deadline' } as const;

/** Seconds since the beginning; whatever came later stands in one slice behind the deadline. */
function within(ts: number, { from, seconds }: Scale): number {
  return Math.min(seconds, Math.max(0, ts - from));
}

function time(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
