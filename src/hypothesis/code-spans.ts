/** Pure: what stands in back quotes, as Markdown delimits it. */

export interface CodeSpan {
  /** What is quoted, without blanks around it. */
  readonly text: string;
  /** Of the first back quote, and just past the last. */
  readonly start: number;
  readonly end: number;
}

/** From left to right. Runs of equally many back quotes delimit a span; a run without its like is a text. */
export function findCodeSpans(text: string): readonly CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (let start = text.indexOf('`'); start !== -1; ) {
    const span = codeSpanAt(text, start);
    if (span !== undefined) spans.push(span);
    start = text.indexOf('`', span?.end ?? endOfRun(text, start));
  }
  return spans;
}

/** The span that a run of back quotes opens at `start`. */
export function codeSpanAt(text: string, start: number): CodeSpan | undefined {
  const mark = endOfRun(text, start) - start;
  for (let close = text.indexOf('`', start + mark); close !== -1; ) {
    const end = endOfRun(text, close);
    if (end - close === mark) return { text: text.slice(start + mark, close).trim(), start, end };
    close = text.indexOf('`', end);
  }
  return undefined;
}

/** Past the run of back quotes at `start`. */
export function endOfRun(text: string, start: number): number {
  let end = start;
  while (text[end] === '`') end += 1;
  return end;
}
