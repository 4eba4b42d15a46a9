/** Pure: why a parser takes no part of a text, before its caller makes an error of it, with a place. */

export interface Fault {
  /** What was found. Fits after "found". */
  readonly problem: string;
  /** The one thing to change. */
  readonly hint: string;
}
