/** Pure: how much a place takes, and where a reader finds what it has no room for. */

export interface Room {
  /** By `size`. */
  readonly limit: number;
  readonly size: (text: string) => number;
  /** Findings of one rule, however much room there is. */
  readonly findings: number;
  /** With its article. */
  readonly name: string;
  /** Where the rest can be read; undefined where this is that place. */
  readonly elsewhere: string | undefined;
}

/** GitHub refuses a comment of more than 65,536 characters; some room is left for its first lines and for how it counts. */
export const COMMENT_ROOM: Room = {
  limit: 65_000,
  size: ({ length }) => length,
  findings: 10,
  name: 'a comment',
  elsewhere: 'the job summary',
};

/** GitHub takes 1 MiB for a step. */
export const SUMMARY_ROOM: Room = {
  limit: 1_000_000,
  // Bytes of UTF-8.
  size: (text) => new TextEncoder().encode(text).length,
  findings: Number.POSITIVE_INFINITY,
  name: 'a job summary',
  elsewhere: undefined,
};

/** `: see the job summary`, where there is another place. */
export function seeAlso({ elsewhere }: Room): string {
  return elsewhere === undefined ? '' : `: see ${elsewhere}`;
}
