/** Pure: the lines of EVIDENCE.md that everything else in it stands between (SPEC.md, "Evidence"). */

export const TITLE = '# Evidence';
export const FACTS_BEGIN = '<!-- spike-gate:facts -->';
export const FACTS_END = '<!-- /spike-gate:facts -->';
export const REASON = '## Why this decision';

/** The most bytes an EVIDENCE.md may have. */
export const MAX_EVIDENCE_BYTES = 256 * 1024;

/** Whether a line is a marker to any reader: Markdown takes an indented comment for the same comment. */
export function isMarkerLike(line: string): boolean {
  const bare = line.trim();
  return bare === FACTS_BEGIN || bare === FACTS_END;
}
