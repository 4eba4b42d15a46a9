/** Pure: what happened when, for the timeline. */

/** What happened at one moment, Unix seconds. */
export interface Moment {
  readonly ts: number;
  /** Of the record that shows it. */
  readonly seq: number;
  readonly what: 'passed' | 'failed' | 'interrupted' | 'refused' | 'held';
}

/** Beyond so many moments the timeline shows counts alone; bounds the memory of a reader. */
const MAX_MOMENTS = 100_000;

export interface Moments {
  readonly note: (record: Pick<Moment, 'ts' | 'seq'>, what: Moment['what']) => void;
  /** Oldest first. */
  readonly all: () => readonly Moment[];
}

export function createMoments(): Moments {
  const moments: Moment[] = [];
  return {
    note({ ts, seq }, what) {
      if (moments.length < MAX_MOMENTS) moments.push({ ts, seq, what });
    },
    all: () => [...moments].sort((one, other) => one.ts - other.ts),
  };
}
